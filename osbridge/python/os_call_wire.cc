#include "osbridge/python/os_call_wire.h"

#include <absl/strings/str_cat.h>

#include <type_traits>
#include <utility>

namespace pysub {
namespace {

// For each call its name on the wire and its fields in order.
template <typename Call>
struct Wire;
template <>
struct Wire<os::ReadLine> {
  static constexpr std::string_view kName = "read_line";
  static void Fields(os::ReadLine&, auto&) {}
};
template <>
struct Wire<os::Now> {
  static constexpr std::string_view kName = "now";
  static void Fields(os::Now& call, auto& f) { f(call.clock); }
};
template <>
struct Wire<os::Sleep> {
  static constexpr std::string_view kName = "sleep";
  static void Fields(os::Sleep& call, auto& f) { f(call.nanoseconds); }
};
template <>
struct Wire<os::Entropy> {
  static constexpr std::string_view kName = "entropy";
  static void Fields(os::Entropy& call, auto& f) { f(call.bytes); }
};
template <>
struct Wire<os::GetEnvironment> {
  static constexpr std::string_view kName = "get_environment";
  static void Fields(os::GetEnvironment& call, auto& f) { f(call.name); }
};

struct Writer {
  std::vector<HostValue> args;
  void operator()(const std::string& text) { args.push_back(HostValue::Bytes(text)); }
  void operator()(int64_t number) { args.emplace_back(static_cast<long long>(number)); }
  void operator()(uint64_t number) { args.emplace_back(static_cast<unsigned long long>(number)); }
  void operator()(os::Now::Clock clock) { args.emplace_back(static_cast<int>(clock)); }
};

struct Reader {
  std::span<const HostValue> args;
  bool ok = true;

  const HostValue* Next() {
    if (args.empty()) return ok = false, nullptr;
    const HostValue* value = &args.front();
    args = args.subspan(1);
    return value;
  }
  void operator()(std::string& text) {
    const HostValue* value = Next();
    ok = ok && value->kind() == HostValue::Kind::kBytes;
    if (ok) text = value->text();
  }
  void operator()(int64_t& number) {
    const HostValue* value = Next();
    ok = ok && value->kind() == HostValue::Kind::kInt;
    if (ok) number = *value->as_int();
  }
  void operator()(uint64_t& number) {
    int64_t given = 0;
    (*this)(given);
    ok = ok && given >= 0;
    if (ok) number = static_cast<uint64_t>(given);
  }
  void operator()(os::Now::Clock& clock) {
    int64_t given = 0;
    (*this)(given);
    ok = ok && given >= 0 && given <= static_cast<int64_t>(os::Now::Clock::kProcess);
    if (ok) clock = static_cast<os::Now::Clock>(given);
  }
};

template <typename... Calls>
absl::StatusOr<OsCall> Find(std::string_view function, std::span<const HostValue> args, const std::variant<Calls...>*) {
  absl::StatusOr<OsCall> result =
      absl::InvalidArgumentError(absl::StrCat("there is no call '", std::string(function.substr(0, 60)), "'"));
  const auto attempt = [&]<typename Call>(const Call*) {
    if (function != Wire<Call>::kName) return;
    Call call;
    Reader reader{args};
    Wire<Call>::Fields(call, reader);
    if (reader.ok && reader.args.empty()) {
      result = OsCall(std::move(call));
    } else {
      result = absl::InvalidArgumentError(absl::StrCat("call '", std::string(function), "' with wrong arguments"));
    }
  };
  (attempt(static_cast<const Calls*>(nullptr)), ...);
  return result;
}

}  // namespace

OsCallOnWire ToWire(const OsCall& call) {
  return std::visit(
      [](auto copy) {
        Writer writer;
        using Call = std::decay_t<decltype(copy)>;
        Wire<Call>::Fields(copy, writer);
        return OsCallOnWire{std::string(Wire<Call>::kName), std::move(writer.args)};
      },
      call);
}

absl::StatusOr<OsCall> FromWire(std::string_view function, std::span<const HostValue> args) {
  return Find(function, args, static_cast<const OsCall*>(nullptr));
}

}  // namespace pysub
