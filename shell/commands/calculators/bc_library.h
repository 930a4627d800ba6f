#ifndef PYSUB_SHELL_COMMANDS_CALCULATORS_BC_LIBRARY_H_
#define PYSUB_SHELL_COMMANDS_CALCULATORS_BC_LIBRARY_H_

#include <string_view>

namespace pysub::shell::calc {

// The functions of bc -l: s, c, a, l, e, j, as a program.
//
// Each makes its argument small, sums the Taylor series with some digits more than are asked for,
// until a term is zero, and cuts off. So all digits that are shown are right; GNU's bc is wrong in
// the last ones of s() and c() of large arguments, and with a small scale (README.md there). Only
// digits by themselves are written here: of others ibase says what they mean.
//
//   e  e^x = (e^(x / 2^n))^(2^n)
//   l  x = m * 2^n, 3/4 <= m <= 3/2; ln y = 2 artanh((y - 1) / (y + 1)) for m and 2
//   s  c  x minus the nearest multiple of pi, whose parity is the sign
//   a  arctan x = 2 arctan(x / (1 + sqrt(1 + x^2)))
//   j  sum of (-x^2 / 4)^i / (i! (n + i)!) times (x / 2)^n; terms grow up to e^x, which costs as
//      many digits
inline constexpr std::string_view kBcLibrary = R"(
define e(x) {
  auto digits, below, halvings, rest, n, term, sum
  digits = scale
  if (x < 0) {
    below = 1
    x = -x
  }
  for (rest = x; 9 * rest > 1; rest /= 2) halvings += 1
  scale = digits + x / 2 + halvings / 3 + 9 + 3
  rest = x / 2 ^ halvings
  term = 1
  for (n = 1; term != 0; n++) {
    sum += term
    term = term * rest / n
  }
  for (; halvings > 0; halvings--) sum *= sum
  scale = digits
  if (below) return 1 / sum
  return sum / 1
}

define l(x) {
  auto digits, doublings, part, n, power, square, term, sum, two
  if (x <= 0) return (1 - A ^ scale) / 1
  digits = scale
  scale = digits + length(x) + 9
  for (; 2 * x > 3; x /= 2) doublings += 1
  for (; 4 * x < 3; x *= 2) doublings -= 1
  for (part = 0; part < 2; part++) {
    power = (x - 1) / (x + 1)
    square = power * power
    sum = 0
    term = power
    for (n = 3; term != 0; n += 2) {
      sum += term
      power *= square
      term = power / n
    }
    if (part == 0) {
      two = sum
      if (doublings == 0) break
      x = 2
    }
  }
  if (part == 2) two += doublings * sum
  scale = digits
  return 2 * two / 1
}

define s(x) {
  auto digits, pi, turns, n, square, term, sum
  digits = scale
  scale = digits + length(x) + 9
  pi = 4 * a(1)
  scale = 0
  turns = (2 * x / pi + 1 - 2 * (x < 0)) / 2
  scale = digits + 9
  x -= turns * pi
  square = x * x
  term = x
  for (n = 2; term != 0; n += 2) {
    sum += term
    term = -term * square / (n * (n + 1))
  }
  scale = 0
  if (turns % 2 != 0) sum = -sum
  scale = digits
  return sum / 1
}

define c(x) {
  auto digits, pi, turns, n, square, term, sum
  digits = scale
  scale = digits + length(x) + 9
  pi = 4 * a(1)
  scale = 0
  turns = (2 * x / pi + 1 - 2 * (x < 0)) / 2
  scale = digits + 9
  x -= turns * pi
  square = x * x
  term = 1
  for (n = 1; term != 0; n += 2) {
    sum += term
    term = -term * square / (n * (n + 1))
  }
  scale = 0
  if (turns % 2 != 0) sum = -sum
  scale = digits
  return sum / 1
}

define a(x) {
  auto digits, below, halvings, n, power, square, term, sum
  digits = scale
  if (x < 0) {
    below = 1
    x = -x
  }
  scale = digits + 9
  for (; 9 * x > 1; halvings++) x /= 1 + sqrt(1 + x * x)
  square = -x * x
  power = x
  term = x
  for (n = 3; term != 0; n += 2) {
    sum += term
    power *= square
    term = power / n
  }
  sum *= 2 ^ halvings
  scale = digits
  if (below) return -sum / 1
  return sum / 1
}

define j(n, x) {
  auto digits, below, i, square, term, sum
  digits = scale
  scale = 0
  n /= 1
  if (n < 0) {
    n = -n
    below = n % 2
  }
  scale = digits + 9
  if (x < 0) scale -= x
  if (x > 0) scale += x
  term = 1
  for (i = 1; i <= n; i++) term = term * x / (2 * i)
  square = -x * x / 4
  for (i = 1; term != 0; i++) {
    sum += term
    term = term * square / (i * (n + i))
  }
  scale = digits
  if (below) return -sum / 1
  return sum / 1
}
)";

}  // namespace pysub::shell::calc

#endif  // PYSUB_SHELL_COMMANDS_CALCULATORS_BC_LIBRARY_H_
