#include "osbridge/worker/os_call_wire.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "lexer/unicode/utf8.h"
#include "osbridge/os_calls.h"

namespace pysub {
namespace {

// One visitor writes all calls, another reads them. Both follow the calls' own lists of fields, so
// a new field needs no change here.
struct Writer {
  std::vector<HostValue> args;
  // As text where it is text, so that people can read along.
  void operator()(std::string_view, const std::string& text) {
    args.push_back(IsValidUtf8(text, Surrogates::kRefuse) ? HostValue(text)
                                                          : HostValue::Bytes(text));
  }
  void operator()(std::string_view, int64_t number) {
    args.emplace_back(static_cast<long long>(number));
  }
  void operator()(std::string_view, uint64_t number) {
    args.emplace_back(static_cast<unsigned long long>(number));
  }
  void operator()(std::string_view, bool flag) { args.emplace_back(flag); }
  void operator()(std::string_view, os::Now::Clock clock) {
    args.emplace_back(static_cast<int>(clock));
  }
  void operator()(std::string_view, const std::optional<int64_t>& number) {
    args.push_back(number ? HostValue(static_cast<long long>(*number)) : HostValue());
  }
  void Bytes(std::string_view name, const std::string& bytes) { (*this)(name, bytes); }
};

// What comes from a worker may be anything: `ok` turns false at the first field that is missing or
// of another type.
struct Reader {
  std::span<const HostValue> args;
  bool ok = true;

  const HostValue* Next() {
    if (args.empty()) return ok = false, nullptr;
    const HostValue* value = &args.front();
    args = args.subspan(1);
    return value;
  }
  void operator()(std::string_view, std::string& text) {
    const HostValue* value = Next();
    ok = ok && (value->kind() == HostValue::Kind::kBytes || value->kind() == HostValue::Kind::kStr);
    if (ok) text = value->text();
  }
  void operator()(std::string_view, int64_t& number) {
    const HostValue* value = Next();
    ok = ok && value->kind() == HostValue::Kind::kInt;
    if (ok) number = *value->as_int();
  }
  void operator()(std::string_view name, uint64_t& number) {
    int64_t given = 0;
    (*this)(name, given);
    ok = ok && given >= 0;
    if (ok) number = static_cast<uint64_t>(given);
  }
  void operator()(std::string_view, bool& flag) {
    const HostValue* value = Next();
    ok = ok && value->kind() == HostValue::Kind::kBool;
    if (ok) flag = *value->as_bool();
  }
  void operator()(std::string_view name, std::optional<int64_t>& number) {
    if (!args.empty() && args.front().is_none()) {
      args = args.subspan(1);
    } else {
      (*this)(name, number.emplace());
    }
  }
  void operator()(std::string_view name, os::Now::Clock& clock) {
    int64_t given = 0;
    (*this)(name, given);
    ok = ok && given >= 0 && given <= static_cast<int64_t>(os::Now::Clock::kProcess);
    if (ok) clock = static_cast<os::Now::Clock>(given);
  }
  void Bytes(std::string_view name, std::string& bytes) { (*this)(name, bytes); }
};

}  // namespace

OsCallOnWire ToWire(const OsCall& call) {
  Writer writer;
  VisitFields(call, writer);
  return {std::string(kOsCallNames[call.index()]), std::move(writer.args)};
}

absl::StatusOr<OsCall> FromWire(std::string_view function, std::span<const HostValue> args) {
  const auto name = std::find(std::begin(kOsCallNames), std::end(kOsCallNames), function);
  if (name == std::end(kOsCallNames)) {
    return absl::InvalidArgumentError(
        absl::StrCat("there is no call '", std::string(function.substr(0, 60)), "'"));
  }
  Reader reader{args};
  OsCall call = FillOsCall(static_cast<OsCallId>(name - kOsCallNames), reader);
  if (reader.ok && reader.args.empty()) return call;
  return absl::InvalidArgumentError(
      absl::StrCat("call '", std::string(function), "' with wrong arguments"));
}

}  // namespace pysub
