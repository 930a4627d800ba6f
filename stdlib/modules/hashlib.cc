// hashlib. CPython 3.14 library, "hashlib". MD5, SHA-1, SHA-2 and SHA-3 are nettle's; BLAKE2 with
// all its parameters is in blake2.h. A hash object holds the context of its algorithm as bytes, so
// that it is saved with the rest.

#include <nettle/md5.h>
#include <nettle/nettle-meta.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/sha3.h>

#include <cstddef>
#include <cstring>

#include "lexer/base/blake2.h"
#include "stdlib/modules/hashlib_scrypt.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/numbers.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

enum AlgorithmId : uint8_t {
  kMd5,
  kSha1,
  kSha224,
  kSha256,
  kSha384,
  kSha512,
  kSha3_224,
  kSha3_256,
  kSha3_384,
  kSha3_512,
  kShake128,
  kShake256,
  kBlake2b,
  kBlake2s,
  kAlgorithms,
};

// SHAKE: the same sponge with another rate. nettle 3.8 has the permutation of all of them.
constexpr uint32_t kShake128Rate = 168;
struct ShakeContext {
  sha3_state state;
  uint32_t index, rate;
  uint8_t block[kShake128Rate];
};

void ShakeAbsorb(ShakeContext* c) {
  for (uint32_t i = 0; i < c->rate / 8; ++i) {
    uint64_t word;
    std::memcpy(&word, c->block + i * 8, 8);
    c->state.a[i] ^= word;
  }
  sha3_permute(&c->state);
  c->index = 0;
}
void ShakeUpdate(void* context, size_t size, const uint8_t* data) {
  ShakeContext* c = static_cast<ShakeContext*>(context);
  for (; size > 0;) {
    size_t part = std::min<size_t>(size, c->rate - c->index);
    std::memcpy(c->block + c->index, data, part);
    c->index += static_cast<uint32_t>(part);
    data += part;
    size -= part;
    if (c->index == c->rate) ShakeAbsorb(c);
  }
}
template <uint32_t kRate>
void ShakeInit(void* context) {
  std::memset(context, 0, sizeof(ShakeContext));
  static_cast<ShakeContext*>(context)->rate = kRate;
}

// What an algorithm consists of. The index of contexts is where the next byte goes in the block.
struct Algorithm {
  std::string_view name;
  uint32_t context_size, digest_size, block_size;
  uint32_t index_offset;
  void (*init)(void*);
  void (*update)(void*, size_t, const uint8_t*);
  void (*digest)(void*, size_t, uint8_t*);
};
template <auto kFunction>
void Init(void* c) {
  using Context = std::remove_pointer_t<decltype(
      []<typename C>(void (*)(C*)) -> C* { return nullptr; }(kFunction))>;
  kFunction(static_cast<Context*>(c));
}
template <typename Context, void (*kUpdate)(Context*, size_t, const uint8_t*)>
void Update(void* c, size_t size, const uint8_t* data) {
  kUpdate(static_cast<Context*>(c), size, data);
}
template <typename Context, void (*kDigest)(Context*, size_t, uint8_t*)>
void Digest(void* c, size_t size, uint8_t* out) {
  kDigest(static_cast<Context*>(c), size, out);
}
#define PYSUB_HASH(name, ctx, digest_size, block_size, prefix, update)                     \
  {                                                                                        \
    name, sizeof(ctx), digest_size, block_size, offsetof(ctx, index), Init<prefix##_init>, \
        Update<ctx, update>, Digest<ctx, prefix##_digest>                                  \
  }
constexpr Algorithm kTable[] = {
    PYSUB_HASH("md5", md5_ctx, 16, 64, nettle_md5, nettle_md5_update),
    PYSUB_HASH("sha1", sha1_ctx, 20, 64, nettle_sha1, nettle_sha1_update),
    PYSUB_HASH("sha224", sha256_ctx, 28, 64, nettle_sha224, nettle_sha256_update),
    PYSUB_HASH("sha256", sha256_ctx, 32, 64, nettle_sha256, nettle_sha256_update),
    PYSUB_HASH("sha384", sha512_ctx, 48, 128, nettle_sha384, nettle_sha512_update),
    PYSUB_HASH("sha512", sha512_ctx, 64, 128, nettle_sha512, nettle_sha512_update),
    PYSUB_HASH("sha3_224", sha3_224_ctx, 28, 144, nettle_sha3_224, nettle_sha3_224_update),
    PYSUB_HASH("sha3_256", sha3_256_ctx, 32, 136, nettle_sha3_256, nettle_sha3_256_update),
    PYSUB_HASH("sha3_384", sha3_384_ctx, 48, 104, nettle_sha3_384, nettle_sha3_384_update),
    PYSUB_HASH("sha3_512", sha3_512_ctx, 64, 72, nettle_sha3_512, nettle_sha3_512_update),
    {"shake_128", sizeof(ShakeContext), 0, kShake128Rate, offsetof(ShakeContext, index),
     ShakeInit<kShake128Rate>, ShakeUpdate, nullptr},
    {"shake_256", sizeof(ShakeContext), 0, 136, offsetof(ShakeContext, index), ShakeInit<136>,
     ShakeUpdate, nullptr},
    {"blake2b", sizeof(Blake2bContext), 64, 128, offsetof(Blake2bContext, index), nullptr,
     Blake2Update<Blake2bContext>, Blake2Digest<Blake2bContext>},
    {"blake2s", sizeof(Blake2sContext), 32, 64, offsetof(Blake2sContext, index), nullptr,
     Blake2Update<Blake2sContext>, Blake2Digest<Blake2sContext>},
};
#undef PYSUB_HASH
constexpr size_t kMaxContext = 512;
static_assert(sizeof(ShakeContext) <= kMaxContext && sizeof(sha3_224_ctx) <= kMaxContext &&
              sizeof(Blake2bContext) <= kMaxContext && sizeof(sha512_ctx) <= kMaxContext);

// The state of the algorithm is plain bytes in a buffer, so a hash in the middle of its work can be
// copied and saved.
struct HashObject : Object {
  RawWord algorithm;
  Value context;  // Buffer
};
HashObject* AsHash(Value v) { return v.As<HashObject>(); }
const Algorithm& AlgorithmOf(Value v) { return kTable[AsHash(v)->algorithm]; }
char* ContextOf(Value v) { return AsHash(v)->context.As<Buffer>()->bytes(); }

TypeId TypeOfAlgorithm(int id) {
  if (id == kBlake2b) return TypeId::kBlake2b;
  if (id == kBlake2s) return TypeId::kBlake2s;
  return id == kShake128 || id == kShake256 ? TypeId::kHashXofObject : TypeId::kHashObject;
}

Value NewHash(Vm& vm, int id) {
  Buffer* context = TRY(vm.NewBuffer(kTable[id].context_size));
  HashObject* object = TRY(vm.New<HashObject>(TypeOfAlgorithm(id)));
  object->algorithm = static_cast<RawWord>(id);
  object->context = Value::Of(context);
  std::memset(context->bytes(), 0, kTable[id].context_size);
  if (kTable[id].init != nullptr) kTable[id].init(context->bytes());
  return Value::Of(object);
}

// What is hashed: "Strings must be encoded before hashing".
Status GetData(Vm& vm, Value v, BytesArgument* data) {
  if (Vm::IsStr(v)) return vm.TypeError("Strings must be encoded before hashing");
  if (!IsBytesLike(vm, v)) return vm.TypeError("object supporting the buffer API required");
  return data->Get(v);
}
// In pieces, so that the clock is looked at.
Status Feed(Vm& vm, const Algorithm& algorithm, void* context, std::string_view data) {
  constexpr size_t kPiece = 1 << 16;
  for (size_t at = 0; at < data.size(); at += kPiece) {
    std::string_view piece = data.substr(at, kPiece);
    if (!vm.Tick(piece.size() / 16 + 1)) return Failure{};
    algorithm.update(context, piece.size(), reinterpret_cast<const uint8_t*>(piece.data()));
  }
  return Done{};
}
Status FeedValue(Vm& vm, Value hash, Value v) {
  BytesArgument data(vm);
  TRY(GetData(vm, v, &data));
  // A limit may stop in the middle; nothing is repeated after that.
  return Feed(vm, AlgorithmOf(hash), ContextOf(hash), data.view());
}

// md5(data=b'', *, usedforsecurity=True, string=None)
template <int kId>
Value Make(Vm& vm, const Args& a) {
  Value data = a.has(0) ? a[0] : Value::Undefined();
  if (a.has(2) && !a[2].IsNone()) {
    if (!data.IsUndefined()) {
      return vm.TypeError(
          "'data' and 'string' are mutually exclusive and support for 'string' keyword parameter "
          "is "
          "slated for removal in a future version.");
    }
    data = a[2];
  }
  Value hash = TRY(NewHash(vm, kId));
  if (!data.IsUndefined()) TRY(FeedValue(vm, hash, data));
  return hash;
}

Value UpdateMethod(Vm& vm, const Args& a) {
  TRY(FeedValue(vm, a[0], a[1]));
  return Value::None();
}
Value Copy(Vm& vm, const Args& a) {
  Value hash = TRY(NewHash(vm, static_cast<int>(AsHash(a[0])->algorithm)));
  std::memcpy(ContextOf(hash), ContextOf(a[0]), AlgorithmOf(a[0]).context_size);
  return hash;
}

uint32_t DigestSize(Value v) {
  if (AsHash(v)->algorithm == kBlake2b)
    return reinterpret_cast<Blake2bContext*>(ContextOf(v))->digest_size;
  if (AsHash(v)->algorithm == kBlake2s)
    return reinterpret_cast<Blake2sContext*>(ContextOf(v))->digest_size;
  return AlgorithmOf(v).digest_size;
}
// Into out[0 ... DigestSize); the object itself goes on as before.
void DigestOf(Value v, uint8_t* out) {
  alignas(16) char context[kMaxContext];
  std::memcpy(context, ContextOf(v), AlgorithmOf(v).context_size);
  AlgorithmOf(v).digest(context, DigestSize(v), out);
}
Value HexOf(Vm& vm, std::string_view bytes) {
  TextBuilder out(vm);
  for (char c : bytes) {
    if (!out.ok()) break;
    out.Append("0123456789abcdef"[static_cast<uint8_t>(c) >> 4]);
    out.Append("0123456789abcdef"[c & 15]);
  }
  return out.Finish();
}
Value DigestMethod(Vm& vm, const Args& a) {
  uint8_t digest[64];
  DigestOf(a[0], digest);
  return vm.NewBytes({reinterpret_cast<char*>(digest), DigestSize(a[0])});
}
Value HexDigest(Vm& vm, const Args& a) {
  uint8_t digest[64];
  DigestOf(a[0], digest);
  return HexOf(vm, {reinterpret_cast<char*>(digest), DigestSize(a[0])});
}

// `length` bytes of a SHAKE's endless digest.
Value Squeeze(Vm& vm, const Args& a) {
  int64_t length = TRY(SizeArgument(vm, a[1]));
  if (length < 0) return vm.ValueError("Cannot convert negative int");
  if (length >= int64_t{1} << 29) return vm.ValueError("length is too large");
  char* out;
  Value result = TRY(NewBytesUninitialized(vm, TypeId::kBytes, static_cast<size_t>(length), &out));
  ShakeContext c;
  std::memcpy(&c, ContextOf(a[0]), sizeof(c));
  std::memset(c.block + c.index, 0, c.rate - c.index);
  c.block[c.index] |= 0x1F;
  c.block[c.rate - 1] |= 0x80;
  ShakeAbsorb(&c);
  for (int64_t done = 0; done < length;) {
    if (!vm.Tick(8)) return Value::Failed();
    size_t part = std::min<size_t>(c.rate, static_cast<size_t>(length - done));
    std::memcpy(out + done, c.state.a, part);
    done += static_cast<int64_t>(part);
    if (done < length) sha3_permute(&c.state);
  }
  return result;
}
Value ShakeDigest(Vm& vm, const Args& a) { return Squeeze(vm, a); }
Value ShakeHexDigest(Vm& vm, const Args& a) {
  Value bytes = TRY(Squeeze(vm, a));
  return HexOf(vm, bytes.As<Bytes>()->view());
}

Value GetName(Vm& vm, Value self) { return vm.Intern(AlgorithmOf(self).name); }
Value GetDigestSize(Vm&, Value self) { return Value::SmallInt(DigestSize(self)); }
Value GetBlockSize(Vm&, Value self) { return Value::SmallInt(AlgorithmOf(self).block_size); }

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  out.Append('<');
  out.Append(AlgorithmOf(self).name);
  out.Append(" _hashlib.");
  out.Append(self.AsObject()->type == TypeId::kHashXofObject ? "HASHXOF" : "HASH");
  out.Append(" object @ 0x");
  TRY(vm.AppendIdentity(self, out));
  out.Append('>');
  return out.status();
}

// ---- BLAKE2

// An int in [least, most].
Result<uint64_t> Parameter(Vm& vm, Value v, uint64_t fallback, uint64_t least, uint64_t most,
                           std::string_view wrong, std::string_view large) {
  if (v.IsUndefined()) return fallback;
  if (!IsIntLike(v))
    return vm.TypeError("'", vm.TypeName(v), "' object cannot be interpreted as an integer");
  v = PlainInt(v);
  bool big = IsObjectOf(v, TypeId::kInt);
  uint64_t number;
  if (big) {
    BigInt* limbs = v.As<BigInt>();
    if (limbs->negative()) return vm.ValueError("value must be positive");
    if (limbs->limb_count() > 1)
      return vm.OverflowError("Python int too large for C unsigned long long");
    number = limbs->limbs()[0];
  } else {
    int64_t small = v.AsSmallInt();
    if (small < 0 && wrong.empty()) return vm.ValueError("value must be positive");
    if (small < 0) return vm.ValueError(wrong);
    number = static_cast<uint64_t>(small);
  }
  if (number >= least && number <= most) return number;
  if (wrong.empty()) return vm.OverflowError(large);
  return vm.ValueError(wrong);
}

// hashlib.blake2b() and blake2s(), with their parameters for keys and trees.
template <typename Context>
Value MakeBlake2(Vm& vm, const Args& a) {
  using Traits = typename Context::Traits;
  Blake2Parameters p;
  Value given = a[2];
  int64_t size = given.IsUndefined() ? Traits::kMaxDigest : TRY(CIntArgument(vm, given));
  if (size < 1 || size > Traits::kMaxDigest) {
    return vm.ValueError("digest_size for ", Traits::kTitle, " must be between 1 and ",
                         Traits::kMaxDigest, " bytes, here it is ", size);
  }
  p.digest_size = static_cast<uint8_t>(size);
  BytesArgument key(vm), salt(vm), person(vm);
  if (a.has(3)) TRY(key.Get(a[3]));
  if (a.has(4)) TRY(salt.Get(a[4]));
  if (a.has(5)) TRY(person.Get(a[5]));
  if (salt.view().size() > Traits::kSaltSize) {
    return vm.ValueError("maximum salt length is ", Traits::kSaltSize, " bytes");
  }
  if (person.view().size() > Traits::kSaltSize) {
    return vm.ValueError("maximum person length is ", Traits::kSaltSize, " bytes");
  }
  p.fanout = static_cast<uint8_t>(
      TRY(Parameter(vm, a[6], 1, 0, 255, "fanout must be between 0 and 255", "")));
  p.depth = static_cast<uint8_t>(
      TRY(Parameter(vm, a[7], 1, 1, 255, "depth must be between 1 and 255", "")));
  p.leaf_size = static_cast<uint32_t>(
      TRY(Parameter(vm, a[8], 0, 0, UINT32_MAX, "", "leaf_size is too large")));
  p.node_offset =
      TRY(Parameter(vm, a[9], 0, 0, Traits::kMaxNodeOffset, "", "node_offset is too large"));
  p.node_depth = static_cast<uint8_t>(
      TRY(Parameter(vm, a[10], 0, 0, 255, "node_depth must be between 0 and 255", "")));
  p.inner_size = static_cast<uint8_t>(
      TRY(Parameter(vm, a[11], 0, 0, Traits::kMaxDigest,
                    Traits::kMaxDigest == 64 ? "inner_size must be between 0 and is 64"
                                             : "inner_size must be between 0 and is 32",
                    "")));
  if (key.view().size() > Traits::kMaxDigest) {
    return vm.ValueError("maximum key length is ", Traits::kMaxDigest, " bytes");
  }
  bool last_node = a.has(12) && TRY(vm.Truth(a[12]));
  Value data = a[1];
  if (a.has(14) && !a[14].IsNone()) data = a[14];
  Value hash = TRY(NewHash(vm, Traits::kMaxDigest == 64 ? kBlake2b : kBlake2s));
  Context* context = reinterpret_cast<Context*>(ContextOf(hash));
  Blake2Init(context, p, key.view(), salt.view(), person.view(), last_node);
  if (!data.IsUndefined()) TRY(FeedValue(vm, hash, data));
  return hash;
}

template <int kSalt, int kMost>
Value Blake2TypeAttribute(Vm&, TypeId, Name name) {
  if (name.text == "SALT_SIZE" || name.text == "PERSON_SIZE") return Value::SmallInt(kSalt);
  if (name.text == "MAX_KEY_SIZE" || name.text == "MAX_DIGEST_SIZE") return Value::SmallInt(kMost);
  return Value::Undefined();
}
Value Blake2bAttribute(Vm& vm, Value, Name name) {
  return Blake2TypeAttribute<16, 64>(vm, TypeId::kBlake2b, name);
}
Value Blake2sAttribute(Vm& vm, Value, Name name) {
  return Blake2TypeAttribute<8, 32>(vm, TypeId::kBlake2s, name);
}

// ---- pbkdf2_hmac

// The contexts of a hash after the inner and the outer pad of HMAC.
struct HmacContexts {
  alignas(16) char inner[kMaxContext], outer[kMaxContext];

  Status Set(Vm& vm, const Algorithm& algorithm, std::string_view key) {
    uint8_t block[256] = {};
    alignas(16) char context[kMaxContext];
    if (key.size() > algorithm.block_size) {
      algorithm.init(context);
      TRY(Feed(vm, algorithm, context, key));
      algorithm.digest(context, algorithm.digest_size, block);
    } else {
      std::memcpy(block, key.data(), key.size());
    }
    for (uint32_t i = 0; i < algorithm.block_size; ++i) block[i] ^= 0x36;
    algorithm.init(inner);
    algorithm.update(inner, algorithm.block_size, block);
    for (uint32_t i = 0; i < algorithm.block_size; ++i) block[i] ^= 0x36 ^ 0x5C;
    algorithm.init(outer);
    algorithm.update(outer, algorithm.block_size, block);
    return Done{};
  }
  void Digest(const Algorithm& algorithm, std::string_view a, std::string_view b,
              uint8_t* out) const {
    alignas(16) char context[kMaxContext];
    std::memcpy(context, inner, algorithm.context_size);
    algorithm.update(context, a.size(), reinterpret_cast<const uint8_t*>(a.data()));
    algorithm.update(context, b.size(), reinterpret_cast<const uint8_t*>(b.data()));
    algorithm.digest(context, algorithm.digest_size, out);
    std::memcpy(context, outer, algorithm.context_size);
    algorithm.update(context, algorithm.digest_size, out);
    algorithm.digest(context, algorithm.digest_size, out);
  }
};

// PBKDF2 (RFC 8018) is made to be slow, and a program chooses the number of rounds: work is
// charged, and the clock is looked at in between.
Value Pbkdf2(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[0])) {
    return BadArgument(vm, "pbkdf2_hmac", "argument 'hash_name'", "str", a[0]);
  }
  const Algorithm* algorithm = nullptr;
  for (const Algorithm& row : kTable) {
    if (row.name == Vm::View(a[0]) && row.digest != nullptr && row.init != nullptr)
      algorithm = &row;
  }
  if (algorithm == nullptr) return vm.ValueError("unsupported hash type ", a[0]);
  BytesArgument password(vm), salt(vm);
  TRY(password.Get(a[1]));
  TRY(salt.Get(a[2]));
  int64_t iterations = TRY(SizeArgument(vm, a[3]));
  if (iterations < 1) return vm.ValueError("iteration value must be greater than 0.");
  if (iterations > INT32_MAX) return vm.OverflowError("iteration value is too great.");
  int64_t length =
      a.has(4) && !a[4].IsNone() ? TRY(SizeArgument(vm, a[4])) : algorithm->digest_size;
  if (length < 1) return vm.ValueError("key length must be greater than 0.");
  if (length > INT32_MAX) return vm.OverflowError("key length is too great.");
  char* out;
  Value result = TRY(NewBytesUninitialized(vm, TypeId::kBytes, static_cast<size_t>(length), &out));
  HmacContexts hmac;
  TRY(hmac.Set(vm, *algorithm, password.view()));
  if (!vm.Tick(salt.view().size() / 16)) return Value::Failed();
  uint32_t block_number = 0;
  for (int64_t done = 0; done < length; done += algorithm->digest_size) {
    ++block_number;
    char number[4] = {static_cast<char>(block_number >> 24), static_cast<char>(block_number >> 16),
                      static_cast<char>(block_number >> 8), static_cast<char>(block_number)};
    uint8_t u[64], sum[64];
    hmac.Digest(*algorithm, salt.view(), {number, 4}, u);
    std::memcpy(sum, u, sizeof(sum));
    for (int64_t i = 1; i < iterations; ++i) {
      if (!vm.Tick(8)) return Value::Failed();
      hmac.Digest(*algorithm, {reinterpret_cast<char*>(u), algorithm->digest_size}, {}, u);
      for (uint32_t k = 0; k < algorithm->digest_size; ++k) sum[k] ^= u[k];
    }
    std::memcpy(out + done, sum,
                std::min<size_t>(algorithm->digest_size, static_cast<size_t>(length - done)));
  }
  return result;
}

#define PYSUB_ROW(name, id)                                                    \
  {                                                                            \
    name "(data=b'', *, usedforsecurity=True, string=None)", Make<id>,         \
        "Returns a " name " hash object; optionally initialized with a string" \
  }
constexpr NativeInfo kFunctions[] = {
    PYSUB_ROW("md5", kMd5),
    {"pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None)", Pbkdf2,
     "Password based key derivation function 2 (PKCS #5 v2.0) with HMAC as pseudorandom function."},
    {"scrypt(password, *, salt=None, n=None, r=None, p=None, maxmem=0, dklen=64)", HashlibScrypt,
     "scrypt password-based key derivation function."},
    PYSUB_ROW("sha1", kSha1),
    PYSUB_ROW("sha224", kSha224),
    PYSUB_ROW("sha256", kSha256),
    PYSUB_ROW("sha384", kSha384),
    PYSUB_ROW("sha3_224", kSha3_224),
    PYSUB_ROW("sha3_256", kSha3_256),
    PYSUB_ROW("sha3_384", kSha3_384),
    PYSUB_ROW("sha3_512", kSha3_512),
    PYSUB_ROW("sha512", kSha512),
    PYSUB_ROW("shake_128", kShake128),
    PYSUB_ROW("shake_256", kShake256),
};
#undef PYSUB_ROW
constexpr NativeInfo kMethods[] = {
    {"copy()", Copy, "Return a copy of the hash object."},
    {"digest()", DigestMethod, "Return the digest value as a bytes object."},
    {"hexdigest()", HexDigest, "Return the digest value as a string of hexadecimal digits."},
    {"update(obj, /)", UpdateMethod, "Update this hash object's state with the provided string."},
};
constexpr NativeInfo kXofMethods[] = {
    {"digest(length)", ShakeDigest, "Return the digest value as a bytes object."},
    {"hexdigest(length)", ShakeHexDigest,
     "Return the digest value as a string of hexadecimal digits."},
};
constexpr AttributeInfo kAttributes[] = {
    {"block_size", GetBlockSize}, {"digest_size", GetDigestSize}, {"name", GetName}};
PYSUB_MEMBERS(HashObject, kMethods, kAttributes);
PYSUB_MEMBERS(HashXofObject, kXofMethods, kNoAttributes);
#define PYSUB_BLAKE2(name, size)                                                            \
  name "(data=b'', *, digest_size=" size                                                    \
       ", key=b'', salt=b'', person=b'', fanout=1, depth=1, leaf_size=0, "                  \
       "node_offset=0, node_depth=0, inner_size=0, last_node=False, usedforsecurity=True, " \
       "string=None)"
constexpr NativeInfo kBlake2bConstructor{PYSUB_BLAKE2("blake2b", "64"), MakeBlake2<Blake2bContext>,
                                         "Return a new BLAKE2b hash object."};
constexpr NativeInfo kBlake2sConstructor{PYSUB_BLAKE2("blake2s", "32"), MakeBlake2<Blake2sContext>,
                                         "Return a new BLAKE2s hash object."};
#undef PYSUB_BLAKE2

// A context that came from anywhere: its block has room for the next byte, its rate is one of the
// two.
bool Check(Vm&, Object* object) {
  HashObject* hash = static_cast<HashObject*>(object);
  if (hash->algorithm >= kAlgorithms ||
      TypeOfAlgorithm(static_cast<int>(hash->algorithm)) != object->type)
    return false;
  const Algorithm& algorithm = kTable[hash->algorithm];
  if (hash->context.AsObject()->count != algorithm.context_size) return false;
  const char* context = hash->context.As<Buffer>()->bytes();
  uint32_t index;
  std::memcpy(&index, context + algorithm.index_offset, sizeof(index));
  if (hash->algorithm == kBlake2b || hash->algorithm == kBlake2s) {
    uint32_t size;
    std::memcpy(&size, context + algorithm.index_offset + 4, sizeof(size));
    return index <= algorithm.block_size && size >= 1 && size <= algorithm.digest_size;
  }
  if (algorithm.digest == nullptr) {
    uint32_t rate;
    std::memcpy(&rate, context + offsetof(ShakeContext, rate), sizeof(rate));
    if (rate != algorithm.block_size) return false;
  }
  return index < algorithm.block_size;
}
constexpr Schema kSchema{"# B", Check};

Status ModuleInit(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "blake2b", Value::Type(TypeId::kBlake2b)));
  return DictSetStr(vm, names, "blake2s", Value::Type(TypeId::kBlake2s));
}

}  // namespace

extern constexpr TypeInfo kHashObjectType{
    .id = TypeId::kHashObject,
    .schema = &kSchema,
    .doc =
        "A hash is an object used to calculate a checksum of a string of "
        "information.",
    .methods = kMethods,
    .attributes = kAttributes,
    .members = kHashObjectMembers,
    .repr = Repr};
extern constexpr TypeInfo kHashXofObjectType{.id = TypeId::kHashXofObject,
                                             .schema = &kSchema,
                                             .methods = kXofMethods,
                                             .members = kHashXofObjectMembers,
                                             .repr = Repr};
extern constexpr TypeInfo kBlake2bType{
    .id = TypeId::kBlake2b,
    .schema = &kSchema,
    .constructor = &kBlake2bConstructor,
    .doc = "Return a new BLAKE2b hash object.",
    .get_attribute = Blake2bAttribute,
    .get_type_attribute = Blake2TypeAttribute<16, 64>,
    .type_names = "MAX_DIGEST_SIZE MAX_KEY_SIZE PERSON_SIZE SALT_SIZE"};
extern constexpr TypeInfo kBlake2sType{
    .id = TypeId::kBlake2s,
    .schema = &kSchema,
    .constructor = &kBlake2sConstructor,
    .doc = "Return a new BLAKE2s hash object.",
    .get_attribute = Blake2sAttribute,
    .get_type_attribute = Blake2TypeAttribute<8, 32>,
    .type_names = "MAX_DIGEST_SIZE MAX_KEY_SIZE PERSON_SIZE SALT_SIZE"};
extern constexpr ModuleInfo kHashlibModule{
    .name = "hashlib",
    .doc = "hashlib module - A common interface to many hash functions.\n",
    .functions = kFunctions,
    .init = ModuleInit,
    .source =
#include "stdlib/python/hashlib.inc"
};

}  // namespace pysub
