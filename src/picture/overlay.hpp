// Lines and markers over a view, thinner and paler where a surface is in front of them.
#pragma once

#include "picture/raster.hpp"

namespace pliant::picture {

/// Marks over an image; where several cover a pixel the densest shows, so that joints of lines leave no trace.
class Overlay {
public:
    /// `front`: nearness of what is in front, pixel by pixel; 0: nothing.
    Overlay(Image& image, std::vector<float> front);

    /// In pixels, with nearness. Points behind one another need not be finite.
    void line(const ScreenPoint& from, const ScreenPoint& to, const Colour& colour, double width);
    /// `halo`: width of a white ring around it.
    void dot(const ScreenPoint& at, const Colour& colour, double radius, double halo);
    void arrow(const ScreenPoint& from, const ScreenPoint& to, const Colour& colour, double width);

    /// Puts what was drawn so far into the image; what is drawn next lies on top.
    void settle();

private:
    struct Ink {
        Colour colour{};
        float cover = 0;
    };

    void cover(const ScreenPoint& from, const ScreenPoint& to, const Colour& colour, double radius_from,
               double radius_to);

    Image& image_;
    std::vector<float> front_;
    std::vector<Ink> ink_;
};

}  // namespace pliant::picture
