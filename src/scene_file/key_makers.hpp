// A short way to write a key down.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scene_file/keys.hpp"

namespace pliant::scene_file {

class KeyMaker {
public:
    KeyMaker(std::string_view name, KeyType type, std::string about, std::string_view unit = {})
        : key_{name, type, std::move(about), unit} {}

    KeyMaker& required() { return key_.required = true, *this; }
    KeyMaker& at_least(double x) { return key_.at_least = x, *this; }
    KeyMaker& above(double x) { return key_.above = x, *this; }
    KeyMaker& at_most(double x) { return key_.at_most = x, *this; }
    KeyMaker& below(double x) { return key_.below = x, *this; }
    KeyMaker& count(std::size_t n) { return key_.count = n, *this; }
    KeyMaker& of(std::string_view section) { return key_.section = section, *this; }
    KeyMaker& among(std::vector<std::string_view> choices) { return key_.choices = std::move(choices), *this; }
    KeyMaker& otherwise(bool flag) {
        Value& value = made(Value::Kind::flag);
        value.flag = flag;
        return *this;
    }
    KeyMaker& otherwise(double x) {
        number(made(key_.type == KeyType::whole ? Value::Kind::whole : Value::Kind::real), x);
        return *this;
    }
    KeyMaker& otherwise(const char* text) {
        made(Value::Kind::text).text = text;
        return *this;
    }
    KeyMaker& otherwise(const std::array<double, 3>& v) {
        Value& list = made(Value::Kind::list);
        for (const double x : v) number(list.items.emplace_back(), x);
        return *this;
    }
    /// Into a list of keys.
    operator Key() const { return key_; }  // NOLINT(google-explicit-constructor): what it is for

private:
    Value& made(Value::Kind kind) {
        Value& value = key_.otherwise.emplace();
        value.kind = kind;
        return value;
    }
    static void number(Value& value, double x) {
        if (value.kind != Value::Kind::whole) value.kind = Value::Kind::real;
        value.real = x;
        value.whole = static_cast<std::int64_t>(x);
    }

    Key key_;
};

inline KeyMaker flag(std::string_view name, std::string about) { return {name, KeyType::flag, std::move(about)}; }
inline KeyMaker whole(std::string_view name, std::string about) { return {name, KeyType::whole, std::move(about)}; }
inline KeyMaker real(std::string_view name, std::string_view unit, std::string about) {
    return {name, KeyType::real, std::move(about), unit};
}
inline KeyMaker text(std::string_view name, std::string about) { return {name, KeyType::text, std::move(about)}; }
inline KeyMaker choice(std::string_view name, std::vector<std::string_view> choices, std::string about) {
    KeyMaker key(name, KeyType::choice, std::move(about));
    return key.among(std::move(choices));
}
inline KeyMaker vector(std::string_view name, std::string_view unit, std::string about) {
    KeyMaker key(name, KeyType::vector, std::move(about), unit);
    return key.count(3);
}
inline KeyMaker part(std::string_view name, std::string_view section, std::string about) {
    KeyMaker key(name, KeyType::table, std::move(about));
    return key.of(section);
}
inline KeyMaker parts(std::string_view name, std::string_view section, std::string about) {
    KeyMaker key(name, KeyType::tables, std::move(about));
    return key.of(section);
}

}  // namespace pliant::scene_file
