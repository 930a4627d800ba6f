#include "osbridge/os_calls.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "vm/host/entropy.h"
#include "vm/objects/numbers.h"
#include "vm/objects/text_codecs.h"

namespace pysub {
namespace {

static_assert(std::variant_size_v<OsCall> == static_cast<size_t>(OsCallId::kCount),
              "a struct without a row");
template <typename Call, OsCallId kId>
constexpr bool kIsAt =
    std::is_same_v<Call, std::variant_alternative_t<static_cast<size_t>(kId), OsCall>>;
#define PYSUB_OS_CALL(Name, permission, Reply, Alone) \
  static_assert(kIsAt<os::Name, OsCallId::k##Name>,   \
                "another place in OsCall than in vm/host/os_calls.def");
#include "vm/host/os_calls.def"

// Takes the fields of a call from the arguments of a request, of whatever kinds they are.
struct FromArguments {
  std::span<const Value> left;

  Value Next() {
    if (left.empty()) return Value::Undefined();
    const Value value = left.front();
    left = left.subspan(1);
    return value;
  }
  static int64_t Number(Value v) {
    if (v.IsSmallInt()) return v.AsSmallInt();
    if (!IsObjectOf(v, TypeId::kInt)) return 0;
    const IntArgument number(v);
    return ToInt64(number.view()).value_or(number.view().negative ? INT64_MIN : INT64_MAX);
  }
  void operator()(std::string_view, std::string& text) {
    const Value v = Next();
    if (Vm::IsStr(v)) text = Vm::View(v);
    if (IsObjectOf(v, TypeId::kBytes)) text = v.As<pysub::Bytes>()->view();
  }
  void operator()(std::string_view, int64_t& number) { number = Number(Next()); }
  void operator()(std::string_view, uint64_t& number) {
    number = static_cast<uint64_t>(std::max<int64_t>(Number(Next()), 0));
  }
  void operator()(std::string_view, bool& flag) { flag = Next().IsTrue(); }
  void operator()(std::string_view, std::optional<int64_t>& number) {
    const Value v = Next();
    if (Vm::IsInt(v)) number = Number(v);
  }
  void operator()(std::string_view, os::Now::Clock& clock) {
    clock = static_cast<os::Now::Clock>(
        std::clamp<int64_t>(Number(Next()), 0, static_cast<int64_t>(os::Now::Clock::kProcess)));
  }
  void Bytes(std::string_view name, std::string& bytes) { (*this)(name, bytes); }
};

}  // namespace

constexpr std::string_view kOsCallNames[] = {
#define PYSUB_OS_CALL(Name, permission, Reply, Alone) #Name,
#include "vm/host/os_calls.def"
};

OsCall MakeOsCall(OsCallId call, std::span<const Value> arguments) {
  OsCall made = FillOsCall(call, FromArguments{arguments});
  if (auto* entropy = std::get_if<os::Entropy>(&made))
    entropy->bytes = std::min<uint64_t>(entropy->bytes, kMostEntropy);
  return made;
}

// ---- replies

namespace {

using Kind = HostValue::Kind;

bool IsInt(const HostValue& v) { return v.kind() == Kind::kInt; }
bool IsIntUpTo(const HostValue& v, int64_t most) {
  return IsInt(v) && *v.as_int() >= 0 && *v.as_int() <= most;
}
bool IsPath(const HostValue& v) {
  return v.kind() == Kind::kStr && v.text().starts_with('/') &&
         v.text().find('\0') == std::string_view::npos;
}
bool IsName(const HostValue& v) {
  return v.kind() == Kind::kStr && !v.text().empty() && v.text() != "." && v.text() != ".." &&
         v.text().find('\0') == std::string_view::npos &&
         v.text().find('/') == std::string_view::npos;
}

// What the replies have to be, by the names that vm/host/os_calls.def has for them:
// null if `value` is that.
namespace replies {

const char* Expect(bool good, const char* what) { return good ? nullptr : what; }

const char* Nothing(const auto&, const HostValue& value) { return Expect(value.is_none(), "None"); }

const char* Line(const auto&, const HostValue& value) {
  size_t newline = value.text().find('\n');
  return Expect(value.kind() == Kind::kStr &&
                    (newline == std::string_view::npos || newline + 1 == value.size()),
                "one line, a str");
}
const char* Nanoseconds(const auto&, const HostValue& value) {
  return Expect(IsInt(value), "nanoseconds, an int");
}

const char* AllBytes(const os::Entropy& call, const HostValue& value) {
  return Expect(value.kind() == Kind::kBytes && value.size() == call.bytes,
                "as many bytes as it asks for");
}
const char* SomeBytes(const auto& call, const HostValue& value) {
  return Expect(value.kind() == Kind::kBytes &&
                    (call.size < 0 || value.size() <= static_cast<uint64_t>(call.size)),
                "at most as many bytes as it asks for");
}
const char* TextOrNothing(const auto&, const HostValue& value) {
  return Expect(value.kind() == Kind::kStr || value.is_none(), "a str or None");
}
const char* TenNumbers(const os::FileStat&, const HostValue& value) {
  bool good = value.kind() == Kind::kTuple && value.items().size() == 10;
  for (size_t i = 0; good && i < 10; ++i)
    good = i < 7 ? IsIntUpTo(value.items()[i], INT64_MAX) : IsInt(value.items()[i]);
  return Expect(good, "ten ints: FileStat::ToValue() makes them");
}
const char* Entries(const os::ListDirectory&, const HostValue& value) {
  bool good = value.kind() == Kind::kList;
  for (size_t i = 0; good && i < value.items().size(); ++i) {
    const HostValue& entry = value.items()[i];
    good = entry.kind() == Kind::kTuple && entry.items().size() == 3 && IsName(entry.items()[0]) &&
           IsIntUpTo(entry.items()[1], 0xFFFF) && IsIntUpTo(entry.items()[2], INT64_MAX);
  }
  return Expect(good, "a list of names with their kinds: ListDirectory::ToValue() makes it");
}
const char* EndOffset(const os::WriteFile& call, const HostValue& value) {
  int64_t size = static_cast<int64_t>(call.bytes.size());
  bool good = IsInt(value) && *value.as_int() >= size &&
              (call.offset < 0 || *value.as_int() == call.offset + size);
  return Expect(good, "the offset behind what was written");
}
const char* FileSize(const auto&, const HostValue& value) {
  return Expect(IsIntUpTo(value, INT64_MAX), "the size of the file");
}
const char* LinkTarget(const auto&, const HostValue& value) {
  return Expect(value.kind() == Kind::kStr, "a path, a str");
}
const char* AbsolutePath(const auto&, const HostValue& value) {
  return Expect(IsPath(value), "an absolute path, a str");
}

const char* Flag(const auto&, const HostValue& value) {
  return Expect(value.kind() == Kind::kBool, "a bool");
}

const char* Variables(const auto&, const HostValue& value) {
  bool good = value.kind() == Kind::kDict;
  for (size_t i = 0; good && i < value.items().size(); ++i)
    good = value.items()[i].kind() == Kind::kStr;
  return Expect(good, "a dict of str");
}
const char* CommandResult(const os::RunCommand&, const HostValue& value) {
  bool good = value.kind() == Kind::kTuple && value.items().size() == 3 &&
              IsInt(value.items()[0]) && value.items()[1].kind() == Kind::kBytes &&
              value.items()[2].kind() == Kind::kBytes;
  return Expect(good, "status, output and errors: RunCommand::ToValue() makes them");
}

const char* Check(const OsCall& call, const HostValue& value) {
  switch (IdOf(call)) {
#define PYSUB_OS_CALL(Name, permission, Reply, Alone) \
  case OsCallId::k##Name:                             \
    return Reply(std::get<os::Name>(call), value);
#include "vm/host/os_calls.def"
    case OsCallId::kCount: break;
  }
  return nullptr;
}

}  // namespace replies

// ---- what a call consists of

// What is not there (a std::optional) is left out.
struct BytesVisitor {
  ByteWriter& to;

  void operator()(std::string_view name, const std::string& text) {
    to.Text(name);
    to.Text(text);
  }
  void operator()(std::string_view name, int64_t number) {
    to.Text(name);
    to.Fixed64(static_cast<uint64_t>(number));
  }
  void operator()(std::string_view name, uint64_t number) {
    (*this)(name, static_cast<int64_t>(number));
  }
  void operator()(std::string_view name, bool flag) { (*this)(name, int64_t{flag}); }
  void operator()(std::string_view name, os::Now::Clock clock) {
    (*this)(name, static_cast<int64_t>(clock));
  }
  void operator()(std::string_view name, const std::optional<int64_t>& number) {
    if (number) (*this)(name, *number);
  }
  void Bytes(std::string_view name, const std::string& bytes) { (*this)(name, bytes); }
};

struct JsonVisitor {
  std::string& out;

  void Name(std::string_view name) {
    absl::StrAppend(&out, ",\"", absl::string_view(name.data(), name.size()), "\":");
  }
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
  void operator()(std::string_view name, uint64_t number) {
    (*this)(name, static_cast<int64_t>(number));
  }
  void operator()(std::string_view name, os::Now::Clock clock) {
    (*this)(name, static_cast<int64_t>(clock));
  }
  void operator()(std::string_view name, const std::optional<int64_t>& number) {
    if (number) (*this)(name, *number);
  }
  void Bytes(std::string_view name, const std::string& bytes) {
    (*this)(name, static_cast<int64_t>(bytes.size()));
  }
};

}  // namespace

absl::Status CheckOsReply(const OsCall& call, const HostValue& value) {
  const char* wanted = replies::Check(call, value);
  if (wanted == nullptr) return absl::OkStatus();
  std::string_view name = kOsCallNames[call.index()];
  return absl::InvalidArgumentError(absl::StrCat(
      "os::", absl::string_view(name.data(), name.size()), " is answered with ", wanted));
}

void WriteOsCall(const OsCall& call, ByteWriter& to) {
  to.Byte(static_cast<uint8_t>(call.index()));
  VisitFields(call, BytesVisitor{to});
}

std::string AuditLine(const OsCall& call, std::string_view outcome) {
  std::string line = "{\"call\":\"" + std::string(kOsCallNames[call.index()]) + "\"";
  VisitFields(call, JsonVisitor{line});
  JsonVisitor{line}("outcome", std::string(outcome));
  return line + "}";
}

}  // namespace pysub
