// hashlib.scrypt: RFC 7914. Its memory is charged before it is taken, each of its
// mixings looks at the clock.

#include "stdlib/modules/hashlib_scrypt.h"

#include <nettle/hmac.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "stdlib/modules/library_function.h"
#include "vm/objects/bytes.h"
#include "vm/objects/numbers.h"

namespace pysub {
namespace {

using Words = uint32_t[16];

// Salsa20 with 8 rounds, added to what was there.
void Salsa(Words block) {
  Words x;
  std::copy(block, block + 16, x);
  auto quarter = [&x](int a, int b, int c, int d) {
    x[b] ^= std::rotl(x[a] + x[d], 7);
    x[c] ^= std::rotl(x[b] + x[a], 9);
    x[d] ^= std::rotl(x[c] + x[b], 13);
    x[a] ^= std::rotl(x[d] + x[c], 18);
  };
  for (int round = 0; round < 8; round += 2) {
    quarter(0, 4, 8, 12), quarter(5, 9, 13, 1), quarter(10, 14, 2, 6), quarter(15, 3, 7, 11);
    quarter(0, 1, 2, 3), quarter(5, 6, 7, 4), quarter(10, 11, 8, 9), quarter(15, 12, 13, 14);
  }
  for (int i = 0; i < 16; ++i) block[i] += x[i];
}

// Mixes 2r blocks; the even ones come first then. `other` is as large as `blocks`.
Status MixBlocks(Vm& vm, uint32_t* blocks, uint32_t* other, uint64_t r) {
  Words x;
  std::copy(blocks + (2 * r - 1) * 16, blocks + 2 * r * 16, x);
  for (uint64_t i = 0; i < 2 * r; ++i) {
    if (i % 64 == 0 && !vm.Tick(4 * std::min<uint64_t>(2 * r - i, 64))) return Failure{};
    for (int k = 0; k < 16; ++k) x[k] ^= blocks[i * 16 + k];
    Salsa(x);
    std::copy(x, x + 16, other + (i / 2 + (i % 2) * r) * 16);
  }
  std::copy(other, other + 32 * r, blocks);
  return Done{};
}

// One of the p parts, 32r words; `table` has room for n times as many.
Status MixPart(Vm& vm, uint32_t* part, uint32_t* table, uint32_t* other, uint64_t n, uint64_t r) {
  const uint64_t words = 32 * r;
  for (uint64_t i = 0; i < n; ++i) {
    if (!vm.Tick(r)) return Failure{};
    std::copy(part, part + words, table + i * words);
    TRY(MixBlocks(vm, part, other, r));
  }
  for (uint64_t i = 0; i < n; ++i) {
    const uint32_t* row = table + (part[words - 16] & (n - 1)) * words;
    for (uint64_t k = 0; k < words; ++k) part[k] ^= row[k];
    TRY(MixBlocks(vm, part, other, r));
  }
  return Done{};
}

// Hashes long texts piece by piece, with a look at the clock between.
template <typename Update>
Status InPieces(Vm& vm, std::string_view text, const Update& update) {
  constexpr size_t kPiece = 65536;
  for (; !text.empty(); text.remove_prefix(std::min(kPiece, text.size()))) {
    const std::string_view piece = text.substr(0, kPiece);
    if (!vm.Tick(piece.size() / 16 + 1)) return Failure{};
    update(piece.size(), reinterpret_cast<const uint8_t*>(piece.data()));
  }
  return Done{};
}

// PBKDF2 with HMAC-SHA-256 and one iteration.
Status Derive(Vm& vm, std::string_view password, std::string_view salt, uint8_t* out,
              size_t length) {
  uint8_t digest[SHA256_DIGEST_SIZE];
  hmac_sha256_ctx salted;
  if (password.size() > SHA256_BLOCK_SIZE) {  // its hash is the key, as HMAC has it
    sha256_ctx key;
    sha256_init(&key);
    TRY(InPieces(vm, password,
                 [&](size_t size, const uint8_t* bytes) { sha256_update(&key, size, bytes); }));
    sha256_digest(&key, sizeof(digest), digest);
    password = {reinterpret_cast<const char*>(digest), sizeof(digest)};
  }
  hmac_sha256_set_key(&salted, password.size(), reinterpret_cast<const uint8_t*>(password.data()));
  TRY(InPieces(vm, salt, [&](size_t size, const uint8_t* bytes) {
    hmac_sha256_update(&salted, size, bytes);
  }));
  for (uint32_t number = 1; length > 0; ++number) {
    if (!vm.Tick(8)) return Failure{};
    const uint8_t suffix[] = {static_cast<uint8_t>(number >> 24),
                              static_cast<uint8_t>(number >> 16), static_cast<uint8_t>(number >> 8),
                              static_cast<uint8_t>(number)};
    hmac_sha256_ctx block = salted;
    hmac_sha256_update(&block, sizeof(suffix), suffix);
    const size_t size = std::min<size_t>(length, SHA256_DIGEST_SIZE);
    hmac_sha256_digest(&block, size, out);
    out += size;
    length -= size;
  }
  return Done{};
}

// A cost, as CPython asks for it.
Status Cost(Vm& vm, Value v, std::string_view name, uint64_t* out) {
  if (v.IsUndefined() || v.IsNone())
    return vm.TypeError(name, " is required and must be an unsigned int");
  if (!IsIntLike(v))
    return vm.TypeError("scrypt() argument '", name, "' must be int, not ", vm.TypeName(v));
  const int64_t number = TRY(vm.ToIndexClamped(v));
  if (number < 0) return vm.TypeError(name, " is required and must be an unsigned int");
  *out = static_cast<uint64_t>(number);
  return Done{};
}
Status Size(Vm& vm, Value v, int64_t fallback, int64_t* out) {
  *out = fallback;
  if (!v.IsUndefined()) *out = TRY(vm.ToIndex(v));
  return Done{};
}

}  // namespace

// scrypt(password, *, salt=None, n=None, r=None, p=None, maxmem=0, dklen=64)
Value HashlibScrypt(Vm& vm, const Args& a) {
  BytesArgument password(vm), salt(vm);
  TRY(password.Get(a[0]));
  if (!a.has(1) || a[1].IsNone()) return vm.TypeError("salt is required");
  TRY(salt.Get(a[1]));
  uint64_t n, r, p;
  TRY(Cost(vm, a[2], "n", &n));
  if (n < 2 || (n & (n - 1)) != 0) return vm.ValueError("n must be a power of 2.");
  TRY(Cost(vm, a[3], "r", &r));
  TRY(Cost(vm, a[4], "p", &p));
  int64_t most, length;
  TRY(Size(vm, a[5], 0, &most));
  if (most < 0 || most > INT32_MAX)
    return vm.ValueError("maxmem must be positive and smaller than ", int64_t{INT32_MAX});
  TRY(Size(vm, a[6], 64, &length));
  if (length < 1 || length > INT32_MAX) {
    return vm.ValueError("dklen must be greater than 0 and smaller than ", int64_t{INT32_MAX});
  }
  if (r == 0 || p == 0 || r >= (1 << 30) || p > ((1 << 30) - 1) / r) {
    return vm.ValueError("Invalid parameter combination for n, r, p, maxmem.");
  }
  constexpr std::string_view kTooMuch = "[digital envelope routines] memory limit exceeded";
  if (16 * r < 64 && n >= uint64_t{1} << 16 * r) return vm.ValueError(kTooMuch);
  if (most == 0) most = 32 << 20;
  const uint64_t limit = static_cast<uint64_t>(most);
  // The parts, the table and two rows.
  if (n > limit / (128 * r) || 128 * r * (n + 2 + p) > limit) return vm.ValueError(kTooMuch);

  const uint64_t words = 32 * r;
  ScratchCharge charge(vm, 4 * words * (n + 1 + p) + 64);
  if (!charge.ok()) return Value::Failed();
  char* out;
  const Value result =
      TRY(NewBytesUninitialized(vm, TypeId::kBytes, static_cast<size_t>(length), &out));
  std::vector<uint32_t> table(words * n), other(words), parts(words * p);
  TRY(Derive(vm, password.view(), salt.view(), reinterpret_cast<uint8_t*>(parts.data()),
             parts.size() * 4));
  static_assert(std::endian::native == std::endian::little);
  for (uint64_t i = 0; i < p; ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    TRY(MixPart(vm, parts.data() + i * words, table.data(), other.data(), n, r));
  }
  TRY(Derive(vm, password.view(), {reinterpret_cast<const char*>(parts.data()), parts.size() * 4},
             reinterpret_cast<uint8_t*>(out), static_cast<size_t>(length)));
  return result;
}

}  // namespace pysub
