#include "numeric/real_root.hpp"

#include <algorithm>

namespace pliant {

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

void RealRoot::refine(int times) {
    for (; times > 0 && !exact_; --times) {
        local_ = local_.left_half();
        m_ = m_.shifted(1);
        ++k_;
        const int middle = local_.sign_at_1();
        if (middle != 0 && middle != local_.sign_at_0()) continue;  // in the left half
        m_ = m_ + GrowingInteger::whole(1);
        exact_ = middle == 0;
        if (!exact_) local_ = local_.shifted_by_1();
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
