#include "shell/completion.h"

#include <algorithm>
#include <string>

#include "lexer/token.h"

namespace pysub {
namespace {

bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<uint8_t>(c) >= 0x80;
}

Dict* NamesOfModule(Vm& vm, std::string_view module) {
  if (vm.modules().IsUndefined()) return nullptr;
  Value found = vm.ImportModule(module);
  return IsObjectOf(found, TypeId::kModule) ? found.As<Module>()->dict.As<Dict>() : nullptr;
}

void AddNames(Vm& vm, std::string_view module, std::vector<std::string>* names) {
  Dict* dict = NamesOfModule(vm, module);
  if (dict == nullptr) return;
  for (uint32_t i = 0; i < dict->used; ++i) {
    const DictEntry& entry = dict->table()[i];
    if (!entry.value.IsUndefined() && Vm::IsStr(entry.key))
      names->emplace_back(Vm::View(entry.key));
  }
}

// The value of "a.b.c" as far as it can be had without running anything; Undefined: it cannot.
Value ValueOf(Vm& vm, std::string_view path) {
  Value value = Value::Undefined();
  for (bool first = true; !path.empty(); first = false) {
    const std::string_view name = path.substr(0, path.find('.'));
    if (first) {
      for (std::string_view module : {"__main__", "builtins"}) {
        Dict* names = NamesOfModule(vm, module);
        if (value.IsUndefined() && names != nullptr) value = vm.DictGetStr(names, name);
      }
    } else {
      value = vm.FindAttribute(value, {name, MemberHash(name)});
    }
    if (value.IsControl() || value.IsUndefined()) return Value::Undefined();
    path.remove_prefix(std::min(name.size() + 1, path.size()));
  }
  return value;
}

}  // namespace

bool IsBuiltinName(Vm& vm, std::string_view name) {
  Dict* names = NamesOfModule(vm, "builtins");
  return names != nullptr && !vm.DictGetStr(names, name).IsUndefined();
}

Completions CompleteName(Vm& vm, std::string_view before_cursor) {
  Completions result;
  size_t start = before_cursor.size();
  while (start > 0 && (IsNameByte(before_cursor[start - 1]) || before_cursor[start - 1] == '.'))
    --start;
  const std::string_view path = before_cursor.substr(start);
  const size_t dot = path.rfind('.');
  std::vector<std::string> names;
  if (dot == std::string_view::npos) {
    AddNames(vm, "__main__", &names);
    AddNames(vm, "builtins", &names);
    for (TokenKind kind = TokenKind::kKwFalse; kind <= TokenKind::kKwYield;
         kind = static_cast<TokenKind>(static_cast<int>(kind) + 1)) {
      names.emplace_back(TokenKindSpelling(kind));
    }
  } else {
    Value object = ValueOf(vm, path.substr(0, dot));
    if (!object.IsUndefined()) names = vm.AttributeNames(object);
  }
  result.start = dot == std::string_view::npos ? start : start + dot + 1;
  const std::string_view typed = before_cursor.substr(result.start);
  for (std::string& name : names) {
    // What begins with "_" is offered to those who ask for it.
    if (!name.starts_with(typed) || (typed.empty() && name.starts_with('_'))) continue;
    result.words.push_back(std::move(name));
  }
  std::sort(result.words.begin(), result.words.end());
  result.words.erase(std::unique(result.words.begin(), result.words.end()), result.words.end());
  return result;
}

}  // namespace pysub
