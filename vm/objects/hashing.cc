#include "vm/objects/hashing.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <unordered_map>

#include "vm/numbers/complex_math.h"
#include "vm/numbers/float_math.h"
#include "vm/numbers/limbs.h"
#include "vm/objects/bulk.h"
#include "vm/objects/set.h"
#include "vm/scratch_charge.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

constexpr int64_t kNoneHash = 0xFCA86420;  // CPython's since 3.12

HashKey KeyOf(const Vm& vm) { return {vm.hash_key(0), vm.hash_key(1)}; }

IntView ViewOf(const BigInt* integer) {
  return {Limbs(integer->limbs(), integer->limb_count()), integer->negative()};
}

uint32_t LimbsKeyHash(const Vm& vm, IntView view) {
  if (std::optional<int64_t> small = ToInt64(view)) return IntKeyHash(vm, *small);
  std::string_view bytes(reinterpret_cast<const char*>(view.limbs.data()), view.limbs.size() * 8);
  uint64_t hash = SipHash13(KeyOf(vm), bytes);
  return FoldHash(view.negative ? ~hash : hash);
}

uint32_t FloatKeyHash(const Vm& vm, double value) {
  if (value >= -0x1p62 && value <= 0x1p62) {
    int64_t integer = static_cast<int64_t>(value);
    if (static_cast<double>(integer) == value) return IntKeyHash(vm, integer);
  } else if (std::isfinite(value)) {  // so large that it is an integer
    uint64_t limbs[kFromDoubleLimbs];
    IntResult result;
    if (FromDouble(value, limbs, &result).ok()) {
      return LimbsKeyHash(vm, View(limbs, result));
    }
  }
  return FoldHash(MixInteger(KeyOf(vm), ~std::bit_cast<uint64_t>(value)));
}

// Something that nobody can foresee, as hash() of text and of identities.
int64_t PublicHash(const Vm& vm, uint64_t seed) {
  int64_t hash = static_cast<int64_t>(MixInteger(KeyOf(vm), seed)) >> 3;
  return hash == -1 ? -2 : hash;
}

// Hashes of tuples and frozensets that lie deep in what is hashed: (t, t) of (t, t) ... has many
// ways to each of them, and each is walked once.
class DeepHashes {
 public:
  explicit DeepHashes(Vm& vm) : vm_(vm), room_(vm), start_(vm.native_depth) {}

  const uint64_t* Find(const Object* object) const {
    if (!IsDeep()) return nullptr;
    if (hashes_ == nullptr) return nullptr;
    auto found = hashes_->find(object);
    return found == hashes_->end() ? nullptr : &found->second;
  }
  Status Add(const Object* object, uint64_t hash) {
    if (!IsDeep()) return Done{};
    if (!vm_.Tick(8)) return Failure{};
    if (hashes_ == nullptr)
      hashes_ = std::make_unique<std::unordered_map<const Object*, uint64_t>>();
    if (hashes_->size() % kPiece == kPiece - 1) TRY(room_.Add(kPiece * 64));
    (*hashes_)[object] = hash;
    return Done{};
  }

 private:
  static constexpr uint32_t kDeep = 6;
  static constexpr uint32_t kPiece = 1024;  // that is charged at a time
  bool IsDeep() const { return vm_.native_depth - start_ > kDeep; }

  Vm& vm_;
  ScratchCharge room_;
  uint32_t start_;
  std::unique_ptr<std::unordered_map<const Object*, uint64_t>> hashes_;  // once there are some
};

// The hash for tables, which no program sees. It is keyed by the seed of the VM: a hostile
// program cannot find keys that collide and make a dict quadratic. Vm::Hash() is the other one,
// which hash() shows. Both must agree in one thing: values that are equal have equal hashes, across
// int, float, complex, Decimal and Fraction.
//
// Nested tuples are gone through by recursion with a bound; deep_ keeps the hashes of inner ones,
// because (t, t) made of (t, t) would otherwise take exponential time.
class KeyHasher {
 public:
  explicit KeyHasher(Vm& vm) : vm_(vm), deep_(vm) {}

  Result<uint32_t> Of(Value v) {
    if (v.IsSmallInt()) return IntKeyHash(vm_, v.AsSmallInt());
    if (v.IsFloat()) return FloatKeyHash(vm_, v.AsFloat());
    if (v.IsBool()) return IntKeyHash(vm_, v.AsBool());
    if (!v.IsObject()) {
      // only in what somebody forged; a table takes it for a free slot
      if (v.IsUndefined()) return BadState(vm_);
      return FoldHash(MixInteger(KeyOf(vm_), v.bits()));
    }
    switch (v.AsObject()->type) {
      case TypeId::kStr: return StrKeyHash(vm_, v.As<Str>());
      case TypeId::kInt:
        if (!vm_.Tick(v.AsObject()->count / 64)) return Failure{};
        return LimbsKeyHash(vm_, ViewOf(v.As<BigInt>()));
      case TypeId::kRegexFlag:
      case TypeId::kCalendarDay:
      case TypeId::kCalendarMonth: return IntKeyHash(vm_, v.As<BigInt>()->small());
      case TypeId::kBytes:
        if (!vm_.Tick(v.AsObject()->count / 64)) return Failure{};
        return FoldHash(SipHash13(KeyOf(vm_), v.As<Bytes>()->view()));
      case TypeId::kComplex: return ComplexHash(v.As<ComplexObject>());
      case TypeId::kTuple:
      case TypeId::kNamedTuple:
      case TypeId::kVersionInfo:
      case TypeId::kStructTime:
      case TypeId::kIsoCalendarDate:
      case TypeId::kFloatInfo:
      case TypeId::kIntInfo:
      case TypeId::kHashInfo: return OfTuple(v.As<Tuple>());
      case TypeId::kSlice: return Sequence(v.AsObject()->words(), 3);
      case TypeId::kFrozenSet: return FrozenSet(v.As<Set>());
      default: break;
    }
    const TypeInfo& info = vm_.InfoOf(v);
    if (info.equal_number != nullptr) {
      Value number = TRY(info.equal_number(vm_, v));
      if (!number.IsUndefined()) return Of(number);
    }
    if (!info.may_be_hashed || info.hash != nullptr) {
      int64_t hash = TRY(vm_.Hash(v));
      return FoldHash(MixInteger(KeyOf(vm_), static_cast<uint64_t>(hash)));
    }
    int64_t id = TRY(vm_.IdOf(v));
    return FoldHash(MixInteger(KeyOf(vm_), static_cast<uint64_t>(id)));
  }

 private:
  Result<uint32_t> ComplexHash(const ComplexObject* complex) {
    double imaginary = complex->imaginary.AsFloat();
    uint32_t real = FloatKeyHash(vm_, complex->real.AsFloat());
    if (imaginary == 0) return real;
    uint64_t both = uint64_t{real} << 32 | FloatKeyHash(vm_, imaginary);
    return FoldHash(MixInteger(KeyOf(vm_), both));
  }

  Result<uint32_t> OfTuple(const Tuple* tuple) {
    if (const uint64_t* known = deep_.Find(tuple)) return static_cast<uint32_t>(*known);
    uint32_t hash = TRY(Sequence(tuple->items(), tuple->size()));
    TRY(deep_.Add(tuple, hash));
    return hash;
  }
  Result<uint32_t> Sequence(const Value* items, uint32_t count) {
    DepthGuard guard(vm_);
    if (!guard.ok()) return vm_.TooDeep("");
    if (!vm_.Tick(count)) return Failure{};
    uint64_t hash = count;
    Pace pace(vm_);
    for (uint32_t i = 0; i < count; ++i) {
      if (!pace.IsTimeLeft()) return Failure{};
      uint32_t item = TRY(Of(items[i]));
      hash = MixInteger(KeyOf(vm_), hash ^ item);
    }
    return FoldHash(hash);
  }

  // The sum of what its items' hashes are mixed to: the order in the table does not matter.
  Result<uint32_t> FrozenSet(Set* set) {
    if (set->hash.IsSmallInt()) return static_cast<uint32_t>(set->hash.AsSmallInt());
    DepthGuard guard(vm_);
    if (!guard.ok()) return vm_.TooDeep("");
    if (!vm_.Tick(set->fill)) return Failure{};
    uint64_t sum = set->live;
    Pace pace(vm_);
    for (SetCursor at(set); at.Next();) {
      if (!pace.IsTimeLeft()) return Failure{};
      uint32_t item = TRY(Of(at.key()));
      sum += MixInteger(KeyOf(vm_), uint64_t{item} << 7);
    }
    uint32_t hash = FoldHash(MixInteger(KeyOf(vm_), sum));
    set->hash = Value::SmallInt(hash);
    return hash;
  }

  Vm& vm_;
  DeepHashes deep_;
};

bool IsHashedAsTuple(Value v) {
  if (!v.IsObject()) return false;
  switch (v.AsObject()->type) {
    case TypeId::kTuple:
    case TypeId::kNamedTuple:
    case TypeId::kVersionInfo:
    case TypeId::kStructTime:
    case TypeId::kIsoCalendarDate:
    case TypeId::kFloatInfo:
    case TypeId::kIntInfo:
    case TypeId::kHashInfo: return true;
    default: return false;
  }
}

// hash() of tuples and sets: CPython's recipes.
class NestedHasher {
 public:
  explicit NestedHasher(Vm& vm) : vm_(vm), deep_(vm) {}

  Result<int64_t> OfTuple(const Tuple* tuple) {
    if (const uint64_t* known = deep_.Find(tuple)) return static_cast<int64_t>(*known);
    int64_t hash = TRY(ComputeTuple(tuple));
    TRY(deep_.Add(tuple, static_cast<uint64_t>(hash)));
    return hash;
  }
  Result<int64_t> OfSet(Set* set) {
    if (const uint64_t* known = deep_.Find(set)) return static_cast<int64_t>(*known);
    int64_t hash = TRY(ComputeSet(set));
    TRY(deep_.Add(set, static_cast<uint64_t>(hash)));
    return hash;
  }

 private:
  Result<int64_t> Of(Value v) {
    if (IsHashedAsTuple(v)) return OfTuple(v.As<Tuple>());
    if (IsObjectOf(v, TypeId::kFrozenSet)) return OfSet(v.As<Set>());
    return vm_.Hash(v);
  }
  Result<int64_t> ComputeTuple(const Tuple* tuple) {
    DepthGuard guard(vm_);
    if (!guard.ok()) return vm_.TooDeep("");
    if (!vm_.Tick(tuple->size())) return Failure{};
    TupleHash hash;
    Pace pace(vm_);
    for (uint32_t i = 0; i < tuple->size(); ++i) {
      if (!pace.IsTimeLeft()) return Failure{};
      hash.Add(TRY(Of(tuple->items()[i])));
    }
    return hash.Finish();
  }
  Result<int64_t> ComputeSet(Set* set) {
    DepthGuard guard(vm_);
    if (!guard.ok()) return vm_.TooDeep("");
    if (!vm_.Tick(set->fill)) return Failure{};
    FrozenSetHash hash;
    Pace pace(vm_);
    for (SetCursor at(set); at.Next();) {
      if (!pace.IsTimeLeft()) return Failure{};
      hash.Add(TRY(Of(at.key())));
    }
    return hash.Finish();
  }

  Vm& vm_;
  DeepHashes deep_;
};

// Says what the key was wanted for: "cannot use 'tuple' as a dict key (unhashable type: 'list')".
Failure CannotUse(Vm& vm, Value key, std::string_view use) {
  if (!vm.PendingIs(TypeId::kTypeError)) return Failure{};
  Value error = vm.TakeException();
  if (error.IsUndefined()) return Failure{};
  Tuple* args = error.As<Exception>()->args.As<Tuple>();
  if (args->size() != 1 || !Vm::IsStr(args->items()[0])) return vm.Reraise(error);
  // Types that are classes in Python there are named with their module.
  const std::string_view name = vm.TypeName(key);
  const std::string_view module = vm.ModuleOf(vm.TypeOf(key));
  const bool bare = module != "builtins" && name.find('.') == std::string_view::npos;
  return vm.TypeError("cannot use '", bare ? module : "", bare ? "." : "", name, "' as ", use, " (",
                      args->items()[0], ")");
}

}  // namespace

Result<int64_t> HashOfSetItems(Vm& vm, Set* set) { return NestedHasher(vm).OfSet(set); }

uint32_t TextKeyHash(const Vm& vm, std::string_view text) {
  uint32_t hash = FoldHash(SipHash13(KeyOf(vm), text));
  return hash == 0 ? 1 : hash;
}

uint32_t ComputeStrHash(Vm& vm, Str* str) {
  vm.Spend(str->count / 32);
  return str->hash = TextKeyHash(vm, str->view());
}

Result<uint32_t> DictKeyHashSlow(Vm& vm, Value key) {
  Result<uint32_t> hash = KeyHasher(vm).Of(key);
  if (!hash.ok()) return CannotUse(vm, key, "a dict key");
  return hash;
}

Result<int64_t> SetHashSlow(Vm& vm, Value key, HashWording wording) {
  Result<int64_t> hash = vm.Hash(key);
  if (hash.ok()) return TruncateSetHash(*hash);
  if (wording == HashWording::kPlain) return Failure{};
  return CannotUse(vm, key, "a set element");
}

Result<uint32_t> Vm::KeyHash(Value v) { return KeyHasher(*this).Of(v); }

// What hash() gives. Numbers have the values that CPython's documentation prescribes ("Hashing of
// numeric types"). For others a number is derived from the secret key hash without revealing it.
Result<int64_t> Vm::Hash(Value v) {
  if (v.IsSmallInt()) return HashInt64(v.AsSmallInt());
  if (v.IsFloat()) {
    double value = v.AsFloat();
    return HashDouble(value, PublicHash(*this, v.bits()));
  }
  if (v.IsBool()) return int64_t{v.AsBool()};
  if (v.IsNone()) return kNoneHash;
  if (!v.IsObject()) {
    if (v.IsUndefined()) return BadState(*this);
    return PublicHash(*this, v.bits());
  }
  switch (v.AsObject()->type) {
    case TypeId::kStr: {
      Str* str = v.As<Str>();
      return str->count == 0 ? 0 : PublicHash(*this, StrKeyHash(*this, str));
    }
    case TypeId::kBytes: {  // equals the hash of the str with these characters
      std::string_view bytes = v.As<Bytes>()->view();
      if (!Tick(bytes.size() / 64)) return Failure{};
      return bytes.empty() ? 0 : PublicHash(*this, TextKeyHash(*this, bytes));
    }
    case TypeId::kInt:
      if (!Tick(v.AsObject()->count / 64)) return Failure{};
      return HashInt(ViewOf(v.As<BigInt>()));
    case TypeId::kRegexFlag:
    case TypeId::kCalendarDay:
    case TypeId::kCalendarMonth: return Hash(Value::KnownSmallInt(v.As<BigInt>()->small()));
    case TypeId::kComplex: {
      ComplexObject* c = v.As<ComplexObject>();
      return HashComplex({c->real.AsFloat(), c->imaginary.AsFloat()}, PublicHash(*this, v.bits()));
    }
    case TypeId::kTuple:
    case TypeId::kNamedTuple:
    case TypeId::kVersionInfo:
    case TypeId::kStructTime:
    case TypeId::kIsoCalendarDate:
    case TypeId::kFloatInfo:
    case TypeId::kIntInfo:
    case TypeId::kHashInfo: return NestedHasher(*this).OfTuple(v.As<Tuple>());
    case TypeId::kFrozenSet: return HashOfSetItems(*this, v.As<Set>());
    default: break;
  }
  const TypeInfo& info = InfoOf(v);
  if (!info.may_be_hashed) return TypeError("unhashable type: '", TypeName(v), "'");
  if (info.hash != nullptr) {
    DepthGuard guard(*this);
    if (!guard.ok()) return TooDeep("");
    return info.hash(*this, v);
  }
  return IdOf(v);
}

Result<int64_t> Vm::IdOf(Value v) {
  if (!v.IsObject()) return PublicHash(*this, v.bits()) & INT64_MAX >> 16;
  Object* object = v.AsObject();
  int64_t id = identities_.Find(object);
  if (id != 0) return id;
  id = NextId();
  if (!identities_.Insert(object, id)) return NoMemory(64);
  return id;
}

}  // namespace pysub
