#include "osbridge/os_calls.h"

#include <absl/strings/str_cat.h>

#include <algorithm>

#include "vm/host/entropy.h"
#include "vm/objects/numbers.h"
#include "vm/objects/text_codecs.h"

namespace pysub {
namespace {

// The arguments of a request, of whatever kinds they are.
struct Arguments {
  std::span<const Value> values;

  Value At(size_t i) const { return i < values.size() ? values[i] : Value::Undefined(); }
  int64_t Number(size_t i) const {
    Value v = At(i);
    if (v.IsSmallInt()) return v.AsSmallInt();
    if (!IsObjectOf(v, TypeId::kInt)) return 0;
    const IntArgument number(v);
    return ToInt64(number.view()).value_or(number.view().negative ? INT64_MIN : INT64_MAX);
  }
  std::string Text(size_t i) const {
    Value v = At(i);
    if (Vm::IsStr(v)) return std::string(Vm::View(v));
    return IsObjectOf(v, TypeId::kBytes) ? std::string(v.As<Bytes>()->view()) : std::string();
  }
  bool Flag(size_t i) const { return At(i).IsTrue(); }
  std::optional<int64_t> Maybe(size_t i) const {
    return Vm::IsInt(At(i)) ? std::optional<int64_t>(Number(i)) : std::nullopt;
  }
};

}  // namespace

OsCall MakeOsCall(OsCallId call, std::span<const Value> arguments) {
  const Arguments a{arguments};
  switch (call) {
    case OsCallId::kReadLine:
    case OsCallId::kCount:
      break;
    case OsCallId::kNow:
      return os::Now{static_cast<os::Now::Clock>(std::clamp<int64_t>(a.Number(0), 0, 2))};
    case OsCallId::kSleep:
      return os::Sleep{a.Number(0)};
    case OsCallId::kEntropy:
      return os::Entropy{static_cast<uint64_t>(std::clamp<int64_t>(a.Number(0), 0, kMostEntropy))};
    case OsCallId::kEnvironment:
      return os::GetEnvironment{a.Text(0)};
    case OsCallId::kFileStat:
      return os::FileStat{a.Text(0), a.Flag(1)};
    case OsCallId::kFileList:
      return os::ListDirectory{a.Text(0)};
    case OsCallId::kFileRead:
      return os::ReadFile{a.Text(0), a.Number(1), a.Number(2)};
    case OsCallId::kFileWrite:
      return os::WriteFile{a.Text(0), a.Number(1), a.Text(2)};
    case OsCallId::kFileOpen:
      return os::OpenFile{a.Text(0), a.Number(1), a.Number(2)};
    case OsCallId::kFileTruncate:
      return os::TruncateFile{a.Text(0), a.Number(1)};
    case OsCallId::kMakeDirectory:
      return os::MakeDirectory{a.Text(0), a.Number(1)};
    case OsCallId::kRemoveDirectory:
      return os::RemoveDirectory{a.Text(0)};
    case OsCallId::kUnlink:
      return os::Unlink{a.Text(0)};
    case OsCallId::kRename:
      return os::Rename{a.Text(0), a.Text(1)};
    case OsCallId::kLink:
      return os::Link{a.Text(0), a.Text(1), a.Flag(2)};
    case OsCallId::kSymlink:
      return os::Symlink{a.Text(0), a.Text(1)};
    case OsCallId::kReadLink:
      return os::ReadLink{a.Text(0)};
    case OsCallId::kChangeMode:
      return os::ChangeMode{a.Text(0), a.Number(1), a.Flag(2)};
    case OsCallId::kSetTimes:
      return os::SetTimes{a.Text(0), a.Maybe(1), a.Maybe(2), a.Flag(3)};
    case OsCallId::kRealPath:
      return os::RealPath{a.Text(0), a.Flag(1)};
    case OsCallId::kEnterDirectory:
      return os::EnterDirectory{a.Text(0)};
    case OsCallId::kAccess:
      return os::Access{a.Text(0), a.Number(1)};
    case OsCallId::kAllEnvironment:
      return os::Environment{};
    case OsCallId::kRunCommand:
      return os::RunCommand{a.Text(0)};
    case OsCallId::kReadInput:
      return os::ReadInput{a.Number(0)};
  }
  return os::ReadLine{};
}

// ---- replies

namespace {

using Kind = HostValue::Kind;

bool IsInt(const HostValue& v) { return v.kind() == Kind::kInt; }
bool IsIntUpTo(const HostValue& v, int64_t most) {
  return IsInt(v) && *v.as_int() >= 0 && *v.as_int() <= most;
}
bool IsPath(const HostValue& v) {
  return v.kind() == Kind::kStr && v.text().starts_with('/') && v.text().find('\0') == std::string_view::npos;
}
bool IsName(const HostValue& v) {
  return v.kind() == Kind::kStr && !v.text().empty() && v.text() != "." && v.text() != ".." &&
         v.text().find('\0') == std::string_view::npos && v.text().find('/') == std::string_view::npos;
}

// What the reply to each call has to be: null if `value` is that.
struct ReplyCheck {
  const HostValue& value;

  const char* Is(bool good, const char* what) const { return good ? nullptr : what; }
  const char* None() const { return Is(value.is_none(), "None"); }

  const char* operator()(const os::ReadLine&) const {
    size_t newline = value.text().find('\n');
    return Is(value.kind() == Kind::kStr && (newline == std::string_view::npos || newline + 1 == value.size()),
              "one line, a str");
  }
  const char* operator()(const os::Now&) const { return Is(IsInt(value), "nanoseconds, an int"); }
  const char* operator()(const os::Sleep&) const { return None(); }
  const char* operator()(const os::Entropy& call) const {
    return Is(value.kind() == Kind::kBytes && value.size() == call.bytes, "as many bytes as it asks for");
  }
  const char* operator()(const os::GetEnvironment&) const {
    return Is(value.kind() == Kind::kStr || value.is_none(), "a str or None");
  }
  const char* operator()(const os::FileStat&) const {
    bool good = value.kind() == Kind::kTuple && value.items().size() == 10;
    for (size_t i = 0; good && i < 10; ++i) good = i < 7 ? IsIntUpTo(value.items()[i], INT64_MAX) : IsInt(value.items()[i]);
    return Is(good, "ten ints: FileStat::ToValue() makes them");
  }
  const char* operator()(const os::ListDirectory&) const {
    bool good = value.kind() == Kind::kList;
    for (size_t i = 0; good && i < value.items().size(); ++i) {
      const HostValue& entry = value.items()[i];
      good = entry.kind() == Kind::kTuple && entry.items().size() == 3 && IsName(entry.items()[0]) &&
             IsIntUpTo(entry.items()[1], 0xFFFF) && IsIntUpTo(entry.items()[2], INT64_MAX);
    }
    return Is(good, "a list of names with their kinds: ListDirectory::ToValue() makes it");
  }
  const char* operator()(const os::ReadFile& call) const {
    return Is(value.kind() == Kind::kBytes && (call.size < 0 || value.size() <= static_cast<uint64_t>(call.size)),
              "at most as many bytes as it asks for");
  }
  const char* operator()(const os::WriteFile& call) const {
    int64_t size = static_cast<int64_t>(call.bytes.size());
    bool good = IsInt(value) && *value.as_int() >= size && (call.offset < 0 || *value.as_int() == call.offset + size);
    return Is(good, "the offset behind what was written");
  }
  const char* operator()(const os::OpenFile&) const { return Is(IsIntUpTo(value, INT64_MAX), "the size of the file"); }
  const char* operator()(const os::TruncateFile&) const { return None(); }
  const char* operator()(const os::MakeDirectory&) const { return None(); }
  const char* operator()(const os::RemoveDirectory&) const { return None(); }
  const char* operator()(const os::Unlink&) const { return None(); }
  const char* operator()(const os::Rename&) const { return None(); }
  const char* operator()(const os::Link&) const { return None(); }
  const char* operator()(const os::Symlink&) const { return None(); }
  const char* operator()(const os::ReadLink&) const { return Is(value.kind() == Kind::kStr, "a path, a str"); }
  const char* operator()(const os::ChangeMode&) const { return None(); }
  const char* operator()(const os::SetTimes&) const { return None(); }
  const char* operator()(const os::RealPath&) const { return Is(IsPath(value), "an absolute path, a str"); }
  const char* operator()(const os::EnterDirectory&) const { return Is(IsPath(value), "an absolute path, a str"); }
  const char* operator()(const os::Access&) const { return Is(value.kind() == Kind::kBool, "a bool"); }
  const char* operator()(const os::Environment&) const {
    bool good = value.kind() == Kind::kDict;
    for (size_t i = 0; good && i < value.items().size(); ++i) good = value.items()[i].kind() == Kind::kStr;
    return Is(good, "a dict of str");
  }
  const char* operator()(const os::RunCommand&) const {
    bool good = value.kind() == Kind::kTuple && value.items().size() == 3 && IsInt(value.items()[0]) &&
                value.items()[1].kind() == Kind::kBytes && value.items()[2].kind() == Kind::kBytes;
    return Is(good, "status, output and errors: RunCommand::ToValue() makes them");
  }
  const char* operator()(const os::ReadInput& call) const {
    return Is(value.kind() == Kind::kBytes && (call.size < 0 || value.size() <= static_cast<uint64_t>(call.size)),
              "at most as many bytes as it asks for");
  }
};

// ---- what a call consists of

// Calls visit(name, field) for each field of a call.
template <typename Visit>
struct Fields {
  Visit visit;

  void operator()(const os::ReadLine&) {}
  void operator()(const os::Now& c) { visit("clock", static_cast<int64_t>(c.clock)); }
  void operator()(const os::Sleep& c) { visit("nanoseconds", c.nanoseconds); }
  void operator()(const os::Entropy& c) { visit("bytes", static_cast<int64_t>(c.bytes)); }
  void operator()(const os::GetEnvironment& c) { visit("name", c.name); }
  void operator()(const os::FileStat& c) { visit("path", c.path), visit("follow", c.follow); }
  void operator()(const os::ListDirectory& c) { visit("path", c.path); }
  void operator()(const os::ReadFile& c) { visit("path", c.path), visit("offset", c.offset), visit("size", c.size); }
  void operator()(const os::WriteFile& c) { visit("path", c.path), visit("offset", c.offset), visit.Bytes("bytes", c.bytes); }
  void operator()(const os::OpenFile& c) { visit("path", c.path), visit("flags", c.flags), visit("mode", c.mode); }
  void operator()(const os::TruncateFile& c) { visit("path", c.path), visit("size", c.size); }
  void operator()(const os::MakeDirectory& c) { visit("path", c.path), visit("mode", c.mode); }
  void operator()(const os::RemoveDirectory& c) { visit("path", c.path); }
  void operator()(const os::Unlink& c) { visit("path", c.path); }
  void operator()(const os::Rename& c) { visit("from", c.from), visit("to", c.to); }
  void operator()(const os::Link& c) { visit("from", c.from), visit("to", c.to), visit("follow", c.follow); }
  void operator()(const os::Symlink& c) { visit("target", c.target), visit("path", c.path); }
  void operator()(const os::ReadLink& c) { visit("path", c.path); }
  void operator()(const os::ChangeMode& c) { visit("path", c.path), visit("mode", c.mode), visit("follow", c.follow); }
  void operator()(const os::SetTimes& c) {
    visit("path", c.path);
    if (c.atime_ns) visit("atime_ns", *c.atime_ns);
    if (c.mtime_ns) visit("mtime_ns", *c.mtime_ns);
    visit("follow", c.follow);
  }
  void operator()(const os::RealPath& c) { visit("path", c.path), visit("strict", c.strict); }
  void operator()(const os::EnterDirectory& c) { visit("path", c.path); }
  void operator()(const os::Access& c) { visit("path", c.path), visit("mode", c.mode); }
  void operator()(const os::Environment&) {}
  void operator()(const os::RunCommand& c) { visit("command", c.command); }
  void operator()(const os::ReadInput& c) { visit("size", c.size); }
};

struct BytesVisitor {
  ByteWriter& to;

  void operator()(std::string_view name, std::string_view text) {
    to.Text(name);
    to.Text(text);
  }
  void operator()(std::string_view name, const std::string& text) { (*this)(name, std::string_view(text)); }
  void operator()(std::string_view name, int64_t number) {
    to.Text(name);
    to.Fixed64(static_cast<uint64_t>(number));
  }
  void operator()(std::string_view name, bool flag) { (*this)(name, int64_t{flag}); }
  void Bytes(std::string_view name, std::string_view bytes) { (*this)(name, bytes); }
};

struct JsonVisitor {
  std::string& out;

  void Name(std::string_view name) { absl::StrAppend(&out, ",\"", absl::string_view(name.data(), name.size()), "\":"); }
  void operator()(std::string_view name, const std::string& text) {
    Name(name);
    out += HostValue(text).ToJson();
  }
  void operator()(std::string_view name, int64_t number) {
    Name(name);
    absl::StrAppend(&out, number);
  }
  void operator()(std::string_view name, bool flag) {
    Name(name);
    out += flag ? "true" : "false";
  }
  void Bytes(std::string_view name, std::string_view bytes) { (*this)(name, static_cast<int64_t>(bytes.size())); }
};

}  // namespace

absl::Status CheckOsReply(const OsCall& call, const HostValue& value) {
  const char* wanted = std::visit(ReplyCheck{value}, call);
  if (wanted == nullptr) return absl::OkStatus();
  std::string_view name = kOsCallNames[call.index()];
  return absl::InvalidArgumentError(
      absl::StrCat("os::", absl::string_view(name.data(), name.size()), " is answered with ", wanted));
}

void WriteOsCall(const OsCall& call, ByteWriter& to) {
  to.Byte(static_cast<uint8_t>(call.index()));
  std::visit(Fields<BytesVisitor>{{to}}, call);
}

std::string AuditLine(const OsCall& call, std::string_view outcome) {
  std::string line = "{\"call\":\"" + std::string(kOsCallNames[call.index()]) + "\"";
  std::visit(Fields<JsonVisitor>{{line}}, call);
  JsonVisitor{line}("outcome", std::string(outcome));
  return line + "}";
}

}  // namespace pysub
