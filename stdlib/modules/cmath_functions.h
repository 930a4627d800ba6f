#ifndef PYSUB_STDLIB_MODULES_CMATH_FUNCTIONS_H_
#define PYSUB_STDLIB_MODULES_CMATH_FUNCTIONS_H_

#include <complex>

// The functions of cmath by the formulas that CPython uses, so that all digits are the same. What
// is not finite goes to the C++ library, which follows the same standard (C99, annex G).
namespace pysub::cmath {

using Number = std::complex<double>;

Number Acos(const Number& z);
Number Acosh(const Number& z);
Number Asin(const Number& z);
Number Asinh(const Number& z);
Number Atan(const Number& z);
Number Atanh(const Number& z);
Number Cos(const Number& z);
Number Cosh(const Number& z);
Number Exp(const Number& z);
Number Log(const Number& z);  // not of 0
Number Sin(const Number& z);
Number Sinh(const Number& z);
Number Sqrt(const Number& z);
Number Tan(const Number& z);
Number Tanh(const Number& z);

}  // namespace pysub::cmath

#endif  // PYSUB_STDLIB_MODULES_CMATH_FUNCTIONS_H_
