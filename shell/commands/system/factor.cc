#include <algorithm>
#include <optional>

#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

uint64_t MulMod(uint64_t a, uint64_t b, uint64_t m) {
  return static_cast<uint64_t>(static_cast<unsigned __int128>(a) * b % m);
}

uint64_t PowMod(uint64_t base, uint64_t exponent, uint64_t m) {
  uint64_t result = 1 % m;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result = MulMod(result, base, m);
    base = MulMod(base, base, m);
  }
  return result;
}

// Miller and Rabin; these bases decide for 64 bits.
bool IsPrime(uint64_t n) {
  constexpr uint64_t kBases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  if (n < 2) return false;
  for (uint64_t base : kBases) {
    if (n % base == 0) return n == base;
  }
  int twos = __builtin_ctzll(n - 1);
  for (uint64_t base : kBases) {
    uint64_t x = PowMod(base, (n - 1) >> twos, n);
    bool composite = x != 1 && x != n - 1;
    for (int i = 1; i < twos && composite; ++i) {
      x = MulMod(x, x, n);
      if (x == n - 1) composite = false;
    }
    if (composite) return false;
  }
  return true;
}

uint64_t Gcd(uint64_t a, uint64_t b) {
  while (b != 0) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// Pollard's rho: about the square root of the smallest factor in steps, 2^16 or so.
uint64_t SomeFactor(CommandIo& io, uint64_t n) {
  for (uint64_t constant = 1;; ++constant) {
    uint64_t slow = 2, fast = 2, factor = 1;
    auto step = [&](uint64_t x) {
      return static_cast<uint64_t>((static_cast<unsigned __int128>(x) * x + constant) % n);
    };
    uint64_t steps = 0;
    while (factor == 1) {
      slow = step(slow);
      fast = step(step(fast));
      factor = Gcd(slow > fast ? slow - fast : fast - slow, n);
      ++steps;
    }
    io.Tick(steps * 64);
    if (factor != n) return factor;
  }
}

// Small divisors by trial, what is left by Pollard's rho (1975), with a test for primes in between.
// At worst that is some 2^16 steps, where trial division alone would take 2^32.
std::vector<uint64_t> Factors(CommandIo& io, uint64_t n) {
  std::vector<uint64_t> factors;
  constexpr uint64_t kSmall = 1000;
  for (uint64_t d = 2; d < kSmall && n > 1; ++d) {
    for (; n % d == 0; n /= d) factors.push_back(d);
  }
  std::vector<uint64_t> open;
  if (n > 1) open.push_back(n);
  while (!open.empty()) {
    uint64_t one = open.back();
    open.pop_back();
    if (IsPrime(one)) {
      factors.push_back(one);
      continue;
    }
    uint64_t factor = SomeFactor(io, one);
    open.push_back(factor);
    open.push_back(one / factor);
  }
  std::sort(factors.begin(), factors.end());
  return factors;
}

// ---- numbers of up to 128 bits

using Wide = unsigned __int128;

std::string Decimal(Wide number) {
  std::string text;
  do text += static_cast<char>('0' + static_cast<int>(number % 10));
  while ((number /= 10) != 0);
  std::reverse(text.begin(), text.end());
  return text;
}

Wide AddModWide(Wide a, Wide b, Wide m) { return a >= m - b ? a - (m - b) : a + b; }

// The upper half of a product, for which there is no type.
Wide MulHigh(Wide a, Wide b) {
  const auto low = [](Wide x) { return static_cast<Wide>(static_cast<uint64_t>(x)); };
  const Wide p00 = low(a) * low(b), p01 = low(a) * (b >> 64), p10 = (a >> 64) * low(b);
  const Wide middle = (p00 >> 64) + low(p01) + low(p10);
  return (a >> 64) * (b >> 64) + (p01 >> 64) + (p10 >> 64) + (middle >> 64);
}

// Products modulo an odd number without dividing (Montgomery 1985): x stands for x * 2^128.
class Montgomery {
 public:
  explicit Montgomery(Wide n) : n_(n), inverse_(n), one_((0 - n) % n) {
    for (int bits = 3; bits < 128; bits *= 2) inverse_ *= 2 - n * inverse_;
    square_ = one_;
    for (int i = 0; i < 128; ++i) square_ = AddModWide(square_, square_, n);
  }
  Wide one() const { return one_; }
  Wide Of(Wide x) const { return Multiply(x, square_); }
  Wide Multiply(Wide a, Wide b) const {
    const Wide high = MulHigh(a, b), part = MulHigh(a * b * inverse_, n_);
    return high >= part ? high - part : high + (n_ - part);
  }

 private:
  Wide n_, inverse_, one_, square_ = 0;
};

// Of an odd number above 2^64. No composite of 128 bits is known that passes for as many bases.
bool IsWidePrime(Wide n) {
  const Montgomery field(n);
  const Wide one = field.one(), minus_one = n - one;
  Wide odd = n - 1;
  int twos = 0;
  for (; (odd & 1) == 0; odd >>= 1) ++twos;
  for (int base : {2,  3,  5,  7,  11, 13, 17, 19, 23, 29, 31, 37,
                   41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89}) {
    Wide x = one, power = field.Of(static_cast<Wide>(base));
    for (Wide exponent = odd; exponent != 0; exponent >>= 1) {
      if ((exponent & 1) != 0) x = field.Multiply(x, power);
      power = field.Multiply(power, power);
    }
    bool composite = x != one && x != minus_one;
    for (int i = 1; i < twos && composite; ++i) {
      x = field.Multiply(x, x);
      if (x == minus_one) composite = false;
    }
    if (composite) return false;
  }
  return true;
}

Wide GcdWide(Wide a, Wide b) {
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// A factor by Pollard's rho, if one is small enough to be found within a step (some 2^30); else 0.
// Differences are multiplied, so that a divisor is looked for once in many times. When all factors
// come at once these times are gone through again, one by one.
Wide SomeWideFactor(CommandIo& io, Wide n) {
  constexpr int kSteps = 1 << 16, kTogether = 128;
  const Montgomery field(n);
  struct Pair {
    Wide slow = 2, fast = 2;
  } pair;
  const auto next = [&](Pair* p) {
    const auto step = [&](Wide x) { return AddModWide(field.Multiply(x, x), 1, n); };
    p->slow = step(p->slow);
    p->fast = step(step(p->fast));
    return p->slow > p->fast ? p->slow - p->fast : p->fast - p->slow;
  };
  for (int done = 0; done < kSteps && io.account().Tick(kTogether * 16); done += kTogether) {
    Pair before = pair;
    Wide product = field.one();
    for (int i = 0; i < kTogether; ++i) product = field.Multiply(product, next(&pair));
    Wide divisor = GcdWide(n, product);
    for (int i = 0; i < kTogether && divisor == n; ++i) {
      const Wide one = GcdWide(n, next(&before));
      if (one == n) return 0;
      if (one != 1) divisor = one;
    }
    if (divisor != 1) return divisor == n ? 0 : divisor;
  }
  return 0;
}

// Until what is left has 64 bits. False: it is the product of two primes that are both too large to
// be found here, where a step has to end.
bool WideFactors(CommandIo& io, Wide n, std::vector<Wide>* factors) {
  constexpr uint64_t kSmall = 1 << 17, kTogether = 1 << 12;
  for (uint64_t d = 2; (n >> 64) != 0 && d < kSmall; d += d == 2 ? 1 : 2) {
    if (d % kTogether == 1 && !io.account().Tick(kTogether * 4)) return false;
    for (; n % d == 0; n /= d) factors->push_back(d);
  }
  std::vector<Wide> open = {n};
  while (!open.empty()) {
    const Wide one = open.back();
    open.pop_back();
    if ((one >> 64) == 0) {
      for (uint64_t factor : Factors(io, static_cast<uint64_t>(one))) factors->push_back(factor);
    } else if (!io.account().Tick(1 << 16)) {
      return false;
    } else if (IsWidePrime(one)) {
      factors->push_back(one);
    } else {
      const Wide factor = SomeWideFactor(io, one);
      if (factor == 0) return false;
      open.push_back(factor);
      open.push_back(one / factor);
    }
  }
  std::sort(factors->begin(), factors->end());
  return true;
}

// factor [NUMBER...]
class Factor : public Command {
 public:
  Progress Step(CommandIo& io) override {
    Options options(io, {});
    (void)options.Next();
    if (options.status()) return Progress::Done(*options.status());
    std::vector<std::string> operands = options.operands();
    if (!operands.empty()) {
      while (next_ < operands.size()) {
        One(io, operands[next_++]);
        if (io.Tick(4096)) return Progress::Yield();
      }
      return Progress::Done(status_);
    }
    while (true) {
      Line line;
      ReadStatus status = io.ReadLine(0, '\n', &line);
      if (status == ReadStatus::kWait) return Progress::Wait();
      if (status == ReadStatus::kEnd) return Progress::Done(status_);
      if (status == ReadStatus::kError) {
        io.Error("error reading input", io.error());
        return Progress::Done(1);
      }
      // (the line, a word of it, and the message with that word)
      ParseCharge copies(&io.account());
      if (!copies.Charge(5 * line.text.size())) return Progress::Done(2);
      std::string text(line.text);
      for (size_t at = 0; (at = text.find_first_not_of(" \t", at)) != std::string::npos;) {
        size_t end = std::min(text.find_first_of(" \t", at), text.size());
        One(io, text.substr(at, end - at));
        at = end;
      }
      if (io.Tick(text.size() + 4096)) return Progress::Yield();
    }
  }
  void Fields(Archive& archive) override { archive(next_, status_); }

 private:
  void One(CommandIo& io, const std::string& text) {
    std::string_view digits = text;
    if (digits.starts_with('+')) digits.remove_prefix(1);
    Wide number = 0;
    bool good = !digits.empty();
    bool big = false;
    for (char c : digits) {
      good &= c >= '0' && c <= '9';
      big |= good && (__builtin_mul_overflow(number, Wide{10}, &number) ||
                      __builtin_add_overflow(number, static_cast<Wide>(c - '0'), &number));
    }
    std::vector<Wide> factors;
    if (good && !big) big = !WideFactors(io, number, &factors);
    if (!good || big) {
      io.Error(good ? QuoteWord(io, text) + " is too large"
                    : QuoteWord(io, text) + " is not a valid positive integer");
      status_ = 1;
      return;
    }
    std::string line = Decimal(number) + ":";
    for (const Wide factor : factors) line += " " + Decimal(factor);
    io.Out(line + "\n");
  }

  uint64_t next_ = 0;
  int status_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeFactor() { return Make<Factor>(); }

}  // namespace pysub::shell
