// What is in a value of pysub.h, and its texts.

#include "osbridge/bindings/c/call.h"
#include "pysub/host_value_json.h"

namespace pysub::c {
namespace {

// The numbers of pysub.h are for ever; HostValue's may change from one release to the next.
pysub_kind KindOf(HostValue::Kind kind) {
  switch (kind) {
    case HostValue::Kind::kNone: return PYSUB_NONE;
    case HostValue::Kind::kBool: return PYSUB_BOOL;
    case HostValue::Kind::kInt: return PYSUB_INT;
    case HostValue::Kind::kFloat: return PYSUB_FLOAT;
    case HostValue::Kind::kEllipsis: return PYSUB_ELLIPSIS;
    case HostValue::Kind::kNotImplemented: return PYSUB_NOT_IMPLEMENTED;
    case HostValue::Kind::kCycle: return PYSUB_CYCLE;
    case HostValue::Kind::kBigInt: return PYSUB_BIG_INT;
    case HostValue::Kind::kComplex: return PYSUB_COMPLEX;
    case HostValue::Kind::kStr: return PYSUB_STR;
    case HostValue::Kind::kBytes: return PYSUB_BYTES;
    case HostValue::Kind::kByteArray: return PYSUB_BYTEARRAY;
    case HostValue::Kind::kList: return PYSUB_LIST;
    case HostValue::Kind::kTuple: return PYSUB_TUPLE;
    case HostValue::Kind::kNamedTuple: return PYSUB_NAMEDTUPLE;
    case HostValue::Kind::kDict: return PYSUB_DICT;
    case HostValue::Kind::kSet: return PYSUB_SET;
    case HostValue::Kind::kFrozenSet: return PYSUB_FROZENSET;
    case HostValue::Kind::kDeque: return PYSUB_DEQUE;
    case HostValue::Kind::kRange: return PYSUB_RANGE;
    case HostValue::Kind::kSlice: return PYSUB_SLICE;
    case HostValue::Kind::kType: return PYSUB_TYPE;
    case HostValue::Kind::kException: return PYSUB_EXCEPTION;
    case HostValue::Kind::kFunction: return PYSUB_FUNCTION;
    case HostValue::Kind::kHostFunction: return PYSUB_HOST_FUNCTION;
    case HostValue::Kind::kObject: return PYSUB_OBJECT;
    case HostValue::Kind::kTyped: return PYSUB_TYPED;
  }
  return PYSUB_OBJECT;
}

// 1, and what is there.
template <typename T>
int Taken(const std::optional<T>& value, T* result) {
  if (!value || result == nullptr) return 0;
  *result = *value;
  return 1;
}

}  // namespace
}  // namespace pysub::c

using namespace pysub::c;  // all that follows is outside of it
using pysub::HostValue;

pysub_kind pysub_value_kind(const pysub_value* value) {
  return value == nullptr ? PYSUB_NO_VALUE : KindOf(Inside(value).kind());
}

int pysub_value_as_bool(const pysub_value* value, int* result) {
  if (value == nullptr) return 0;
  const std::optional<bool> taken = Inside(value).as_bool();
  return Taken(taken ? std::optional<int>(*taken) : std::nullopt, result);
}
int pysub_value_as_int(const pysub_value* value, int64_t* result) {
  return value == nullptr ? 0 : Taken(Inside(value).as_int(), result);
}
int pysub_value_as_float(const pysub_value* value, double* result) {
  return value == nullptr ? 0 : Taken(Inside(value).as_double(), result);
}
int pysub_value_as_complex(const pysub_value* value, double* real, double* imaginary) {
  if (value == nullptr || Inside(value).kind() != HostValue::Kind::kComplex) return 0;
  return Taken(std::optional(Inside(value).real()), real) &
         Taken(std::optional(Inside(value).imaginary()), imaginary);
}
int pysub_value_as_datetime(const pysub_value* value, int64_t* microseconds) {
  if (value == nullptr) return 0;
  const auto time = Inside(value).as_time();
  return Taken(time ? std::optional<int64_t>(time->time_since_epoch().count()) : std::nullopt,
               microseconds);
}
int pysub_value_as_timedelta(const pysub_value* value, int64_t* microseconds) {
  if (value == nullptr) return 0;
  const auto duration = Inside(value).as_duration();
  return Taken(duration ? std::optional<int64_t>(duration->count()) : std::nullopt, microseconds);
}

const char* pysub_value_text(const pysub_value* value, size_t* size) {
  return Lent(value == nullptr ? std::string_view() : Inside(value).text(), size);
}
const char* pysub_value_name(const pysub_value* value, size_t* size) {
  return Lent(value == nullptr ? std::string_view() : Inside(value).name(), size);
}
const char* pysub_value_signature(const pysub_value* value, size_t* size) {
  return Lent(value == nullptr ? std::string_view() : Inside(value).signature(), size);
}

size_t pysub_value_count(const pysub_value* value) {
  return value == nullptr ? 0 : Inside(value).items().size();
}
const pysub_value* pysub_value_item(const pysub_value* value, size_t index) {
  if (index >= pysub_value_count(value)) return nullptr;
  return Lent(&Inside(value).items()[index]);
}
const char* pysub_value_field(const pysub_value* value, size_t index, size_t* size) {
  if (value == nullptr || index >= Inside(value).fields().size()) return Lent("", size);
  const HostValue::Kind kind = Inside(value).kind();
  if (kind == HostValue::Kind::kHostFunction) return Lent("", size);
  return Lent(Inside(value).fields()[index], size);
}

const pysub_value* pysub_value_find(const pysub_value* dict, const char* key, size_t size) {
  Call call(nullptr);
  const std::string_view text = call.Text(key, size, "the key");
  return dict == nullptr || !call.ok() ? nullptr : Lent(Inside(dict).Find(text));
}

int pysub_value_equal(const pysub_value* a, const pysub_value* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return Inside(a) == Inside(b);
}

pysub_buffer* pysub_value_repr(const pysub_value* value) {
  return value == nullptr ? nullptr : new pysub_buffer{Inside(value).Repr()};
}

pysub_buffer* pysub_value_to_json(const pysub_value* value, pysub_json_form form,
                                  size_t max_bytes) {
  if (value == nullptr || (form != PYSUB_JSON_PLAIN && form != PYSUB_JSON_EXACT)) return nullptr;
  pysub::TextLimits limits;
  if (max_bytes != 0) limits.max_bytes = max_bytes;
  return new pysub_buffer{form == PYSUB_JSON_PLAIN ? Inside(value).ToJson(limits)
                                                   : Inside(value).ToExactJson(limits)};
}

pysub_status pysub_value_from_json(const char* text, size_t size, pysub_value** result,
                                   pysub_error** error) {
  Call call(error);
  call.Result(result);
  const std::string_view json = call.Text(text, size, "the text");
  return call.ok() ? call.Give(pysub::HostValueFromJson(json), result) : call.status();
}
