// Results of `pliant contacts`, written as text, JSON and CSV.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

#include "play.hpp"

namespace pliant::cli {

struct TouchingPair {
    BodyPair bodies;
    std::size_t exact = 0, open = 0;                 // pairs of triangles; pairs of spheres that count as colliding
    std::optional<Contact> deepest;                  // the first of equals
    Contacts contacts;                               // its lists are left empty unless they are wanted
    std::array<std::vector<SphereLevel>, 2> levels;  // the same

    /// Spheres count where they are what the search was to end with; where a budget ended it they are open questions.
    [[nodiscard]] bool found() const { return exact > 0 || (open > 0 && contacts.report.complete); }
};

struct TouchingFrame {
    std::size_t frame = 0;
    std::string name;  // of its file; empty where frames have none
    std::vector<TouchingPair> pairs;
};

struct ContactsResult {
    std::vector<NamedBody> bodies;
    std::vector<TouchingFrame> frames;
    std::vector<Flaw> set_aside;  // in any frame, sorted

    [[nodiscard]] bool one_pair() const { return frames.size() == 1 && frames[0].pairs.size() == 1; }
    [[nodiscard]] bool found() const;
    [[nodiscard]] bool all_examined() const;
};

std::string contacts_as_text(const ContactsResult& result);
/// One line a frame.
std::string contacts_as_json(const ContactsResult& result, const Json& bodies);
std::string contacts_as_csv(const ContactsResult& result);

}  // namespace pliant::cli
