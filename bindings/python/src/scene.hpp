// A Scene that keeps its arrays alive, and can be asked without the interpreter's lock.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "arrays.hpp"

namespace pliant::python {

/// As a dict, for a dataclass of the same fields.
py::dict dict_of(const Report& report);

/// Ends a search on Ctrl-C. Asked now and then by the search, on the thread that asked.
Watch interruptible();

/// Raises what a signal handler raised, if it did: whatever the report names as what ended the search.
void raise_pending();

/// A mutex that knows whose it is.
class OwnedMutex {
public:
    void lock() {
        mutex_.lock();
        owner_ = std::this_thread::get_id();
    }
    [[nodiscard]] bool try_lock() {
        if (!mutex_.try_lock()) return false;
        owner_ = std::this_thread::get_id();
        return true;
    }
    void unlock() {
        owner_ = std::thread::id();
        mutex_.unlock();
    }
    [[nodiscard]] bool mine() const { return owner_ == std::this_thread::get_id(); }

private:
    std::mutex mutex_;
    std::atomic<std::thread::id> owner_{};
};

/// Waits for another thread, but never with the interpreter's lock in hand, which that thread may need. RuntimeError
/// where this thread has it already: a signal handler, called in the middle of a question, would wait forever.
std::unique_lock<OwnedMutex> locked(OwnedMutex& mutex);

class SceneOfArrays {
public:
    explicit SceneOfArrays(unsigned threads) : scene_(SceneOptions{threads}) {}

    std::uint32_t add_surface(const py::array& positions, const py::array& faces);
    std::uint32_t add_volume(const py::array& positions, const py::array& tetrahedra);
    /// None: the array that is there has been changed in place.
    void move(std::uint32_t body, const py::object& positions);
    void remove(std::uint32_t body);
    py::array insert_triangles(std::uint32_t body, const py::array& faces);
    void remove_triangles(std::uint32_t body, const py::array& numbers);
    py::array insert_tetrahedra(std::uint32_t body, const py::array& tetrahedra);
    void remove_tetrahedra(std::uint32_t body, const py::array& numbers);
    py::array triangles(std::uint32_t body);
    py::array tetrahedra(std::uint32_t body);
    /// The array that was given.
    py::array positions(std::uint32_t body);
    /// Numbers of those that are there.
    std::vector<std::uint32_t> bodies();
    void start_step();
    /// Of each pair, the number of its connected region of the same two bodies; the largest region is 0.
    py::array regions(const py::array& pairs);

    /// Asks without the interpreter's lock, and turns the answer into Python's objects with it. Other threads may run
    /// meanwhile, those that ask this scene wait.
    template <class Ask, class Write>
    auto ask(const Ask& ask, const Write& write) {
        const std::unique_lock lock = locked(mutex_);
        const auto& answer = [&]() -> decltype(auto) {
            const py::gil_scoped_release released;
            return ask(scene_);
        }();
        raise_pending();
        return write(answer);
    }

    /// Ends a search on Ctrl-C; none for so few elements that it ends before anybody can press a key: watched searches
    /// go in waves, which costs a little.
    [[nodiscard]] Watch watch(std::size_t points = 0) const {
        return size_ + points > worth_interrupting ? interruptible() : Watch();
    }

private:
    py::array& borrowed_by(std::uint32_t body);
    std::uint32_t keep(BodyId body, const py::array& positions, std::size_t elements);

    Scene scene_;
    OwnedMutex mutex_;
    std::map<BodyId, py::array> positions_;  // borrowed by the scene
    std::size_t size_ = 0;                   // elements of all bodies, about
    static constexpr std::size_t worth_interrupting = 20'000;
};

}  // namespace pliant::python
