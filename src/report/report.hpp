// A report: one HTML file that shows what was found, frame by frame, in 3-D; it needs no network and no server.
// What the page draws is rounded for display; every number that it prints was given here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pliant/pairs.hpp>
#include <pliant/views.hpp>

namespace pliant::report {

using Position = std::array<double, 3>;

/// What a thing stands for. The page has one colour for each, the same in lists, charts and in 3-D.
enum class Role : std::uint8_t {
    plain,
    crossing,
    touching,
    coplanar,
    fold,
    curve,    // along which surfaces meet
    inside,   // a vertex in another body
    way_out,  // from there to the surface
    shared,   // volume
    sphere,   // of a tree
    near,     // features or bodies at a distance
    impact,   // features that meet on their way
    force,
};
std::string_view name(Role role);
constexpr Role role_of(PairKind kind) { return Role(std::size_t(Role::crossing) + std::size_t(kind)); }

struct Body {
    std::string name;
    std::size_t vertices = 0, triangles = 0, tetrahedra = 0;  // of the first frame
    std::optional<bool> closed;                               // where it is known
};

/// A number of every frame.
struct Series {
    std::string name;
    Role role = Role::plain;
};
struct Chart {
    std::string title, unit;  // unit: empty for counts
    bool stacked = false;     // its series are parts of one whole
    std::vector<Series> series;
    bool least_is_worst = false;  // as of distances; else the most is
};

/// What is known before the first frame.
struct Opening {
    std::string command, command_line;
    std::vector<Body> bodies;
    std::vector<Chart> charts;  // the first is the strip above the time line
    std::size_t frames = 1;     // that will follow
};

struct ShownBody {
    std::span<const Position> positions;
    std::span<const Triangle> triangles;
};

/// How the points of a layer are drawn.
enum class Shape : std::uint8_t {
    points,   // each alone
    lines,    // in a row up to each of `ends`
    arrows,   // two by two, from the first to the second
    spheres,  // centres, with `sizes` as radii
    boxes,    // two by two, opposite corners
};
std::string_view name(Shape shape);

/// Things of one sort that can be shown and hidden together: curves, ways out, witnesses of distances, forces.
struct Layer {
    std::string name;
    Role role = Role::plain;
    Shape shape = Shape::points;
    std::vector<Position> points;
    std::vector<std::uint32_t> ends;      // of lines: one past the last point of each
    std::vector<double> sizes;            // of spheres
    std::vector<std::uint32_t> findings;  // of each item, the number in Frame::findings; empty: of none
};

struct Measure {
    std::string name;
    double value = 0;
    std::optional<double> error;
};

/// A place to look at.
struct Finding {
    std::uint32_t a = 0, b = 0;  // bodies; the same where one meets itself
    Role role = Role::plain;     // of what is worst there
    std::string what;            // "17 crossing, 1 touching"
    std::uint64_t count = 0;
    std::vector<Measure> measures;  // depth, volume, distance ...
    Position low{}, high{};         // box of the place
    std::string detail;             // "first: triangles 12 and 40"
    bool known = false;             // accepted before
    double weight = 0;              // worse ones weigh more: compared over all frames
};

/// Everything is borrowed until add() returns.
struct Frame {
    std::size_t number = 0;
    std::string name;                             // of its file; empty where frames have none
    std::span<const ShownBody> bodies;            // as in Opening
    std::span<const TrianglePair> pairs;          // bodies by their places in `bodies`
    std::span<const std::uint32_t> pair_finding;  // of each pair; empty: of none
    std::span<const Layer> layers;
    std::span<const Finding> findings;  // worst first
    std::span<const double> values;     // of every series of every chart, in order
    std::string note;                   // "a limit was reached"; empty where there is nothing to say
};

struct Fact {
    std::string name, value;
};

/// An element that was not looked at, or is odd.
struct SetAside {
    std::uint32_t body = 0;
    std::string kind, why;
    std::string element_kind;  // "vertex", "triangle", "tetrahedron", "body"
    std::uint32_t element = 0;
    std::vector<std::uint32_t> vertices;  // of the element, to show it
};

enum class Outcome : std::uint8_t { clean, found, incomplete };

/// What is known when all frames are there.
struct Closing {
    Outcome outcome = Outcome::clean;
    std::string verdict;  // one sentence
    std::vector<Fact> facts;
    std::vector<SetAside> set_aside;
    std::uint64_t set_aside_in_all = 0;  // where not all are listed
    std::size_t opens_at = 0;            // the frame that is shown first, by its place
    std::string text;                    // the whole answer for those who cannot see the page at work
    std::string picture;                 // PNG; empty: none
    std::string picture_about;
};

/// Pairs of one frame that the page draws; it says how many there were.
constexpr std::size_t most_pairs_shown = 200'000;

/// Writes frame by frame and keeps no more than the frame before. The file is there when finish() returns; until then
/// what is written has another name, and is removed where finish() is not reached.
class Writer {
public:
    /// Throws std::runtime_error naming a file that cannot be written; so do the others.
    Writer(const std::string& file, Opening opening);
    ~Writer();
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    void add(const Frame& frame);
    void finish(const Closing& closing);

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace pliant::report
