#ifndef PYSUB_SHELL_COMMANDS_CALCULATORS_BC_LIBRARY_H_
#define PYSUB_SHELL_COMMANDS_CALCULATORS_BC_LIBRARY_H_

#include <string_view>

namespace pysub::shell::calc {

// The functions of bc -l: s, c, a, l, e, j, as a program.
//
// Each sums a series until a term is zero at its working scale, and cuts off. So the last digits
// depend on how the argument is made small first and on how many digits are carried along: both are
// what GNU's bc was seen to do (tests/shell/cases/text_bc_library.case).
inline constexpr std::string_view kBcLibrary = R"(
define e(x) {
  auto digits, below, halvings, power, factorial, n, term, sum
  digits = scale
  if (x < 0) {
    below = 1
    x = -x
  }
  n = 6 + digits + .44 * x
  scale = scale(x) + 1
  while (x > 1) {
    halvings += 1
    x /= 2
    scale += 1
  }
  scale = n
  power = x
  factorial = 1
  sum = 1 + x
  n = 2
  while (1) {
    power *= x
    factorial *= n
    term = power / factorial
    if (term == 0) break
    sum += term
    n += 1
  }
  for (; halvings > 0; halvings--) sum *= sum
  scale = digits
  if (below) return 1 / sum
  return sum / 1
}

define l(x) {
  auto digits, factor, step, square, term, n, sum
  if (x <= 0) return (1 - 10 ^ scale) / 1
  digits = scale
  scale += 6
  factor = 2
  while (x >= 2) {
    factor *= 2
    x = sqrt(x)
  }
  while (x <= .5) {
    factor *= 2
    x = sqrt(x)
  }
  step = (x - 1) / (x + 1)
  square = step * step
  sum = step
  for (n = 3; 1; n += 2) {
    step *= square
    term = step / n
    if (term == 0) break
    sum += term
  }
  sum *= factor
  scale = digits
  return sum / 1
}

define s(x) {
  auto digits, below, quarter, n, square, term, sum
  digits = scale
  scale = 1.1 * digits + 2
  quarter = a(1)
  if (x < 0) {
    below = 1
    x = -x
  }
  scale = 0
  n = (x / quarter + 2) / 4
  x -= 4 * n * quarter
  if (n % 2) x = -x
  scale = digits + 2
  square = -x * x
  term = x
  sum = x
  for (n = 3; 1; n += 2) {
    term *= square / (n * (n - 1))
    if (term == 0) break
    sum += term
  }
  scale = digits
  if (below) return -sum / 1
  return sum / 1
}

define c(x) {
  auto digits, sine
  digits = scale
  scale *= 1.2
  sine = s(x + 2 * a(1))
  scale = digits
  return sine / 1
}

define a(x) {
  auto digits, sign, fifths, angle, power, square, term, n, sum
  sign = 1
  if (x < 0) {
    sign = -1
    x = -x
  }
  if (x == 1) {
    if (scale <= 25) return .7853981633974483096156608 / sign
    if (scale <= 40) return .7853981633974483096156608458198757210492 / sign
    if (scale <= 60) return .785398163397448309615660845819875721049292349843776455243736 / sign
  }
  if (x == .2) {
    if (scale <= 25) return .1973955598498807583700497 / sign
    if (scale <= 40) return .1973955598498807583700497651947902934475 / sign
    if (scale <= 60) return .197395559849880758370049765194790293447585103787852101517688 / sign
  }
  digits = scale
  if (x > .2) {
    scale = digits + 5
    angle = a(.2)
  }
  scale = digits + 3
  for (; x > .2; fifths++) x = (x - .2) / (1 + x * .2)
  power = x
  sum = x
  square = -x * x
  for (n = 3; 1; n += 2) {
    power *= square
    term = power / n
    if (term == 0) break
    sum += term
  }
  scale = digits
  return (fifths * angle + sum) / sign
}

define j(n, x) {
  auto digits, below, i, factor, square, term, sum
  digits = scale
  scale = 0
  n = n / 1
  if (n < 0) {
    n = -n
    if (n % 2 == 1) below = 1
  }
  factor = 1
  for (i = 2; i <= n; i++) factor *= i
  scale = 1.5 * digits
  factor = x ^ n / 2 ^ n / factor
  term = 1
  sum = 1
  square = -x * x / 4
  scale = 1.5 * digits + length(factor) - scale(factor)
  for (i = 1; 1; i++) {
    term = term * square / i / (n + i)
    if (term == 0) break
    sum += term
  }
  scale = digits
  if (below) return -factor * sum / 1
  return factor * sum / 1
}
)";

}  // namespace pysub::shell::calc

#endif  // PYSUB_SHELL_COMMANDS_CALCULATORS_BC_LIBRARY_H_
