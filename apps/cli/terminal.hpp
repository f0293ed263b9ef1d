// Progress bar, shown only on a terminal.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace pliant::cli {

/// A line on standard error that says what is being done, and for how long, where that takes longer than a moment.
/// Nothing is written unless both standard output and standard error are terminals.
class Status {
public:
    explicit Status(std::string doing);
    ~Status();
    Status(const Status&) = delete;
    Status& operator=(const Status&) = delete;

    [[nodiscard]] bool is_told() const { return teller_.joinable(); }
    /// How far it is, behind the time.
    void say(std::string so_far);

private:
    void tell();

    std::string doing_, so_far_;
    bool over_ = false;
    std::mutex mutex_;
    std::condition_variable ended_;
    std::thread teller_;  // none where nobody watches
};

/// A bar on standard error that fills while the work goes on and is gone when it ends; for a single step a Status.
/// Nothing at all is written unless both standard output and standard error are terminals.
class Progress {
public:
    Progress(std::string label, std::size_t steps);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// One step is done.
    void advance();
    /// Whether say() reaches anybody.
    [[nodiscard]] bool told() const { return status_ && status_->is_told(); }
    /// How far a single step is; of several the bar tells enough.
    void say(std::string so_far) {
        if (status_) status_->say(std::move(so_far));
    }

private:
    void draw() const;

    std::string label_;
    std::size_t steps_;
    std::size_t done_ = 0;
    bool visible_;
    std::optional<Status> status_;
};

}  // namespace pliant::cli
