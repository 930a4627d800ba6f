#ifndef PYSUB_PYSUB_HOST_VALUE_H_
#define PYSUB_PYSUB_HOST_VALUE_H_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/export.h"

namespace pysub PYSUB_API {

namespace internal {
struct HostNode;
}

// How large HostValue::ToJson() and Repr() may become.
struct TextLimits {
  size_t max_bytes = size_t{1} << 20;  // of the text, about
  uint32_t max_depth = 1000;           // of values in each other
};

// A Python value outside of a sandbox: what goes in as an input or an answer, and what comes out.
//
// Values never change and are cheap to copy: parts are shared, by threads too. What a program made
// shared (the same list twice) is shared here; what contains itself has a kCycle where it would
// begin again. No function here recurses over the value, so its depth does not matter.
class HostValue {
 public:
  // What kind of value it is, and what name(), items(), text() ... of it are. Of a kTyped, items()
  // are, by name():
  //   datetime.date           year, month, day
  //   datetime.time           hour, minute, second, microsecond, tzinfo or None, fold
  //   datetime.datetime       year, month, day, hour, minute, second, microsecond, tzinfo or None,
  //                           fold
  //   datetime.timedelta      days, seconds, microseconds
  //   datetime.timezone       its offset (a timedelta), its name or None
  //   zoneinfo.ZoneInfo       its key or None, its offset at that moment (a timedelta) or None
  //   decimal.Decimal         whether it is negative, its digits as an int, its exponent ("inf",
  //                           "nan" and "snan": is that)
  //   fractions.Fraction      numerator, denominator
  //   pathlib.PosixPath, pathlib.PurePosixPath, pathlib.PureWindowsPath, uuid.UUID    its text
  //   array.array             its type code, then its numbers
  //   types.SimpleNamespace   its attributes; fields(): their names
  //   memoryview              its bytes
  //   dict_keys, dict_values  the items; dict_items: key, value, key, value ...
  enum class Kind : uint8_t {
    kNone,
    kBool,
    kInt,
    kFloat,
    kEllipsis,
    kNotImplemented,
    kCycle,   // stands for a container that this value is a part of
    kBigInt,  // an int beyond 64 bits
    kComplex,
    kStr,  // UTF-8; lone surrogates as three bytes each
    kBytes,
    kByteArray,
    kList,
    kTuple,
    kNamedTuple,  // name(): of the type; fields(): of the items
    kDict,  // name(): "dict", or "Counter", "OrderedDict", "defaultdict" (without its factory)
    kSet,
    kFrozenSet,
    kDeque,         // item 0: maxlen or None; then the items
    kRange,         // items: start, stop, step
    kSlice,         // items: start, stop, step
    kType,          // name(): "int", "collections.Counter"
    kException,     // name(): of the type; items: args; text(): str(e)
    kFunction,      // name(); handle(): Sandbox::Call can call it
    kHostFunction,  // name(), signature(), text(): its docstring. A function that the host offers
    kObject,        // anything else: name(): of its type; text(): its repr, cut; handle()
    kTyped,  // a value of the standard library: name(): of its type; items() as below; text(): its
             // str() (isoformat() of dates and times), empty where that would be long
  };

  // From nothing None, from C++'s own types bool, int, float and str. Text is copied; it must be
  // UTF-8 (or have lone surrogates as three bytes): a sandbox refuses other text.
  HostValue() : kind_(Kind::kNone) { bits_.integer = 0; }
  HostValue(std::nullptr_t) : HostValue() {}
  HostValue(bool value) : kind_(Kind::kBool) { bits_.integer = value; }
  HostValue(int value) : HostValue(static_cast<int64_t>(value)) {}
  HostValue(unsigned value) : HostValue(static_cast<int64_t>(value)) {}
  HostValue(long value) : HostValue(static_cast<long long>(value)) {}
  HostValue(long long value) : kind_(Kind::kInt) { bits_.integer = value; }
  HostValue(unsigned long value) : HostValue(static_cast<unsigned long long>(value)) {}
  HostValue(unsigned long long value);
  HostValue(double value) : kind_(Kind::kFloat) { bits_.real = value; }
  HostValue(std::string_view text);
  HostValue(const std::string& text) : HostValue(std::string_view(text)) {}
  HostValue(const char* text) : HostValue(std::string_view(text)) {}

  HostValue(const HostValue& other) : kind_(other.kind_), bits_(other.bits_) { Retain(); }
  HostValue(HostValue&& other) noexcept : kind_(other.kind_), bits_(other.bits_) {
    other.kind_ = Kind::kNone;
  }
  HostValue& operator=(HostValue other) noexcept {
    std::swap(kind_, other.kind_);
    std::swap(bits_, other.bits_);
    return *this;
  }
  ~HostValue() {
    if (has_node()) Release();
  }

  // `...`
  static HostValue Ellipsis() { return HostValue(Kind::kEllipsis); }
  // NotImplemented
  static HostValue NotImplemented() { return HostValue(Kind::kNotImplemented); }
  // A kCycle: where a value contains itself. It cannot go into a sandbox.
  static HostValue Cycle() { return HostValue(Kind::kCycle); }
  // "-123", or hexadecimal digits after "0x" or "-0x". None if `digits` is not that. Decimal text
  // costs time quadratic in its length.
  static HostValue BigInt(std::string_view digits);
  // A complex.
  static HostValue Complex(double real, double imaginary);
  // A bytes; it is copied.
  static HostValue Bytes(std::string_view bytes);
  // A bytearray; it is copied.
  static HostValue ByteArray(std::string_view bytes);
  // A list.
  static HostValue List(std::vector<HostValue> items);
  // A tuple.
  static HostValue Tuple(std::vector<HostValue> items);
  // A named tuple: of its type's name, and of as many field names as items.
  static HostValue NamedTuple(std::string_view name, std::vector<std::string> fields,
                              std::vector<HostValue> items);
  // In order; of equal keys the last counts when it reaches a sandbox.
  static HostValue Dict(std::vector<std::pair<HostValue, HostValue>> items,
                        std::string_view type = "dict");
  // A set, in this order.
  static HostValue Set(std::vector<HostValue> items);
  // A frozenset, in this order.
  static HostValue FrozenSet(std::vector<HostValue> items);
  // A range; ints of any size.
  static HostValue Range(HostValue start, HostValue stop, HostValue step = 1);
  // A slice; its parts are anything.
  static HostValue Slice(HostValue start, HostValue stop, HostValue step = nullptr);
  // A type by its name: "int", "collections.Counter".
  static HostValue Type(std::string_view name);
  // An exception as a value (to raise one: HostException): "ValueError", and its args.
  static HostValue Exception(std::string_view type, std::vector<HostValue> args);
  // A kTyped by its type and items(), for a SimpleNamespace with fields(). None: there is no such
  // value.
  static HostValue Typed(std::string_view type, std::vector<HostValue> items,
                         std::vector<std::string> fields = {});
  // A kTyped by its text(): ("datetime.datetime", "2026-11-23T09:30:00+01:00"),
  // ("decimal.Decimal", "19.99"), also a date, time, Fraction ("1/3"), path or UUID. None: the
  // text is none of that type.
  static HostValue ParseTyped(std::string_view type, std::string_view text);
  // A datetime.datetime in UTC. None: before the year 1 or after 9999.
  static HostValue DateTime(std::chrono::sys_time<std::chrono::microseconds> time);
  // A datetime.timedelta.
  static HostValue TimeDelta(std::chrono::microseconds duration);
  // A decimal.Decimal of "19.99". None: `text` is none.
  static HostValue Decimal(std::string_view text) { return ParseTyped("decimal.Decimal", text); }
  // A function whose body is the host's: calling it stops the program with FunctionCall. "search"
  // takes whatever it is called with. "search(query, /, limit=10, *, strict=False)" raises a def's
  // TypeErrors by itself, and its FunctionCall has all parameters, with those defaults that nobody
  // overrode. Defaults are None, True, False, numbers of 64 bits, texts, (), [] or {}. A sandbox
  // refuses a signature that is none.
  static HostValue HostFunction(std::string_view name_or_signature, std::string_view doc = {});

  // What it is.
  Kind kind() const { return kind_; }
  // Whether it is None.
  bool is_none() const { return kind_ == Kind::kNone; }
  // Of a bool.
  std::optional<bool> as_bool() const {
    if (kind_ != Kind::kBool) return std::nullopt;
    return bits_.integer != 0;
  }
  // Also of a bool, as in Python. Nothing for what is no int or does not fit.
  std::optional<int64_t> as_int() const {
    if (kind_ != Kind::kInt && kind_ != Kind::kBool) return std::nullopt;
    return bits_.integer;
  }
  // Of floats and ints of 64 bits.
  std::optional<double> as_double() const;
  // Of a str.
  std::optional<std::string_view> as_str() const;
  // Of a datetime.datetime; one without a zone counts as UTC.
  std::optional<std::chrono::sys_time<std::chrono::microseconds>> as_time() const;
  // Of a datetime.timedelta below about 292,000 years.
  std::optional<std::chrono::microseconds> as_duration() const;
  // "0x..." or "-0x...": of any int. Linear.
  std::string ToHex() const;
  double real() const;       // kComplex
  double imaginary() const;  // kComplex

  // The text that its Kind says; empty where it says nothing. Valid as long as this
  // value, as those below.
  std::string_view text() const;
  // The name that its Kind says.
  std::string_view name() const;
  std::string_view signature() const;        // kHostFunction: as it was given, if with parameters
  std::span<const HostValue> items() const;  // a dict's: key, value, key, value ...
  std::span<const std::string> fields() const;  // of a kNamedTuple, and of a types.SimpleNamespace
  // Of containers and text: items, pairs, bytes.
  size_t size() const;
  // Of a dict with str keys: null if there is no such key. Linear.
  const HostValue* Find(std::string_view key) const;
  // kFunction, kObject: the sandbox's number for it, 0 for none. No two sandboxes give out the same
  // number and owner, whatever their options.
  uint64_t handle() const;
  // Whose handle() it is.
  uint64_t handle_owner() const;

  // Equal kinds and parts: 1 is not True, NaN is NaN, sets and dicts in the same order.
  friend bool operator==(const HostValue& a, const HostValue& b);

  // A JSON text for any value at all. JSON's own types are themselves, tuples are arrays, dicts
  // whose keys are str (none of them beginning with '$') are objects; everything else is an
  // object with one key that begins with '$': {"$bytes": base64}, {"$set": [...]}, {"$dict":
  // [[key, value], ...]}, {"$float": "nan"}, {"$int": "0x..."} (beyond 4300 digits),
  // {"$datetime.date": "2026-11-23"}, {"$decimal.Decimal": "19.99"}, {"$cycle": true},
  // {"$truncated": true} where a limit was reached.
  std::string ToJson(const TextLimits& limits = {}) const;
  // A JSON text of which HostValueFromJson() (host_value_json.h) makes an equal value, but for
  // handles: as above, and {"$tuple": [...]}, {"$namedtuple": [name, [fields], [items]]}, {"$name":
  // "Counter", "$dict": [...]}, {"$host_function": [name, doc]}, {"$datetime.date": [2026, 11, 23]}
  // and its like, {"$text": str(e), "$exception": [...]}, {"$maxlen": n, "$deque": [...]}, {"$str":
  // base64} for text with two lone surrogates that JSON would join.
  std::string ToExactJson(const TextLimits& limits = {}) const;
  // As Python would print it, "..." where a limit was reached.
  std::string Repr(const TextLimits& limits = {}) const;

 private:
  friend struct internal::HostNode;
  friend class HostValueAccess;
  explicit HostValue(Kind kind) : kind_(kind) { bits_.integer = 0; }
  HostValue(Kind kind, internal::HostNode* node) : kind_(kind) { bits_.node = node; }
  bool has_node() const { return kind_ >= Kind::kBigInt; }
  void Retain() const;
  void Release();

  Kind kind_;
  union {
    int64_t integer;
    double real;
    internal::HostNode* node;
  } bits_;
};

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_HOST_VALUE_H_
