// The scratch that the size functions promise is enough, whatever the sizes.

#include "vm/numbers/magnitude.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace pysub {
namespace {

size_t ASize(std::mt19937_64& random) {
  const size_t limits[] = {3, 40, 800, 1700, 2100, 5000, 9000, 50000, 3000000};
  return 1 + random() % limits[random() % 9];
}

TEST(MagnitudeTest, ABoundOfScratchCoversAllSmallerMultiplications) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    const size_t n = ASize(random);
    const size_t m = ASize(random);
    const size_t smaller_n = 1 + random() % n;
    const size_t smaller_m = 1 + random() % m;
    ASSERT_LE(MulMagnitudeScratch(smaller_n, smaller_m), MulMagnitudeScratchBound(n, m))
        << n << " " << m << " " << smaller_n << " " << smaller_m;
  }
}

TEST(MagnitudeTest, ABoundOfScratchCoversAllSmallerDivisions) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 200000; ++i) {
    const size_t n = ASize(random);
    const size_t numerator = 1 + random() % n;
    const size_t denominator = 1 + random() % numerator;
    ASSERT_LE(DivMagnitudeScratch(numerator, denominator), DivMagnitudeScratchBound(n))
        << n << " " << numerator << " " << denominator;
  }
}

std::vector<Limb> Limbs(size_t size, std::mt19937_64& random) {
  std::vector<Limb> limbs(size);
  // Runs of ones and zeros reach the rare corrections of a division.
  for (Limb& limb : limbs) {
    const uint64_t kind = random() % 4;
    limb = kind == 0 ? 0 : kind == 1 ? ~Limb{0} : random();
  }
  if (limbs.back() == 0) limbs.back() = 1;
  return limbs;
}

// q * d + r = n and r < d, around the sizes where the algorithm changes.
TEST(MagnitudeTest, LargeDivisionsMultiplyBack) {
  std::mt19937_64 random(3);
  const size_t sizes[] = {1, 2, 100, 799, 800, 801, 1600, 1601, 2000, 2001, 3999, 4001, 6500};
  for (const size_t dn : sizes) {
    for (const size_t extra : sizes) {
      const size_t nn = dn + extra - 1;
      const std::vector<Limb> n = Limbs(nn, random);
      const std::vector<Limb> d = Limbs(dn, random);
      std::vector<Limb> quotient(nn - dn + 1), rest(dn), scratch(DivMagnitudeScratch(nn, dn));
      ASSERT_TRUE(DivMagnitude(quotient.data(), rest.data(), n.data(), nn, d.data(), dn,
                               Scratch(scratch), Ticker()));
      EXPECT_LT(CompareMagnitude(rest.data(), Normalize(rest.data(), dn), d.data(), dn), 0);
      std::vector<Limb> product(nn + 1), space(MulMagnitudeScratch(dn, quotient.size()));
      ASSERT_TRUE(MulMagnitude(product.data(), d.data(), dn, quotient.data(), quotient.size(),
                               Scratch(space), Ticker()));
      mpn_add(product.data(), product.data(), static_cast<mp_size_t>(nn + 1), rest.data(),
              static_cast<mp_size_t>(dn));
      EXPECT_EQ(product.back(), 0u);
      product.pop_back();
      EXPECT_EQ(product, n) << nn << " " << dn;
    }
  }
}

// The cut multiplication gives what GMP gives in one piece.
TEST(MagnitudeTest, LargeProductsAreGmps) {
  std::mt19937_64 random(4);
  const size_t sizes[] = {1, 7, 700, 1999, 2000, 2001, 4001, 8003, 9000};
  for (const size_t an : sizes) {
    for (const size_t bn : sizes) {
      const std::vector<Limb> a = Limbs(an, random);
      const std::vector<Limb> b = Limbs(bn, random);
      std::vector<Limb> product(an + bn), expected(an + bn), scratch(MulMagnitudeScratch(an, bn));
      ASSERT_TRUE(
          MulMagnitude(product.data(), a.data(), an, b.data(), bn, Scratch(scratch), Ticker()));
      if (an >= bn) {
        mpn_mul(expected.data(), a.data(), static_cast<mp_size_t>(an), b.data(),
                static_cast<mp_size_t>(bn));
      } else {
        mpn_mul(expected.data(), b.data(), static_cast<mp_size_t>(bn), a.data(),
                static_cast<mp_size_t>(an));
      }
      EXPECT_EQ(product, expected) << an << " " << bn;
    }
  }
}

}  // namespace
}  // namespace pysub
