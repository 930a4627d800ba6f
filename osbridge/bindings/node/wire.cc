#include "wire.h"

#include <bit>
#include <charconv>

namespace pysub_node {
namespace {

// How V8 spreads what it puts into a Map: numbers of 32 bits, and others and BigInts by 64 bits
// of them. Strings have a hash that nobody knows, objects a random one.
uint32_t HashOf32(uint32_t bits) {
  uint32_t hash = ~bits + (bits << 15);
  hash ^= hash >> 12;
  hash += hash << 2;
  hash ^= hash >> 4;
  hash *= 2057;
  return hash ^ hash >> 16;
}
uint32_t HashOf64(uint64_t bits) {
  uint64_t hash = ~bits + (bits << 18);
  hash ^= hash >> 31;
  hash *= 21;
  hash ^= hash >> 11;
  hash += hash << 6;
  return static_cast<uint32_t>(hash ^ hash >> 22);
}
uint32_t HashOfNumber(double number) {
  if (number >= INT32_MIN && number <= INT32_MAX && number == static_cast<int32_t>(number))
    return HashOf32(static_cast<uint32_t>(static_cast<int32_t>(number)));
  return HashOf64(std::bit_cast<uint64_t>(number));
}
// Of "0x12..." the last 64 bits.
uint64_t LowBits(std::string_view digits) {
  digits = digits.substr(digits.find('x') + 1);
  if (digits.size() > 16) digits.remove_prefix(digits.size() - 16);
  uint64_t bits = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
  return bits;
}

using TextGetter = const char* (*)(const pysub_value*, size_t*);
std::string_view Get(TextGetter get, const pysub_value* value) {
  size_t size = 0;
  const char* text = get(value, &size);
  return {text, size};
}

bool HasFields(const pysub_value* value) {
  size_t size = 0;
  pysub_value_field(value, 0, &size);
  return size != 0;
}

std::vector<const pysub_value*> Pointers(const std::vector<ValueHandle>& values) {
  std::vector<const pysub_value*> pointers;
  for (const ValueHandle& value : values) pointers.push_back(value.get());
  return pointers;
}

}  // namespace

// ---- reading

ValueHandle Reader::Wrong(std::string_view why) {
  if (mistake_.empty()) mistake_ = why;
  return nullptr;
}

ValueHandle Reader::Value() {
  ended_.clear();
  ValueHandle value = Made();
  ended_.clear();
  if (value == nullptr) static_cast<void>(Wrong("the value cannot be made"));
  return value;
}

ValueHandle Reader::Made() {
  const uint8_t kind = U8();
  switch (kind) {
    case PYSUB_NONE: return ValueHandle(pysub_value_none());
    case PYSUB_BOOL: return ValueHandle(pysub_value_bool(U8()));
    case PYSUB_INT: return ValueHandle(pysub_value_int(I64()));
    case PYSUB_FLOAT: return ValueHandle(pysub_value_float(F64()));
    case PYSUB_COMPLEX: {
      const double real = F64();
      return ValueHandle(pysub_value_complex(real, F64()));
    }
    case PYSUB_BIG_INT: {
      const std::string_view digits = Text();
      return ValueHandle(pysub_value_big_int(digits.data(), digits.size()));
    }
    case PYSUB_STR: {
      const std::string_view text = Text();
      return ValueHandle(pysub_value_str(text.data(), text.size()));
    }
    case PYSUB_BYTES: {
      const std::string_view bytes = Text();
      return ValueHandle(pysub_value_bytes(bytes.data(), bytes.size()));
    }
    case PYSUB_BYTEARRAY: {
      const std::string_view bytes = Text();
      return ValueHandle(pysub_value_bytearray(bytes.data(), bytes.size()));
    }
    case PYSUB_ELLIPSIS: return ValueHandle(pysub_value_ellipsis());
    case PYSUB_NOT_IMPLEMENTED: return ValueHandle(pysub_value_not_implemented());
    case PYSUB_TYPE: {
      const std::string_view name = Text();
      return ValueHandle(pysub_value_type(name.data(), name.size()));
    }
    case PYSUB_HOST_FUNCTION: {
      const std::string_view signature = Text();
      const std::string_view doc = Text();
      return ValueHandle(
          pysub_value_host_function(signature.data(), signature.size(), doc.data(), doc.size()));
    }
    case PYSUB_FUNCTION:
    case PYSUB_OBJECT: {
      const pysub_value* kept = keeper_->Kept(U32());
      return kept != nullptr ? ValueHandle(pysub_value_copy(kept))
                             : Wrong("the function or object was let go of");
    }
    case kAgain: {
      const uint32_t number = U32();
      if (number >= ended_.size()) return Wrong("a value that is not there");
      return ValueHandle(pysub_value_copy(ended_[number].get()));
    }
    default: break;
  }
  if (depth_ == kMostDepth) return Wrong("the value is nested more than 1,000 deep");
  ++depth_;
  ValueHandle value = Parts(kind);
  --depth_;
  if (value != nullptr) ended_.emplace_back(pysub_value_copy(value.get()));
  return value;
}

// name, text, count, then of each item its field (where `has fields` is 1) and the value
ValueHandle Reader::Parts(uint8_t kind) {
  const std::string_view name = Text();
  const std::string_view text = Text();
  const bool has_fields = U8() != 0;
  const uint32_t count = U32();
  if (!ok_ || count > rest_.size()) return ok_ = false, nullptr;
  std::vector<ValueHandle> items;
  std::vector<pysub_text> fields;
  for (uint32_t i = 0; i < count; ++i) {
    if (has_fields) fields.push_back(TextArgument());
    items.push_back(Made());
    if (items.back() == nullptr) return nullptr;
  }
  std::vector<const pysub_value*> all = Pointers(items);
  const auto at = [&](size_t index) { return index < all.size() ? all[index] : nullptr; };
  switch (kind) {
    case PYSUB_LIST: return ValueHandle(pysub_value_list(all.data(), count));
    case PYSUB_TUPLE: return ValueHandle(pysub_value_tuple(all.data(), count));
    case PYSUB_SET: return ValueHandle(pysub_value_set(all.data(), count));
    case PYSUB_FROZENSET: return ValueHandle(pysub_value_frozenset(all.data(), count));
    case PYSUB_NAMEDTUPLE:
      return ValueHandle(
          pysub_value_namedtuple(name.data(), name.size(), fields.data(), all.data(), count));
    case PYSUB_DICT: {
      std::vector<const pysub_value*> keys, values;
      for (uint32_t i = 0; i + 1 < count; i += 2) {
        keys.push_back(all[i]);
        values.push_back(all[i + 1]);
      }
      return ValueHandle(pysub_value_dict(keys.data(), values.data(), keys.size(),
                                          name.empty() ? nullptr : name.data(), name.size()));
    }
    case PYSUB_DEQUE: {
      int64_t maxlen = -1;
      if (count != 0) pysub_value_as_int(all[0], &maxlen);
      return ValueHandle(
          pysub_value_deque(all.data() + (count != 0), count - (count != 0), maxlen));
    }
    case PYSUB_RANGE: return ValueHandle(pysub_value_range(at(0), at(1), at(2)));
    case PYSUB_SLICE: return ValueHandle(pysub_value_slice(at(0), at(1), at(2)));
    case PYSUB_EXCEPTION:
      return ValueHandle(pysub_value_exception(name.data(), name.size(), all.data(), count));
    case PYSUB_TYPED: {
      if (count == 0 && !text.empty()) {
        return ValueHandle(
            pysub_value_parse_typed(name.data(), name.size(), text.data(), text.size()));
      }
      return ValueHandle(pysub_value_typed(
          name.data(), name.size(), has_fields ? fields.data() : nullptr, all.data(), count));
    }
    default: return Wrong("a value of another kind");
  }
}

// ---- writing

bool Writer::Value(const pysub_value* value) {
  const size_t before = bytes_.size();
  ended_.clear();
  ended_count_ = 0;
  depth_ = 0;
  collisions_ = pysub::KeyCollisions::kAllowed;
  if (Write(value)) return true;
  bytes_.resize(before);
  return false;
}

bool Writer::Write(const pysub_value* value) {
  const pysub_kind kind = pysub_value_kind(value);
  switch (kind) {
    case PYSUB_NONE:
    case PYSUB_ELLIPSIS:
    case PYSUB_NOT_IMPLEMENTED: U8(static_cast<uint8_t>(kind)); return true;
    case PYSUB_BOOL: {
      int is_true = 0;
      pysub_value_as_bool(value, &is_true);
      U8(PYSUB_BOOL);
      U8(is_true != 0);
      return true;
    }
    case PYSUB_INT: {
      int64_t number = 0;
      pysub_value_as_int(value, &number);
      U8(PYSUB_INT);
      I64(number);
      return true;
    }
    case PYSUB_FLOAT: {
      double number = 0;
      pysub_value_as_float(value, &number);
      U8(PYSUB_FLOAT);
      F64(number);
      return true;
    }
    case PYSUB_COMPLEX: {
      double real = 0, imaginary = 0;
      pysub_value_as_complex(value, &real, &imaginary);
      U8(PYSUB_COMPLEX);
      F64(real);
      F64(imaginary);
      return true;
    }
    case PYSUB_BIG_INT:
    case PYSUB_STR:
    case PYSUB_BYTES:
    case PYSUB_BYTEARRAY:
      U8(static_cast<uint8_t>(kind));
      Text(Get(pysub_value_text, value));
      return true;
    case PYSUB_TYPE:
      U8(PYSUB_TYPE);
      Text(Get(pysub_value_name, value));
      return true;
    case PYSUB_HOST_FUNCTION:
      U8(PYSUB_HOST_FUNCTION);
      Text(Get(pysub_value_signature, value));
      Text(Get(pysub_value_text, value));
      return true;
    case PYSUB_FUNCTION:
    case PYSUB_OBJECT:
      U8(static_cast<uint8_t>(kind));
      U32(keeper_->Keep(value));
      Text(Get(pysub_value_name, value));
      Text(Get(pysub_value_text, value));
      return true;
    case PYSUB_CYCLE: why_ = "the value contains itself"; return false;
    case PYSUB_NO_VALUE: why_ = "there is no value"; return false;
    default: break;
  }
  const void* place = pysub_value_item(value, 0);
  if (place != nullptr) {
    if (const auto met = ended_.find(place); met != ended_.end()) {
      U8(kAgain);
      U32(met->second);
      return true;
    }
  }
  if (depth_ == kMostDepth) {
    why_ = "the value is nested more than 1,000 deep";
    return false;
  }
  ++depth_;
  const bool written = WriteParts(value, kind);
  --depth_;
  if (!written) return false;
  if (place != nullptr) ended_.emplace(place, ended_count_);
  ++ended_count_;
  return true;
}

// An int may become a number or a BigInt, as JavaScript has chosen.
bool Writer::Spread(const pysub_value* key, pysub::KeyCollisions* numbers,
                    pysub::KeyCollisions* big) {
  switch (pysub_value_kind(key)) {
    case PYSUB_INT: {
      int64_t number = 0;
      pysub_value_as_int(key, &number);
      const auto bits = static_cast<uint64_t>(number);
      return numbers->Add(HashOfNumber(static_cast<double>(number))) &&
             big->Add(HashOf64(number < 0 ? 0 - bits : bits));
    }
    case PYSUB_FLOAT: {
      double number = 0;
      pysub_value_as_float(key, &number);
      return numbers->Add(HashOfNumber(number));
    }
    case PYSUB_BIG_INT: return big->Add(HashOf64(LowBits(Get(pysub_value_text, key))));
    default: return true;
  }
}

bool Writer::WriteParts(const pysub_value* value, pysub_kind kind) {
  U8(static_cast<uint8_t>(kind));
  Text(Get(pysub_value_name, value));
  Text(kind == PYSUB_TYPED || kind == PYSUB_EXCEPTION ? Get(pysub_value_text, value)
                                                      : std::string_view());
  const bool has_fields = HasFields(value);
  U8(has_fields);
  const size_t count = pysub_value_count(value);
  U32(static_cast<uint32_t>(count));
  const size_t each = kind == PYSUB_DICT ? 2 : 1;
  const bool has_keys = kind == PYSUB_DICT || kind == PYSUB_SET || kind == PYSUB_FROZENSET;
  pysub::KeyCollisions numbers(has_keys ? count / each : 0, &collisions_);
  pysub::KeyCollisions big(has_keys ? count / each : 0, &collisions_);
  for (size_t i = 0; i < count; ++i) {
    if (numbers.IsOn() && i % each == 0 && !Spread(pysub_value_item(value, i), &numbers, &big)) {
      why_ = "too many keys of a dict or set have the same hash in JavaScript";
      return false;
    }
    if (has_fields) {
      size_t size = 0;
      const char* field = pysub_value_field(value, i, &size);
      Text(View(field, size));
    }
    if (!Write(pysub_value_item(value, i))) return false;
  }
  return true;
}

}  // namespace pysub_node
