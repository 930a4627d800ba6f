// random: CPython's Mersenne Twister and what is drawn from it. CPython 3.14 library, "random". The
// generator is MT19937 (Matsumoto and Nishimura 1998); every function draws as many numbers in the
// same order as CPython's, so that a seed gives the same results. What draws from any sequence or
// takes functions is in stdlib/python/random.py.

#include <cmath>
#include <vector>

#include "stdlib/modules/entropy.h"
#include "stdlib/modules/library_class.h"
#include "stdlib/modules/library_function.h"
#include "vm/numbers/limbs.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

constexpr uint32_t kWords = 624, kShift = 397;

// The state of a generator lies in a bytes object among the attributes of the Random:
// 624 words and the index.
struct Twister {
  uint32_t words[kWords];
  uint32_t index;

  uint32_t Next() {
    if (index >= kWords) Refill();
    uint32_t y = words[index++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
  }
  void Refill() {
    for (uint32_t i = 0; i < kWords; ++i) {
      uint32_t y = (words[i] & 0x80000000u) | (words[(i + 1) % kWords] & 0x7fffffffu);
      words[i] = words[(i + kShift) % kWords] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    index = 0;
  }
  void SeedWord(uint32_t seed) {
    words[0] = seed;
    for (uint32_t i = 1; i < kWords; ++i)
      words[i] = 1812433253u * (words[i - 1] ^ (words[i - 1] >> 30)) + i;
    index = kWords;
  }
  // init_by_array() of Matsumoto and Nishimura's MT19937 (2002). The constants are theirs: a seed
  // must give the same numbers as in CPython.
  void SeedWords(Vm& vm, const std::vector<uint32_t>& key) {
    SeedWord(19650218u);
    uint32_t i = 1, j = 0;
    size_t rounds = key.size() > kWords ? key.size() : kWords;
    vm.Spend(rounds / 16);
    for (; rounds > 0; --rounds) {
      words[i] = (words[i] ^ ((words[i - 1] ^ (words[i - 1] >> 30)) * 1664525u)) + key[j] + j;
      if (++i >= kWords) {
        words[0] = words[kWords - 1];
        i = 1;
      }
      if (++j >= key.size()) j = 0;
    }
    for (rounds = kWords - 1; rounds > 0; --rounds) {
      words[i] = (words[i] ^ ((words[i - 1] ^ (words[i - 1] >> 30)) * 1566083941u)) - i;
      if (++i >= kWords) {
        words[0] = words[kWords - 1];
        i = 1;
      }
    }
    words[0] = 0x80000000u;
  }
  double Random() {
    uint32_t a = Next() >> 5, b = Next() >> 6;
    return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
  }
};
static_assert(sizeof(Twister) == (kWords + 1) * 4);

constexpr std::string_view kStateName = "_state";

// The state of self; null: TypeError. Valid until something is allocated.
Twister* StateOf(Vm& vm, Value self) {
  if (!vm.IsInstance(self, TypeId::kRandom)) return vm.TypeError("a Random object is required");
  Value state = TRY(LibraryAttribute(vm, self, kStateName));
  if (!IsObjectOf(state, TypeId::kByteArray) || state.As<ByteArray>()->size != sizeof(Twister)) {
    return vm.TypeError("the random number generator was not seeded");
  }
  return reinterpret_cast<Twister*>(state.As<ByteArray>()->buffer.AsObject()->bytes());
}

// _new_state(random): a state that is to be seeded.
Value NewState(Vm& vm, const Args& a) {
  char* bytes;
  Value state = TRY(NewBytesUninitialized(vm, TypeId::kByteArray, sizeof(Twister), &bytes));
  reinterpret_cast<Twister*>(bytes)->SeedWord(0);
  static_cast<void>(a);
  return state;
}

// _seed(random, int): with the absolute value's 32-bit words.
Value SeedFunction(Vm& vm, const Args& a) {
  if (!IsIntLike(a[1])) return vm.TypeError("an integer is required");
  std::vector<uint32_t> key;
  const Value seed = PlainInt(a[1]);
  if (IsObjectOf(seed, TypeId::kInt)) {
    BigInt* big = seed.As<BigInt>();
    if (!vm.Tick(big->limb_count())) return Value::Failed();
    ScratchCharge charge(vm, big->count * 2);
    if (!charge.ok()) return Value::Failed();
    key.reserve(2 * size_t{big->limb_count()});
    Pace pace(vm);
    for (uint32_t i = 0; i < big->limb_count(); ++i) {
      if (!pace.IsTimeLeft()) return Value::Failed();
      key.push_back(static_cast<uint32_t>(big->limbs()[i]));
      key.push_back(static_cast<uint32_t>(big->limbs()[i] >> 32));
    }
  } else {
    uint64_t magnitude = static_cast<uint64_t>(std::abs(seed.AsSmallInt()));
    key = {static_cast<uint32_t>(magnitude), static_cast<uint32_t>(magnitude >> 32)};
  }
  while (key.size() > 1 && key.back() == 0) key.pop_back();
  Twister* state = TRY(StateOf(vm, a[0]));
  state->SeedWords(vm, key);
  return Value::None();
}

Value RandomMethod(Vm& vm, const Args& a) { return Value::Float(TRY(StateOf(vm, a[0]))->Random()); }

// k bits from the words that `next` gives, the least significant first.
template <typename F>
Value Bits(Vm& vm, uint64_t k, F next) {
  if (k <= 32) return Value::SmallInt(next() >> (32 - k));
  uint64_t words = (k + 31) / 32;
  if (!vm.Tick(words / 4)) return Value::Failed();
  IntBuffer buffer(vm, static_cast<size_t>(std::min<uint64_t>((words + 1) / 2, kTooManyLimbs)));
  if (!buffer.ok()) return Value::Failed();
  auto limbs = buffer.out();
  Pace pace(vm);
  for (uint64_t i = 0; i < words; ++i) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    uint64_t word = next();
    if (i + 1 == words && k % 32 != 0) word >>= 32 - k % 32;
    limbs[i / 2] = i % 2 == 0 ? word : limbs[i / 2] | word << 32;
  }
  uint64_t size = (words + 1) / 2;
  while (size > 0 && limbs[size - 1] == 0) --size;
  return vm.NewIntFromLimbs(false, Limbs(limbs.first(size)));
}

Value GetRandBits(Vm& vm, const Args& a) {
  int64_t k = TRY(SizeArgument(vm, a[1]));
  if (k < 0) return vm.ValueError("Cannot convert negative int");
  if (k == 0) return Value::SmallInt(0);
  if (k > int64_t{1} << 36) return vm.NoMemory(static_cast<uint64_t>(k / 8));
  // Memory first: what fails must not have drawn.
  if (!vm.heap.HasRoomFor(static_cast<uint64_t>(k / 4)))
    return vm.NoMemory(static_cast<uint64_t>(k / 4));
  Twister* state = TRY(StateOf(vm, a[0]));
  Twister before = *state;
  Value result = Bits(vm, static_cast<uint64_t>(k), [&] { return state->Next(); });
  if (result.IsFailed()) *state = before;
  return result;
}

// A number below n (1 <= n < 2**62) as _randbelow_with_getrandbits draws it.
uint64_t Below(Twister* state, uint64_t n) {
  int k = 64 - __builtin_clzll(n);
  auto draw = [&]() -> uint64_t {
    if (k <= 32) return state->Next() >> (32 - k);
    uint64_t low = state->Next();
    return low | static_cast<uint64_t>(state->Next() >> (64 - k)) << 32;
  };
  uint64_t r = draw();
  while (r >= n) r = draw();
  return r;
}

// _below(random, n) for an int n > 0.
Value BelowFunction(Vm& vm, const Args& a) {
  if (!IsIntLike(a[1])) return vm.TypeError("an integer is required");
  const Value limit = PlainInt(a[1]);
  if (limit.IsSmallInt()) {
    const int64_t n = limit.AsSmallInt();
    if (n <= 0) return Value::SmallInt(0);
    if (!vm.Tick(1)) return Value::Failed();
    Twister* state = TRY(StateOf(vm, a[0]));
    return Value::KnownSmallInt(Below(state, static_cast<uint64_t>(n)));
  }
  BigInt* big = limit.As<BigInt>();
  uint64_t top = big->limbs()[big->limb_count() - 1];
  uint64_t k = uint64_t{big->limb_count()} * 64 - static_cast<uint64_t>(__builtin_clzll(top));
  Twister* state = TRY(StateOf(vm, a[0]));
  Twister before = *state;
  while (true) {
    Value r = Bits(vm, k, [&] { return state->Next(); });
    if (r.IsFailed()) {
      *state = before;
      return r;
    }
    if (CompareInts(r, a[1]) < 0) return r;
  }
}

// shuffle() of a list.
Value ShuffleList(Vm& vm, const Args& a) {
  if (!IsObjectOf(a[1], TypeId::kList)) return vm.TypeError("a list is required");
  List* list = a[1].As<List>();
  if (!vm.Tick(list->size)) return Value::Failed();
  Twister* state = TRY(StateOf(vm, a[0]));
  Pace pace(vm);
  for (uint64_t i = list->size; i-- > 1;) {
    if (!pace.IsTimeLeft()) return Value::Failed();  // a permutation at any time
    uint64_t j = Below(state, i + 1);
    std::swap(list->items()[i], list->items()[j]);
  }
  return Value::None();
}

Value GetState(Vm& vm, const Args& a) {
  Tuple* tuple = TRY(vm.NewTuple(kWords + 1));
  Twister* state = TRY(StateOf(vm, a[0]));
  for (uint32_t i = 0; i < kWords; ++i) tuple->items()[i] = Value::SmallInt(state->words[i]);
  tuple->items()[kWords] = Value::SmallInt(state->index);
  return Value::Of(tuple);
}

Value SetState(Vm& vm, const Args& a) {
  if (!IsObjectOf(a[1], TypeId::kTuple)) return vm.TypeError("state vector must be a tuple");
  Tuple* tuple = a[1].As<Tuple>();
  if (tuple->count != kWords + 1) return vm.ValueError("state vector is the wrong size");
  Twister fresh;
  for (uint32_t i = 0; i <= kWords; ++i) {
    Value item = tuple->items()[i];
    if (!IsIntLike(item)) return vm.TypeError("an integer is required");
    int64_t number = TRY(vm.ToIndex(item));
    if (number < 0) return vm.OverflowError("can't convert negative value to unsigned int");
    if (i == kWords && number > kWords) return vm.ValueError("invalid state");
    (i == kWords ? fresh.index : fresh.words[i]) = static_cast<uint32_t>(number);
  }
  Twister* state = TRY(StateOf(vm, a[0]));
  *state = fresh;
  return Value::None();
}

Value Entropy(Vm& vm, const Args& a) {
  int64_t count = TRY(SizeArgument(vm, a[0]));
  if (count < 0) return vm.ValueError("negative argument not allowed");
  return EntropyBytes(vm, count);
}

// sqrt(-2 log(1 - u)) and such go through the same C functions as CPython's.
constexpr NativeInfo kFunctions[] = {
    kDefineRow,
    kStaticRow,
    {"_below(generator, n, /)", BelowFunction, "A number below n."},
    {"_entropy(count, /)", Entropy, "Bytes from the host."},
    {"_get_state(generator, /)", GetState, "The state as a tuple."},
    {"_new_state()", NewState, "A state."},
    {"_seed(generator, number, /)", SeedFunction, "Starts again."},
    {"_set_state(generator, state, /)", SetState, "Goes on from a state."},
    {"_shuffle_list(generator, x, /)", ShuffleList, "Shuffles a list."},
};

constexpr NativeInfo kMethods[] = {
    {"getrandbits(k, /)", GetRandBits,
     "getrandbits(k) -> x.  Generates an int with k random bits."},
    {"random()", RandomMethod, "random() -> x in the interval [0, 1)."},
};
PYSUB_MEMBERS(Random, kMethods, kNoAttributes);

Status Init(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "Random", Value::Type(TypeId::kRandom)));
  return DictSetStr(vm, names, "SystemRandom", Value::Type(TypeId::kSystemRandom));
}

constexpr NativeInfo kRandomConstructor{
    "@raw Random(x=None)", LibraryClassNew,
    "Random number generator base class used by bound module functions."};
constexpr TypeInfo RandomType() {
  TypeInfo info = LibraryClass(TypeId::kRandom, kRandomConstructor);
  info.methods = kMethods;
  info.members = kRandomMembers;
  return info;
}

}  // namespace

extern constexpr TypeInfo kRandomType = RandomType();
PYSUB_LIBRARY_CLASS(
    SystemRandom, "SystemRandom(x=None)",
    "Alternate random number generator using sources provided\nby the operating system.");
extern constexpr ModuleInfo kRandomModule{.name = "random",
                                          .doc = "Random variable generators.",
                                          .functions = kFunctions,
                                          .init = Init,
                                          .source =
#include "stdlib/python/random.inc"
};

}  // namespace pysub
