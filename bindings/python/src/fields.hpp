// Structured dtypes: fields at the places that the compiler gave them, with the names of C++.
#pragma once

#include <cstddef>

#include "arrays.hpp"

namespace pliant::python {

/// Where a member lies in a T, inherited ones included, of which offsetof would not promise anything.
template <class T, class Member, class Base>
std::size_t offset_in(Member Base::*member) {
    static const T sample{};
    return static_cast<std::size_t>(reinterpret_cast<const char*>(&(sample.*member)) -
                                    reinterpret_cast<const char*>(&sample));
}

/// The fields of a T; padding is left out.
template <class T>
class Fields {
public:
    template <class Member, class Base>
    Fields& add(const char* name, Member Base::*member, const py::object& format) {
        return at(name, offset_in<T>(member), format);
    }
    template <class Member, class Base>
    Fields& add(const char* name, Member Base::*member, const char* format) {
        return add(name, member, py::str(format));
    }
    /// A member of a member, as a field of T itself.
    template <class Member, class Inner, class Base>
    Fields& add(const char* name, Member Base::*member, Inner Member::*inner, const char* format) {
        return at(name, offset_in<T>(member) + offset_in<Member>(inner), py::str(format));
    }
    [[nodiscard]] py::dtype dtype() const {
        py::dict fields;
        fields["names"] = names_;
        fields["formats"] = formats_;
        fields["offsets"] = offsets_;
        fields["itemsize"] = sizeof(T);
        return py::dtype::from_args(fields);
    }

private:
    Fields& at(const char* name, std::size_t offset, const py::object& format) {
        names_.append(name);
        offsets_.append(offset);
        formats_.append(format);
        return *this;
    }

    py::list names_, offsets_, formats_;
};

/// Made once; lives until the interpreter ends, and is never destroyed after it.
template <class Make>
const py::dtype& kept(const Make& make) {
    return *new py::dtype(make());
}

/// `count` items of a dtype, as one field.
inline py::object several(const py::dtype& type, int count) { return py::make_tuple(type, py::make_tuple(count)); }

}  // namespace pliant::python
