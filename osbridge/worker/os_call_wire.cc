#include "osbridge/worker/os_call_wire.h"

#include <absl/strings/str_cat.h>

#include <optional>
#include <utility>

#include "lexer/unicode/utf8.h"

namespace pysub {
namespace {

// The fields of each call, in the order of the wire.
template <typename F>
struct Fields {
  F& f;
  void operator()(os::ReadLine&) {}
  void operator()(os::Now& c) { f(c.clock); }
  void operator()(os::Sleep& c) { f(c.nanoseconds); }
  void operator()(os::Entropy& c) { f(c.bytes); }
  void operator()(os::GetEnvironment& c) { f(c.name); }
  void operator()(os::FileStat& c) { f(c.path), f(c.follow); }
  void operator()(os::ListDirectory& c) { f(c.path); }
  void operator()(os::ReadFile& c) { f(c.path), f(c.offset), f(c.size); }
  void operator()(os::WriteFile& c) { f(c.path), f(c.offset), f(c.bytes); }
  void operator()(os::OpenFile& c) { f(c.path), f(c.flags), f(c.mode); }
  void operator()(os::TruncateFile& c) { f(c.path), f(c.size); }
  void operator()(os::MakeDirectory& c) { f(c.path), f(c.mode); }
  void operator()(os::RemoveDirectory& c) { f(c.path); }
  void operator()(os::Unlink& c) { f(c.path); }
  void operator()(os::Rename& c) { f(c.from), f(c.to); }
  void operator()(os::Link& c) { f(c.from), f(c.to), f(c.follow); }
  void operator()(os::Symlink& c) { f(c.target), f(c.path); }
  void operator()(os::ReadLink& c) { f(c.path); }
  void operator()(os::ChangeMode& c) { f(c.path), f(c.mode), f(c.follow); }
  void operator()(os::SetTimes& c) { f(c.path), f(c.atime_ns), f(c.mtime_ns), f(c.follow); }
  void operator()(os::RealPath& c) { f(c.path), f(c.strict); }
  void operator()(os::EnterDirectory& c) { f(c.path); }
  void operator()(os::Access& c) { f(c.path), f(c.mode); }
  void operator()(os::Environment&) {}
  void operator()(os::RunCommand& c) { f(c.command); }
  void operator()(os::ReadInput& c) { f(c.size); }
};

struct Writer {
  std::vector<HostValue> args;
  // As text where it is text, so that people can read along.
  void operator()(const std::string& text) {
    args.push_back(IsValidUtf8(text, Surrogates::kRefuse) ? HostValue(text)
                                                          : HostValue::Bytes(text));
  }
  void operator()(int64_t number) { args.emplace_back(static_cast<long long>(number)); }
  void operator()(uint64_t number) { args.emplace_back(static_cast<unsigned long long>(number)); }
  void operator()(bool flag) { args.emplace_back(flag); }
  void operator()(os::Now::Clock clock) { args.emplace_back(static_cast<int>(clock)); }
  void operator()(std::optional<int64_t> number) {
    args.push_back(number ? HostValue(static_cast<long long>(*number)) : HostValue());
  }
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
    ok = ok && (value->kind() == HostValue::Kind::kBytes || value->kind() == HostValue::Kind::kStr);
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
  void operator()(bool& flag) {
    const HostValue* value = Next();
    ok = ok && value->kind() == HostValue::Kind::kBool;
    if (ok) flag = *value->as_bool();
  }
  void operator()(std::optional<int64_t>& number) {
    if (!args.empty() && args.front().is_none()) {
      args = args.subspan(1);
    } else {
      (*this)(number.emplace());
    }
  }
  void operator()(os::Now::Clock& clock) {
    int64_t given = 0;
    (*this)(given);
    ok = ok && given >= 0 && given <= static_cast<int64_t>(os::Now::Clock::kProcess);
    if (ok) clock = static_cast<os::Now::Clock>(given);
  }
};

template <size_t... Index>
absl::StatusOr<OsCall> Find(std::string_view function, std::span<const HostValue> args,
                            std::index_sequence<Index...>) {
  absl::StatusOr<OsCall> result = absl::InvalidArgumentError(
      absl::StrCat("there is no call '", std::string(function.substr(0, 60)), "'"));
  const auto attempt = [&](auto call, std::string_view name) {
    if (function != name) return;
    Reader reader{args};
    Fields<Reader>{reader}(call);
    if (reader.ok && reader.args.empty()) {
      result = OsCall(std::move(call));
    } else {
      result = absl::InvalidArgumentError(
          absl::StrCat("call '", std::string(function), "' with wrong arguments"));
    }
  };
  (attempt(std::variant_alternative_t<Index, OsCall>(), kOsCallNames[Index]), ...);
  return result;
}

}  // namespace

OsCallOnWire ToWire(const OsCall& call) {
  Writer writer;
  std::visit([&](auto copy) { Fields<Writer>{writer}(copy); }, call);
  return {std::string(kOsCallNames[call.index()]), std::move(writer.args)};
}

absl::StatusOr<OsCall> FromWire(std::string_view function, std::span<const HostValue> args) {
  return Find(function, args, std::make_index_sequence<std::variant_size_v<OsCall>>());
}

}  // namespace pysub
