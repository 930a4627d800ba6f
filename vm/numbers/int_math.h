#ifndef PYSUB_VM_NUMBERS_INT_MATH_H_
#define PYSUB_VM_NUMBERS_INT_MATH_H_

// The integer functions of `math` whose results grow: factorial, perm, comb; and logarithms of
// integers too large for a double. Contract as in limbs.h.

#include "vm/numbers/limbs.h"

namespace pysub {

// n!. Any n whose result could be held; the bound is kTooManyLimbs otherwise.
size_t FactorialLimbs(uint64_t n);
size_t FactorialScratch(uint64_t n);
NumberError Factorial(uint64_t n, LimbsOut out, LimbsOut scratch, Ticker ticker, IntResult* result);

// n * (n-1) * ... * (n-k+1) for n >= 0; 0 when k > n.
size_t PermLimbs(IntView n, uint64_t k);
size_t PermScratch(IntView n, uint64_t k);
NumberError Perm(IntView n, uint64_t k, LimbsOut out, LimbsOut scratch, Ticker ticker,
                 IntResult* result);

// The binomial coefficient for n >= 0; the caller passes min(k, n-k). 0 when k > n.
size_t CombLimbs(IntView n, uint64_t k);
size_t CombScratch(IntView n, uint64_t k);
NumberError Comb(IntView n, uint64_t k, LimbsOut out, LimbsOut scratch, Ticker ticker,
                 IntResult* result);

// math.log, log2, log10 of a positive integer of any size, as CPython rounds them.
double LogInt(IntView a);
double Log2Int(IntView a);
double Log10Int(IntView a);

}  // namespace pysub

#endif  // PYSUB_VM_NUMBERS_INT_MATH_H_
