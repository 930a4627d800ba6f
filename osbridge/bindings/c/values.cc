// Values of pysub.h that a host makes. What cannot be made is NULL, and NULL as a part of something
// is an error there: a mistake deep in a nest of constructors comes out of the last of them.

#include "osbridge/bindings/c/call.h"
#include "pysub/host_value_json.h"

namespace pysub::c {
namespace {

// None where there is none: HostValue's own way to say that something is no such value.
pysub_value* UnlessNone(HostValue value) {
  return value.is_none() ? nullptr : Owned(std::move(value));
}

pysub_value* Container(HostValue (*make)(std::vector<HostValue>), const pysub_value* const* items,
                       size_t count) {
  Call call(nullptr);
  std::vector<HostValue> values = call.Values(items, count, "the number of values");
  return call.ok() ? Owned(make(std::move(values))) : nullptr;
}

pysub_value* OfText(HostValue (*make)(std::string_view), const char* data, size_t size) {
  Call call(nullptr);
  const std::string_view text = call.Text(data, size, "the text");
  return call.ok() ? Owned(make(text)) : nullptr;
}

// A deque has no constructor of its own, but a JSON text.
HostValue Deque(std::vector<HostValue> items, int64_t maxlen) {
  TextLimits all;
  all.max_bytes = SIZE_MAX / 2;
  std::string text = HostValue::List(std::move(items)).ToExactJson(all);
  text = maxlen < 0 ? "{\"$deque\":" + text + "}"
                    : "{\"$maxlen\":" + std::to_string(maxlen) + ",\"$deque\":" + text + "}";
  absl::StatusOr<HostValue> deque =
      HostValueFromJson(text, {.max_text_bytes = SIZE_MAX, .max_resident_bytes = SIZE_MAX});
  return deque.ok() ? *std::move(deque) : HostValue();
}

}  // namespace
}  // namespace pysub::c

using namespace pysub::c;  // all that follows is outside of it
using pysub::HostValue;

pysub_value* pysub_value_none(void) { return Owned(HostValue()); }
pysub_value* pysub_value_bool(int value) { return Owned(HostValue(value != 0)); }
pysub_value* pysub_value_int(int64_t value) { return Owned(HostValue(value)); }
pysub_value* pysub_value_uint(uint64_t value) { return Owned(HostValue(value)); }
pysub_value* pysub_value_float(double value) { return Owned(HostValue(value)); }
pysub_value* pysub_value_complex(double real, double imaginary) {
  return Owned(HostValue::Complex(real, imaginary));
}
pysub_value* pysub_value_ellipsis(void) { return Owned(HostValue::Ellipsis()); }
pysub_value* pysub_value_not_implemented(void) { return Owned(HostValue::NotImplemented()); }
pysub_value* pysub_value_cycle(void) { return Owned(HostValue::Cycle()); }

pysub_value* pysub_value_big_int(const char* digits, size_t size) {
  Call call(nullptr);
  const std::string_view text = call.Text(digits, size, "the digits");
  return call.ok() ? UnlessNone(HostValue::BigInt(text)) : nullptr;
}

pysub_value* pysub_value_str(const char* text, size_t size) {
  return OfText([](std::string_view given) { return HostValue(given); }, text, size);
}
pysub_value* pysub_value_bytes(const char* bytes, size_t size) {
  return OfText(HostValue::Bytes, bytes, size);
}
pysub_value* pysub_value_bytearray(const char* bytes, size_t size) {
  return OfText(HostValue::ByteArray, bytes, size);
}
pysub_value* pysub_value_type(const char* name, size_t size) {
  return OfText(HostValue::Type, name, size);
}

pysub_value* pysub_value_list(const pysub_value* const* items, size_t count) {
  return Container(HostValue::List, items, count);
}
pysub_value* pysub_value_tuple(const pysub_value* const* items, size_t count) {
  return Container(HostValue::Tuple, items, count);
}
pysub_value* pysub_value_set(const pysub_value* const* items, size_t count) {
  return Container(HostValue::Set, items, count);
}
pysub_value* pysub_value_frozenset(const pysub_value* const* items, size_t count) {
  return Container(HostValue::FrozenSet, items, count);
}

pysub_value* pysub_value_deque(const pysub_value* const* items, size_t count, int64_t maxlen) {
  Call call(nullptr);
  std::vector<HostValue> values = call.Values(items, count, "the number of values");
  return call.ok() ? UnlessNone(Deque(std::move(values), maxlen)) : nullptr;
}

pysub_value* pysub_value_dict(const pysub_value* const* keys, const pysub_value* const* values,
                              size_t count, const char* type, size_t type_size) {
  Call call(nullptr);
  const std::string_view name =
      type == nullptr ? std::string_view("dict") : call.Text(type, type_size, "the type");
  std::vector<HostValue> names = call.Values(keys, count, "the number of keys");
  std::vector<HostValue> contents = call.Values(values, count, "the number of values");
  if (!call.ok()) return nullptr;
  if (name != "dict" && name != "Counter" && name != "OrderedDict" && name != "defaultdict") {
    return nullptr;
  }
  std::vector<std::pair<HostValue, HostValue>> items;
  items.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    items.emplace_back(std::move(names[i]), std::move(contents[i]));
  }
  return Owned(HostValue::Dict(std::move(items), name));
}

pysub_value* pysub_value_namedtuple(const char* name, size_t name_size, const pysub_text* fields,
                                    const pysub_value* const* items, size_t count) {
  Call call(nullptr);
  const std::string_view type = call.Text(name, name_size, "the name");
  std::vector<std::string> names = call.Texts(fields, count, "the number of fields");
  std::vector<HostValue> values = call.Values(items, count, "the number of values");
  if (!call.ok()) return nullptr;
  return Owned(HostValue::NamedTuple(type, std::move(names), std::move(values)));
}

pysub_value* pysub_value_range(const pysub_value* start, const pysub_value* stop,
                               const pysub_value* step) {
  if (start == nullptr || stop == nullptr) return nullptr;
  return Owned(
      HostValue::Range(Inside(start), Inside(stop), step == nullptr ? HostValue(1) : Inside(step)));
}
pysub_value* pysub_value_slice(const pysub_value* start, const pysub_value* stop,
                               const pysub_value* step) {
  if (start == nullptr || stop == nullptr) return nullptr;
  return Owned(
      HostValue::Slice(Inside(start), Inside(stop), step == nullptr ? HostValue() : Inside(step)));
}

pysub_value* pysub_value_exception(const char* type, size_t type_size,
                                   const pysub_value* const* args, size_t count) {
  Call call(nullptr);
  const std::string_view name = call.Text(type, type_size, "the type");
  std::vector<HostValue> values = call.Values(args, count, "the number of args");
  return call.ok() ? Owned(HostValue::Exception(name, std::move(values))) : nullptr;
}

pysub_value* pysub_value_os_error(int number) {
  return Owned(HostValue::Exception("OSError", {HostValue(number), HostValue(ErrorText(number))}));
}

pysub_value* pysub_value_typed(const char* type, size_t type_size, const pysub_text* fields,
                               const pysub_value* const* items, size_t count) {
  Call call(nullptr);
  const std::string_view name = call.Text(type, type_size, "the type");
  std::vector<std::string> names;
  if (fields != nullptr) names = call.Texts(fields, count, "the number of fields");
  std::vector<HostValue> values = call.Values(items, count, "the number of values");
  if (!call.ok()) return nullptr;
  return UnlessNone(HostValue::Typed(name, std::move(values), std::move(names)));
}

pysub_value* pysub_value_parse_typed(const char* type, size_t type_size, const char* text,
                                     size_t size) {
  Call call(nullptr);
  const std::string_view name = call.Text(type, type_size, "the type");
  const std::string_view written = call.Text(text, size, "the text");
  return call.ok() ? UnlessNone(HostValue::ParseTyped(name, written)) : nullptr;
}

pysub_value* pysub_value_datetime(int64_t microseconds) {
  return UnlessNone(HostValue::DateTime(
      std::chrono::sys_time<std::chrono::microseconds>(std::chrono::microseconds(microseconds))));
}
pysub_value* pysub_value_timedelta(int64_t microseconds) {
  return Owned(HostValue::TimeDelta(std::chrono::microseconds(microseconds)));
}

pysub_value* pysub_value_host_function(const char* signature, size_t signature_size,
                                       const char* doc, size_t doc_size) {
  Call call(nullptr);
  const std::string_view text = call.Text(signature, signature_size, "the signature");
  const std::string_view said =
      doc == nullptr ? std::string_view() : call.Text(doc, doc_size, "the docstring");
  return call.ok() ? Owned(HostValue::HostFunction(text, said)) : nullptr;
}

pysub_value* pysub_value_copy(const pysub_value* value) {
  return value == nullptr ? nullptr : Owned(Inside(value));
}

void pysub_value_free(pysub_value* value) { delete reinterpret_cast<HostValue*>(value); }
