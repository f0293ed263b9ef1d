// What a call leaves for JavaScript to read: a head in JSON, and columns of numbers that it says the places of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <pliant/report.hpp>

namespace pliant::wasm {

class Reply {
public:
    void clear();

    /// Room for so many numbers, as they are seen by JavaScript under this name: until the next clear().
    template <class Number>
    std::span<Number> column(std::string_view name, std::size_t count) {
        static_assert(std::is_same_v<Number, double> || std::is_same_v<Number, float> ||
                      std::is_same_v<Number, std::uint32_t>);
        Column& made = next(name, std::is_same_v<Number, double>  ? "f64"
                                  : std::is_same_v<Number, float> ? "f32"
                                                                  : "u32");
        made.words.resize((count * sizeof(Number) + 7) / 8);
        made.length = count;
        return {reinterpret_cast<Number*>(made.words.data()), count};
    }

    void value(std::string_view name, double number);
    void value(std::string_view name, bool yes);
    void value(std::string_view name, std::string_view text);
    void values(std::string_view name, std::span<const double> numbers);
    void report(const Report& report);

    /// The head: valid until the next clear().
    const char* finish();

private:
    struct Column {
        std::string name;
        std::string_view type;
        std::size_t length = 0;
        std::vector<std::uint64_t> words;
    };

    Column& next(std::string_view name, std::string_view type);
    void key(std::string_view name);

    std::deque<Column> columns_;  // memory is kept from call to call
    std::size_t used_ = 0;
    std::string head_;
};

}  // namespace pliant::wasm
