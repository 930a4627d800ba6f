// urllib and urllib.parse: written in Python, but for what the results of urlsplit()
// find in their netloc.

#include "stdlib/modules/library_class.h"
#include "stdlib/types/namedtuple.h"
#include "vm/objects/numbers.h"

namespace pysub {
namespace {

// user:password@host:port of a SplitResult, str or bytes.
struct Netloc {
  bool is_bytes = false, has_user = false, has_password = false, has_port = false;
  std::string_view user, password, host, port;
};

Result<Netloc> NetlocOf(Vm& vm, Value self) {
  if (!IsObjectOf(self, TypeId::kNamedTuple) || self.As<Tuple>()->size() < 5) {
    return vm.TypeError("a result of urlsplit() is required");
  }
  Value field = self.As<Tuple>()->items()[1];
  Netloc n;
  n.is_bytes = IsObjectOf(field, TypeId::kBytes);
  if (!n.is_bytes && !Vm::IsStr(field)) return vm.TypeError("netloc must be a str or bytes");
  std::string_view text = n.is_bytes ? field.As<Bytes>()->view() : Vm::View(field);
  if (!vm.Tick(text.size() / 16)) return Failure{};
  size_t at = text.rfind('@');
  std::string_view host = at == text.npos ? text : text.substr(at + 1);
  if (at != text.npos) {
    n.user = text.substr(0, at);
    n.has_user = true;
    size_t colon = n.user.find(':');
    if (colon != text.npos) {
      n.has_password = true;
      n.password = n.user.substr(colon + 1);
      n.user = n.user.substr(0, colon);
    }
  }
  size_t bracket = host.find('[');
  std::string_view port;
  if (bracket != host.npos) {
    host = host.substr(bracket + 1);
    size_t close = host.find(']');
    port = close == host.npos ? std::string_view() : host.substr(close + 1);
    host = host.substr(0, close);
    size_t colon = port.find(':');
    n.has_port = colon != port.npos;
    n.port = n.has_port ? port.substr(colon + 1) : std::string_view();
  } else {
    size_t colon = host.find(':');
    n.has_port = colon != host.npos;
    n.port = n.has_port ? host.substr(colon + 1) : std::string_view();
    host = host.substr(0, colon);
  }
  n.host = host;
  return n;
}

Value Piece(Vm& vm, const Netloc& n, std::string_view text) {
  return n.is_bytes ? vm.NewBytes(text) : vm.NewStr(text);
}

Value Username(Vm& vm, const Args& a) {
  Netloc n = TRY(NetlocOf(vm, a[0]));
  return n.has_user ? Piece(vm, n, n.user) : Value::None();
}
Value Password(Vm& vm, const Args& a) {
  Netloc n = TRY(NetlocOf(vm, a[0]));
  return n.has_password ? Piece(vm, n, n.password) : Value::None();
}
Value Hostname(Vm& vm, const Args& a) {
  static constexpr Name kLower{"lower", MemberHash("lower")};
  Netloc n = TRY(NetlocOf(vm, a[0]));
  if (n.host.empty()) return Value::None();
  size_t zone = n.host.find('%');  // of an IPv6 address: keeps its case
  Value lower = TRY(vm.GetAttribute(TRY(Piece(vm, n, n.host.substr(0, zone))), kLower));
  Value host = TRY(vm.Call(lower, {}));
  if (zone == n.host.npos) return host;
  return vm.Binary(BinaryOp::kAdd, host, TRY(Piece(vm, n, n.host.substr(zone))));
}
Value Port(Vm& vm, const Args& a) {
  Netloc n = TRY(NetlocOf(vm, a[0]));
  if (!n.has_port || n.port.empty()) return Value::None();
  int64_t number = 0;
  for (char c : n.port.substr(0, 8)) {
    if (c < '0' || c > '9') {
      Value shown = TRY(vm.ReprValue(TRY(Piece(vm, n, n.port))));
      return vm.ValueError("Port could not be cast to integer value as ", shown);
    }
    number = number * 10 + (c - '0');
  }
  if (number > 65535 || n.port.size() > 8) return vm.ValueError("Port out of range 0-65535");
  return Value::KnownSmallInt(number);
}

constexpr NativeInfo kFunctions[] = {
    {"_hostname(result, /)", Hostname, ""}, {"_password(result, /)", Password, ""},
    {"_port(result, /)", Port, ""},         kStaticRow,
    {"_username(result, /)", Username, ""},
};

}  // namespace

extern constexpr ModuleInfo kUrllibModule{.name = "urllib"};
extern constexpr ModuleInfo kUrllibParseModule{.name = "urllib.parse",
                                               .doc = "Parse (absolute and relative) URLs.",
                                               .functions = kFunctions,
                                               .source =
#include "stdlib/python/urllib_parse.inc"
};

}  // namespace pysub
