#include "numeric/real_root.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pliant {

namespace {

/// Where rounded arithmetic sees the root of p in [0, 1], by Newton's steps and bisection: no matter how wrong.
double guessed_root(const Polynomial& p) {
    std::array<double, Polynomial::most + 1> c{};
    int greatest = std::numeric_limits<int>::min();
    for (int i = 0; i <= p.degree(); ++i) {
        if (p[i].sign() != 0) greatest = std::max(greatest, p[i].rounded().exponent);
    }
    for (int i = 0; i <= p.degree(); ++i) {
        const FarNumber far = p[i].rounded();
        c[static_cast<std::size_t>(i)] = std::ldexp(far.mantissa, far.exponent - greatest);
    }
    const bool falls = c[0] > 0;
    double lo = 0, hi = 1, x = 0.5;
    for (int step = 0; step < 60; ++step) {
        double value = 0, slope = 0;
        for (auto i = static_cast<std::size_t>(p.degree() + 1); i-- > 0;) {
            slope = slope * x + value;
            value = value * x + c[i];
        }
        ((value > 0) == falls ? lo : hi) = x;
        double next = x - value / slope;
        if (std::abs(next - x) < 0x1p-52) return std::clamp(next, 0.0, 1.0);
        if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
        x = next;
    }
    return x;
}

}  // namespace

RealRoot RealRoot::dyadic(const GrowingInteger& m, int k) {
    RealRoot out;
    out.m_ = m;
    out.k_ = k;
    out.exact_ = true;
    return out;
}

RealRoot RealRoot::between(const Polynomial& whole, const GrowingInteger& m, int k, const Polynomial& local) {
    RealRoot out;
    out.whole_ = whole;
    out.local_ = local;
    out.m_ = m;
    out.k_ = k;
    return out;
}

void RealRoot::halve() {
    local_ = local_.left_half();
    m_ = m_.shifted(1);
    ++k_;
    const int middle = local_.sign_at_1();
    if (middle != 0 && middle != local_.sign_at_0()) return;  // in the left half
    m_ = m_ + GrowingInteger::whole(1);
    exact_ = middle == 0;
    if (!exact_) local_ = local_.shifted_by_1();
}

/// As `halve`, so often, but by a guess: exact signs at both ends of the part of the interval in which rounded
/// arithmetic sees the root. False, and nothing is changed, where it is not there.
bool RealRoot::jump(int bits) {
    const std::int64_t parts = std::int64_t{1} << bits;
    const int left = local_.sign_at_0();  // from 0 up to the root, and at no place beyond it
    std::int64_t part = std::min(static_cast<std::int64_t>(std::ldexp(guessed_root(local_), bits)), parts - 1);
    const auto sign_at = [&](std::int64_t place) {
        if (place == 0) return left;
        return place == parts ? -left : local_.sign_at(GrowingInteger::whole(place), bits);
    };
    int begin = sign_at(part), end = sign_at(part + 1);
    if (begin == -left) {  // rounding may be off by one
        if (sign_at(--part) != left) return false;
        end = begin, begin = left;
    } else if (end == left) {
        end = sign_at(++part + 1);
        if (end == left) return false;
        begin = left;
    }
    exact_ = begin == 0 || end == 0;
    m_ = m_.shifted(bits) + GrowingInteger::whole(end == 0 ? part + 1 : part);
    k_ += bits;
    if (!exact_) local_ = local_.on(GrowingInteger::whole(part), bits);
    return true;
}

void RealRoot::refine(int times) {
    constexpr int least_jump = 6, most_jump = 40, halves_after_failure = 4;
    int halves = 0;
    while (times > 0 && !exact_) {
        const int bits = std::min(times, most_jump);
        if (halves == 0 && bits >= least_jump) {
            if (jump(bits)) {
                times -= bits;
                continue;
            }
            halves = halves_after_failure;
        }
        halve();
        --times;
        halves = std::max(halves - 1, 0);
    }
}

void RealRoot::refine_to(int bits) { refine(std::max(bits - k_, 0)); }

/// Of a factor of the polynomial whose root this is: it has one root in the open interval or none, which the parity of
/// sign changes tells.
bool RealRoot::root_of_factor(const Polynomial& factor) const {
    return factor.degree() > 0 && factor.on(m_, k_).variations().number % 2 == 1;
}

int RealRoot::sign_of(const Polynomial& p) {
    if (p.degree() <= 0) return p.sign_at_0();
    if (exact_) return p.on(m_, k_).sign_at_0();
    for (int times = 0;; times = 2 * times + 4) {
        const auto [number, sign] = p.on(m_, k_).variations();
        if (number == 0) return sign;
        if (times == 0 && root_of_factor(greatest_common_divisor(whole_, p))) return 0;
        refine(times + 4);
        if (exact_) return p.on(m_, k_).sign_at_0();
    }
}

std::array<double, 2> RealRoot::bounds() const {
    const GrowingInteger upper = exact_ ? m_ : m_ + GrowingInteger::whole(1);
    return {m_.rounded_down(-k_), std::min(upper.rounded_up(-k_), 1.0)};
}

RootsInUnitInterval::RootsInUnitInterval(const Polynomial& p) {
    root_at_1_ = p.sign_at_1() == 0;
    if (!root_at_1_ && p.sign_at_0() != 0 && p.variations().number == 0) return;
    whole_ = without_repeated_roots(p);
    push(whole_, GrowingInteger(), 0);
}

void RootsInUnitInterval::push(const Polynomial& local, const GrowingInteger& m, int k) {
    if (local.sign_at_0() != 0 && local.variations().number == 0) return;
    Part& part = parts_[static_cast<std::size_t>(count_++)];
    part.local = local;
    part.m = m;
    part.k = k;
}

/// Vincent's bisection: halves until Descartes' rule tells no root or one. It ends, as no root is repeated.
bool RootsInUnitInterval::next(RealRoot& out) {
    while (count_ > 0) {
        Part& part = parts_[static_cast<std::size_t>(count_ - 1)];
        if (part.local.sign_at_0() == 0) {
            out = RealRoot::dyadic(part.m, part.k);
            part.local = part.local.without_root_at_0();
            return true;
        }
        const Part taken = part;
        --count_;
        const int number = taken.local.variations().number;
        if (number == 1) {
            out = RealRoot::between(whole_, taken.m, taken.k, taken.local);
            return true;
        }
        if (number == 0) continue;
        const Polynomial left = taken.local.left_half();
        const GrowingInteger twice = taken.m.shifted(1);
        push(left.shifted_by_1(), twice + GrowingInteger::whole(1), taken.k + 1);
        push(left, twice, taken.k + 1);
    }
    if (!root_at_1_) return false;
    root_at_1_ = false;
    out = RealRoot::dyadic(GrowingInteger::whole(1), 0);
    return true;
}

}  // namespace pliant
