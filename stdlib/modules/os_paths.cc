#include "stdlib/modules/os_paths.h"

#include <string>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/library_class.h"
#include "vm/objects/text_codecs.h"

namespace pysub {

Value FileSystemPath(Vm& vm, Value v) {
  if (Vm::IsStr(v) || IsObjectOf(v, TypeId::kBytes)) return v;
  Value text = Value::Undefined();
  if (vm.IsInstance(v, TypeId::kPurePath)) text = LibraryAttribute(vm, v, "_str");
  if (IsObjectOf(v, TypeId::kDirEntry)) text = LibraryAttribute(vm, v, "path");
  return Vm::IsStr(text) || IsObjectOf(text, TypeId::kBytes) || text.IsFailed()
             ? text
             : Value::Undefined();
}

Status GetPath(Vm& vm, Value v, std::string_view function, std::string_view name,
               PathArgument* out) {
  Value text = FileSystemPath(vm, v);
  if (text.IsFailed()) return Failure{};
  if (text.IsUndefined()) {
    if (function.empty())
      return vm.TypeError("expected str, bytes or os.PathLike object, not ", vm.TypeName(v));
    return vm.TypeError(function, ": ", name, " should be string, bytes or os.PathLike, not ",
                        vm.TypeName(v));
  }
  out->shown = text;
  out->is_bytes = !Vm::IsStr(text);
  std::string_view bytes = out->is_bytes ? text.As<Bytes>()->view() : Vm::View(text);
  if (bytes.find('\0') != std::string_view::npos) {
    if (function.empty()) return vm.ValueError("embedded null byte");
    return vm.ValueError(function, ": embedded null character in ", name);
  }
  if (out->is_bytes) {
    text = DecodeText(vm, bytes, text, {}, {});
  } else if (!text.As<Str>()->ascii() && HasSurrogates(bytes)) {
    text = EncodeText(vm, text, {}, {});  // raises
    if (!text.IsFailed()) return vm.ValueError("a path that is no text");
  }
  if (text.IsFailed()) return Failure{};
  if (bytes.starts_with('/') || bytes.empty()) {
    out->path = text;
    return Done{};
  }
  TextBuilder absolute(vm);
  absolute.Append(vm.host.working_directory);
  if (!vm.host.working_directory.ends_with('/')) absolute.Append('/');
  absolute.Append(bytes);
  out->path = absolute.Finish();
  return out->path.IsFailed() ? Status(Failure{}) : Status(Done{});
}

Value TextLike(Vm& vm, bool is_bytes, Value str) {
  if (!is_bytes) return str;
  return EncodeText(vm, str, {}, "surrogateescape");
}

}  // namespace pysub
