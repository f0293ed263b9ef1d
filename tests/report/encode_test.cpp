#include "report/encode.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "read_report.hpp"

namespace pliant::report {
namespace {

TEST(Encode, Base64IsThatOfTheStandard) {
    // RFC 4648, section 10.
    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("f"), "Zg==");
    EXPECT_EQ(base64("fo"), "Zm8=");
    EXPECT_EQ(base64("foo"), "Zm9v");
    EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
    std::string all;
    for (int c = 0; c < 256; ++c) all.push_back(char(c));
    EXPECT_EQ(report_test::from_base64(base64(all)), all);
}

TEST(Encode, SmallDifferencesAreSmallNumbers) {
    EXPECT_EQ(folded(std::uint16_t{0}), 0);
    EXPECT_EQ(folded(std::uint16_t(-1)), 1);
    EXPECT_EQ(folded(std::uint16_t{1}), 2);
    EXPECT_EQ(folded(std::uint16_t(-32768)), 65535);
    EXPECT_EQ(folded(std::uint32_t(-1)), 1u);
    EXPECT_EQ(folded(std::uint32_t{0x80000000}), 0xffffffffu);
}

TEST(Encode, NumbersAreDifferencesInPlanes) {
    std::string bytes;
    append_numbers(bytes, std::vector<std::uint32_t>{300, 301, 0});
    // 300 -> 600, 1 -> 2, -301 -> 601; lowest bytes first.
    const std::string expected{char(0x58), 2, char(0x59), 2, 0, 2, 0, 0, 0, 0, 0, 0};
    EXPECT_EQ(bytes, expected);
}

}  // namespace
}  // namespace pliant::report
