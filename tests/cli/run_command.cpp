#include "run_command.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace pliant::cli_test {
namespace {

std::string contents(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::filesystem::path new_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "pliant-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    return name;
}

}  // namespace

Json Outcome::json() const {
    Json parsed = Json::parse(out, nullptr, false);
    EXPECT_FALSE(parsed.is_discarded()) << "not JSON: " << out << err;
    return parsed;
}

CommandTest::CommandTest() : folder_(new_folder()) {}

CommandTest::~CommandTest() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

Outcome CommandTest::pliant(const std::string& arguments) const {
    const std::string command = "cd '" + folder_.string() + "' && '" PLIANT_COMMAND "' </dev/null " + arguments +
                                " >.standard_output 2>.standard_error";
    const int status = std::system(command.c_str());
    Outcome outcome;
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome.out = contents(folder_ / ".standard_output");
    outcome.err = contents(folder_ / ".standard_error");
    return outcome;
}

void CommandTest::write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(path(name).parent_path());
    std::ofstream(path(name), std::ios::binary) << text;
}

std::string CommandTest::read(const std::string& name) const { return contents(path(name)); }

void CommandTest::write_obj(const std::string& name, const io::Mesh& mesh) const {
    std::filesystem::create_directories(path(name).parent_path());
    io::write_mesh(path(name), mesh.surface());
}

void CommandTest::write_ply(const std::string& name, const io::Mesh& mesh) const {
    std::filesystem::create_directories(path(name).parent_path());
    io::write_mesh(path(name), mesh.surface());
}

void CommandTest::expect_refusal(const Outcome& outcome, const std::vector<std::string>& words) {
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("pliant: ")) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    for (const std::string& word : words) {
        EXPECT_NE(outcome.err.find(word), std::string::npos) << "no '" << word << "' in: " << outcome.err;
    }
}

io::Mesh cube(double low, double high) {
    io::Mesh mesh;
    for (int i = 0; i < 8; ++i) {
        mesh.positions.push_back({i & 1 ? high : low, i & 2 ? high : low, i & 4 ? high : low});
    }
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

io::Mesh shifted(io::Mesh mesh, std::array<double, 3> by) {
    for (auto& p : mesh.positions) {
        for (std::size_t k = 0; k < 3; ++k) p[k] += by[k];
    }
    return mesh;
}

}  // namespace pliant::cli_test
