#include "io/scanner.hpp"

#include <cmath>
#include <cstdlib>
#include <random>

#include "reading.hpp"

namespace pliant::io::test {
namespace {

Source source_of(std::string_view text) { return {std::as_bytes(std::span(text)), "s", {}}; }

double number(std::string_view text) {
    const Source source = source_of(text);
    return Scanner(source, {}).number("a number");
}

void expect_as_strtod(const std::string& text) {
    const double expected = std::strtod(text.c_str(), nullptr);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(number(text)), std::bit_cast<std::uint64_t>(expected)) << text;
}

TEST(Scanner, RoundsNastyDecimalsCorrectly) {
    for (const char* text :
         {"0.1",
          "-0",
          "1e23",
          "8.5e22",
          "9007199254740993",
          "9007199254740992.99999999999999999999",
          "9007199254740993.00000000000000000000000000000000000001",
          "2.2250738585072011e-308",
          "2.2250738585072014e-308",
          "4.9406564584124654e-324",
          "2.4703282292062327e-324",
          "2.4703282292062328e-324",
          "1.7976931348623157e308",
          "1.7976931348623158e308",
          "1.7976931348623159e308",
          "1e309",
          "-1e400",
          "1e-400",
          "6.631236846766476e-316",
          "3."
          "237883913302901289588352412501532174863037669423108059901297049552301970670676565786835742587799557860615776"
          "559838283435514391084153169252689190564396459577394618038928365305143463955100356696665629202017331344031730"
          "044"
          "369360205258345803431471660032699580731300954848363975548690010751530018881758184174569652173110473696022749"
          "934"
          "638425380623369774736560008997404060967498028389191878963968575439222206416981462690113342524002724385941651"
          "051"
          "293552601421155333430225237291523843322331326138431477823591142408800030775170625915670728657003151953664260"
          "769"
          "822494937951845801530895238439819708403389937873241463484205608000027270531106827387907791444918534771598750"
          "162"
          "812548862768493201518991668028251730299953143924168545708663913273994694463908672332763671875e-319",
          "0.000000000000000000000000000000000000000000000000000000000000001",
          "123456789012345678901234567890e-10",
          "1.",
          ".5",
          "1E+5",
          "0e999999999",
          "00000000000000000000000000000000000000000000000001"})
        expect_as_strtod(text);
}

TEST(Scanner, ReadsEveryRandomDoubleBackFromShortAndLongDecimals) {
    std::mt19937_64 random(7);
    char text[64];
    for (int i = 0; i < 20000; ++i) {
        const double value = std::bit_cast<double>(random());
        if (!std::isfinite(value)) continue;
        std::snprintf(text, sizeof text, "%.17g", value);
        ASSERT_EQ(number(text), value) << text;
        std::snprintf(text, sizeof text, "%.*e", int(random() % 25), value);
        expect_as_strtod(text);
    }
}

TEST(Scanner, ReadsNanAndInfinityInEverySpelling) {
    for (const char* text :
         {"nan", "-nan", "NaN", "NAN", "+nan", "nan(ind)", "-nan(ind)", "1.#QNAN", "-1.#IND00", "1.#SNAN0"})
        EXPECT_TRUE(std::isnan(number(text))) << text;
    for (const char* text : {"inf", "Infinity", "INF", "+inf", "1.#INF", "1.#INF00", "1e999"})
        EXPECT_EQ(number(text), INFINITY) << text;
    for (const char* text : {"-inf", "-INFINITY", "-1.#INF"}) EXPECT_EQ(number(text), -INFINITY) << text;
}

TEST(Scanner, RefusesWhatIsNoNumber) {
    for (const char* text : {"abc", "+-1",   "--1",  "+",      "-",    ".",    "e5",      "1e", "1e+", "0x10",
                             "1,5", "1_000", "1.5f", "1.#FOO", "nanx", "infi", "1.0D+00", "",   "#",   "\\"})
        EXPECT_THROW(number(text), FileError) << text;
    using namespace std::string_view_literals;
    EXPECT_THROW(number("1\0"sv), FileError);
}

TEST(Scanner, HoldsIntegersAtTheEndsOfTheirRange) {
    const auto integer = [](std::string_view text) {
        const Source source = source_of(text);
        return Scanner(source, {}).integer("an integer");
    };
    EXPECT_EQ(integer("+12"), 12);
    EXPECT_EQ(integer("-12"), -12);
    EXPECT_EQ(integer("4294967296"), 4294967296);
    EXPECT_GT(integer("9999999999999999999999999999"), std::int64_t(1) << 60);
    EXPECT_LT(integer("-9999999999999999999999999999"), -(std::int64_t(1) << 60));
    for (const char* text : {"", "x", "1x", "1.0", "-", "+-1"}) EXPECT_THROW(integer(text), FileError) << text;
}

TEST(Scanner, CountsLinesWithAnyLineEnd) {
    for (const char* text : {"a\n\nb x", "a\r\n\r\nb x", "a\r\rb x", "a\n\r\nb x"}) {
        const Source source = source_of(text);
        Scanner scanner(source, {.lines_matter = false});
        scanner.token("a");
        scanner.token("b");
        try {
            scanner.number("a number");
            FAIL();
        } catch (const FileError& error) {
            EXPECT_STREQ(error.what(), "s:3: expected a number, found \"x\"");
        }
    }
}

TEST(Scanner, SwapsBytes) {
    const Source source = source_of("\x01\x02\x03\x04\x05\x06\x07\x08");
    Scanner scanner(source, {});
    EXPECT_EQ(scanner.raw<std::uint32_t>(std::endian::big, ""), 0x01020304u);
    EXPECT_EQ(scanner.raw<std::uint16_t>(std::endian::little, ""), 0x0605u);
    EXPECT_THROW(scanner.raw<std::uint32_t>(std::endian::little, "a number"), FileError);
}

}  // namespace
}  // namespace pliant::io::test
