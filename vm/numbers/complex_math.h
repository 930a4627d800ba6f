#ifndef PYSUB_VM_NUMBERS_COMPLEX_MATH_H_
#define PYSUB_VM_NUMBERS_COMPLEX_MATH_H_

// Complex arithmetic of CPython 3.14, including its mixed real and complex rules: a real operand is
// not first made complex, so that signed zeros and infinities survive.

#include <cstdint>

#include "vm/numbers/float_text.h"
#include "vm/numbers/kernel.h"

namespace pysub {

constexpr Complex ComplexAdd(Complex a, Complex b) { return {a.real + b.real, a.imag + b.imag}; }
constexpr Complex ComplexAdd(Complex a, double b) { return {a.real + b, a.imag}; }
constexpr Complex ComplexSub(Complex a, Complex b) { return {a.real - b.real, a.imag - b.imag}; }
constexpr Complex ComplexSub(Complex a, double b) { return {a.real - b, a.imag}; }
constexpr Complex ComplexSub(double a, Complex b) { return {a - b.real, -b.imag}; }
constexpr Complex ComplexNegate(Complex a) { return {-a.real, -a.imag}; }
Complex ComplexMul(Complex a, Complex b);
constexpr Complex ComplexMul(Complex a, double b) { return {a.real * b, a.imag * b}; }
// ZeroDivisionError "division by zero".
NumberError ComplexDivide(Complex a, Complex b, Complex* out);
NumberError ComplexDivide(Complex a, double b, Complex* out);
NumberError ComplexDivide(double a, Complex b, Complex* out);
// ZeroDivisionError "zero to a negative or complex power", OverflowError "complex exponentiation".
NumberError ComplexPow(Complex a, Complex b, Complex* out);
// abs(): OverflowError "absolute value too large".
NumberError ComplexAbs(Complex a, double* out);
// `nan_hash` as in HashDouble.
int64_t HashComplex(Complex a, int64_t nan_hash);

// sum() of complex numbers: each part compensated. See CompensatedSum.

}  // namespace pysub

#endif  // PYSUB_VM_NUMBERS_COMPLEX_MATH_H_
