// Reports: one HTML file that shows what was found, frame by frame.
#include <pliant/io.hpp>

#include "bindings.hpp"
#include "mesh/topology.hpp"
#include "report/report.hpp"
#include "surfaces/surface_borders.hpp"

namespace pliant::python {
namespace {

using report::Role;

template <class Enum>
Enum of_name(const std::string& wanted, Enum last) {
    for (unsigned i = 0; i <= static_cast<unsigned>(last); ++i) {
        if (report::name(static_cast<Enum>(i)) == wanted) return static_cast<Enum>(i);
    }
    throw py::value_error("there is no " + wanted);
}

Role role_of(const py::handle& name) { return of_name(name.cast<std::string>(), Role::force); }

Point point_of(const py::handle& three) { return three.cast<Point>(); }

report::Opening opening_of(const std::string& command, const std::string& line, const py::list& bodies,
                           const py::list& charts, std::size_t frames) {
    report::Opening opening;
    opening.command = command;
    opening.command_line = line;
    opening.frames = frames;
    for (const py::handle body : bodies) {
        const auto [name, vertices, triangles, tetrahedra, closed] =
            body.cast<std::tuple<std::string, std::size_t, std::size_t, std::size_t, bool>>();
        opening.bodies.push_back({name, vertices, triangles, tetrahedra, closed});
    }
    for (const py::handle each : charts) {
        const auto [title, unit, stacked, series] =
            each.cast<std::tuple<std::string, std::string, bool, std::vector<std::pair<std::string, std::string>>>>();
        report::Chart chart{title, unit, stacked, {}};
        for (const auto& [name, role] : series) chart.series.push_back({name, of_name(role, Role::force)});
        opening.charts.push_back(std::move(chart));
    }
    return opening;
}

report::Layer layer_of(const py::dict& given) {
    report::Layer layer;
    layer.name = given["name"].cast<std::string>();
    layer.role = role_of(given["role"]);
    layer.shape = of_name(given["shape"].cast<std::string>(), report::Shape::boxes);
    layer.points = rows_of(given["points"].cast<py::array>());
    layer.ends = numbers_of(given["ends"].cast<py::array>());
    return layer;
}

report::Finding finding_of(const py::dict& given) {
    report::Finding finding;
    finding.a = given["a"].cast<std::uint32_t>();
    finding.b = given["b"].cast<std::uint32_t>();
    finding.role = role_of(given["role"]);
    finding.what = given["what"].cast<std::string>();
    finding.count = given["count"].cast<std::uint64_t>();
    for (const auto& [name, value] : given["measures"].cast<std::vector<std::pair<std::string, double>>>()) {
        finding.measures.push_back({name, value, {}});
    }
    finding.low = point_of(given["low"]);
    finding.high = point_of(given["high"]);
    finding.detail = given["detail"].cast<std::string>();
    finding.weight = given["weight"].cast<double>();
    return finding;
}

report::SetAside set_aside_of(const py::dict& given) {
    return {given["body"].cast<std::uint32_t>(),          given["kind"].cast<std::string>(),
            given["why"].cast<std::string>(),             given["element_kind"].cast<std::string>(),
            given["element"].cast<std::uint32_t>(),       given["vertices"].cast<std::vector<std::uint32_t>>()};
}

/// A file that cannot be written is a FileError here, as everywhere else.
template <class Do>
auto as_file_error(const Do& work) {
    try {
        return work();
    } catch (const std::runtime_error& error) {
        throw io::FileError(error.what());
    }
}

/// Writes a report; nothing is there under its name until finish().
class Page {
public:
    Page(const std::string& file, const std::string& command, const std::string& line, const py::list& bodies,
         const py::list& charts, std::size_t frames)
        : writer_(as_file_error([&] {
              return std::make_unique<report::Writer>(file, opening_of(command, line, bodies, charts, frames));
          })) {}

    void add(std::size_t number, const std::string& name, const std::vector<std::pair<py::array, py::array>>& bodies,
             const py::array& pairs, const py::array& finding_of_pair, const py::list& layers,
             const py::list& findings, const std::vector<double>& values, const std::string& note) {
        std::vector<std::vector<Point>> positions;
        std::vector<std::vector<Triangle>> triangles;
        for (const auto& [points, faces] : bodies) {
            positions.push_back(rows_of(points));
            triangles.push_back(triangles_of(faces));
        }
        std::vector<report::ShownBody> shown;
        for (std::size_t i = 0; i < bodies.size(); ++i) shown.push_back({positions[i], triangles[i]});
        const std::vector<TrianglePair> all_pairs = pairs_of(pairs);
        const std::vector<std::uint32_t> of_pair = numbers_of(finding_of_pair);
        std::vector<report::Layer> all_layers;
        for (const py::handle layer : layers) all_layers.push_back(layer_of(layer.cast<py::dict>()));
        std::vector<report::Finding> all_findings;
        for (const py::handle finding : findings) all_findings.push_back(finding_of(finding.cast<py::dict>()));
        const report::Frame frame{number,     name,         shown,  all_pairs, of_pair,
                                  all_layers, all_findings, values, note};
        const py::gil_scoped_release released;
        as_file_error([&] { writer_->add(frame); });
    }

    void finish(int outcome, const std::string& verdict,
                const std::vector<std::pair<std::string, std::string>>& facts, const py::list& set_aside,
                std::size_t opens_at) {
        report::Closing closing;
        closing.outcome = static_cast<report::Outcome>(outcome);
        closing.verdict = verdict;
        for (const auto& [name, value] : facts) {
            closing.facts.push_back({name, value});
            closing.text += name + ": " + value + "\n";
        }
        closing.text = verdict + "\n" + closing.text;
        for (const py::handle item : set_aside) closing.set_aside.push_back(set_aside_of(item.cast<py::dict>()));
        closing.set_aside_in_all = closing.set_aside.size();
        closing.opens_at = opens_at;
        as_file_error([&] { writer_->finish(closing); });
    }

private:
    std::unique_ptr<report::Writer> writer_;
};

/// Whether every edge has two triangles; whether none has more; whether closed ones all face one way, so that there is a
/// volume.
std::tuple<bool, bool, bool> edge_use(std::size_t vertices, const py::array& faces) {
    const std::vector<Triangle> triangles = triangles_of(faces);
    const mesh::EdgeUse use = mesh::edge_use(vertices, triangles);
    return {use.closed, use.manifold, use.closed && surfaces::closed_by_numbers(triangles)};
}

}  // namespace

void add_pages(py::module_& module) {
    module.def("edge_use", &edge_use);
    py::class_<Page>(module, "Page")
        .def(py::init<const std::string&, const std::string&, const std::string&, const py::list&, const py::list&,
                      std::size_t>())
        .def("add", &Page::add)
        .def("finish", &Page::finish);
}

}  // namespace pliant::python
