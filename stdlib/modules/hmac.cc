// hmac: the class is written in Python, over the objects of hashlib.

#include "stdlib/modules/library_class.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// How long it takes does not depend on where the two differ.
Value CompareDigest(Vm& vm, const Args& a) {
  std::string_view left, right;
  BytesArgument left_bytes(vm), right_bytes(vm);
  if (Vm::IsStr(a[0]) && Vm::IsStr(a[1])) {
    if (!a[0].As<Str>()->ascii() || !a[1].As<Str>()->ascii()) {
      return vm.TypeError("comparing strings with non-ASCII characters is not supported");
    }
    left = Vm::View(a[0]);
    right = Vm::View(a[1]);
  } else {
    if (!IsBytesLike(vm, a[0]) && !IsBytesLike(vm, a[1])) {
      return vm.TypeError("unsupported operand types(s) or combination of types: '",
                          vm.TypeName(a[0]), "' and '", vm.TypeName(a[1]), "'");
    }
    TRY(left_bytes.Get(a[0]));
    TRY(right_bytes.Get(a[1]));
    left = left_bytes.view();
    right = right_bytes.view();
  }
  uint8_t difference = left.size() == right.size() ? 0 : 1;
  const std::string_view base = difference == 0 ? left : right;
  const bool in_time = InPieces(vm, right.size(), 16, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) difference |= static_cast<uint8_t>(base[i] ^ right[i]);
  });
  if (!in_time) return Value::Failed();
  return Value::Bool(difference == 0);
}

constexpr NativeInfo kFunctions[] = {
    kDefineRow, kNewRow, {"compare_digest(a, b, /)", CompareDigest, "Return 'a == b'."}};

Status Init(Vm& vm, Dict* names) {
  return DictSetStr(vm, names, "HMAC", Value::Type(TypeId::kHmac));
}

}  // namespace

PYSUB_LIBRARY_CLASS(Hmac, "HMAC(key, msg=None, digestmod='')",
                    "RFC 2104 HMAC class.  Also complies with RFC 4231.");
extern constexpr ModuleInfo kHmacModule{
    .name = "hmac",
    .doc =
        "HMAC (Keyed-Hashing for Message Authentication) module.\n\nImplements the HMAC algorithm "
        "as described by RFC "
        "2104.\n",
    .functions = kFunctions,
    .init = Init,
    .source =
#include "stdlib/python/hmac.inc"
};

}  // namespace pysub
