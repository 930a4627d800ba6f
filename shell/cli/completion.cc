#include "shell/cli/completion.h"

#include <algorithm>
#include <string>

#include "lexer/token.h"
#include "vm/imports.h"
#include "vm/objects/dict.h"

namespace pysub {
namespace {

bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<uint8_t>(c) >= 0x80;
}

Dict* NamesOfModule(Vm& vm, std::string_view module) {
  if (vm.modules().IsUndefined()) return nullptr;
  Value found = ImportModule(vm, module);
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
        if (value.IsUndefined() && names != nullptr) value = DictGetStr(vm, names, name);
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

std::vector<std::string> NamesInModule(Vm& vm, std::string_view module) {
  std::vector<std::string> names;
  AddNames(vm, module, &names);
  return names;
}

bool IsBuiltinName(Vm& vm, std::string_view name) {
  Dict* names = NamesOfModule(vm, "builtins");
  return names != nullptr && !DictGetStr(vm, names, name).IsUndefined();
}

namespace {

// The words of the statement that ends with the cursor.
std::vector<std::string_view> Words(std::string_view text) {
  text.remove_prefix(text.find_last_of(';') + 1);
  std::vector<std::string_view> words;
  while (true) {
    const size_t start = text.find_first_not_of(" \t,(");
    if (start == std::string_view::npos) return words;
    text.remove_prefix(start);
    const std::string_view word = text.substr(0, text.find_first_of(" \t,("));
    words.push_back(word);
    text.remove_prefix(word.size());
  }
}

// A value of the type that a literal before the cursor has: 'abc', [1, 2], {1: 2};
// Undefined: there is no literal.
Value LiteralBefore(Vm& vm, std::string_view text) {
  if (text.empty()) return Value::Undefined();
  const char last = text.back();
  if (last == '"' || last == '\'') return vm.NewStr("");
  if (last != ']' && last != '}') return Value::Undefined();
  size_t depth = 0;
  for (size_t at = text.size(); at-- > 0;) {
    if (text[at] == ']' || text[at] == '}' || text[at] == ')') ++depth;
    if (text[at] != '[' && text[at] != '{' && text[at] != '(') continue;
    if (--depth > 0) continue;
    // a[0] is no list.
    const size_t before =
        at == 0 ? std::string_view::npos : text.substr(0, at).find_last_not_of(' ');
    const char c = before == std::string_view::npos ? ' ' : text[before];
    if (IsNameByte(c) || c == ')' || c == ']' || c == '}' || c == '"' || c == '\'')
      return Value::Undefined();
    const std::string_view inside = text.substr(at + 1, text.size() - at - 2);
    const bool is_set = inside.find_first_not_of(' ') != std::string_view::npos &&
                        inside.find(':') == std::string_view::npos;
    Object* value = last == ']' ? static_cast<Object*>(vm.NewList())
                    : is_set    ? nullptr
                                : vm.NewDict();
    return value == nullptr ? Value::Undefined() : Value::Of(value);
  }
  return Value::Undefined();
}

// The modules of the library that begin with "urllib.", as whole names.
void AddModules(Vm& vm, std::vector<std::string>* names) {
  for (const ModuleInfo* module : vm.runtime().modules) names->emplace_back(module->name);
  std::erase_if(*names, [](const std::string& name) { return name.starts_with('_'); });
}

Completions Matching(std::string_view before_cursor, size_t start, std::vector<std::string> names) {
  Completions result;
  result.start = start;
  const std::string_view typed = before_cursor.substr(start);
  for (std::string& name : names) {
    // What begins with "_" is offered to those who ask for it.
    if (!name.starts_with(typed) || (typed.empty() && name.starts_with('_'))) continue;
    result.words.push_back(std::move(name));
  }
  std::sort(result.words.begin(), result.words.end());
  result.words.erase(std::unique(result.words.begin(), result.words.end()), result.words.end());
  return result;
}

}  // namespace

Completions CompleteName(Vm& vm, std::string_view before_cursor) {
  size_t start = before_cursor.size();
  while (start > 0 && (IsNameByte(before_cursor[start - 1]) || before_cursor[start - 1] == '.'))
    --start;
  const std::string_view path = before_cursor.substr(start);
  std::vector<std::string> names;
  // `import a`, `import a, b`, `from a`: modules; `from a import b`: what the module has. To import
  // one of the library does nothing that anybody sees.
  const std::vector<std::string_view> words = Words(before_cursor.substr(0, start));
  const bool is_from = !words.empty() && words[0] == "from";
  if (is_from && words.size() >= 3 && words[2] == "import") {
    AddNames(vm, words[1], &names);
    vm.DropFailure();
    return Matching(before_cursor, start, std::move(names));
  }
  if (is_from && words.size() == 2) return Matching(before_cursor, start, {"import"});
  if ((is_from && words.size() == 1) ||
      (!words.empty() && words[0] == "import" && words.back() != "as")) {
    AddModules(vm, &names);
    return Matching(before_cursor, start, std::move(names));
  }
  const size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) {
    AddNames(vm, "__main__", &names);
    AddNames(vm, "builtins", &names);
    for (TokenKind kind = TokenKind::kKwFalse; kind <= TokenKind::kKwYield;
         kind = static_cast<TokenKind>(static_cast<int>(kind) + 1)) {
      names.emplace_back(TokenKindSpelling(kind));
    }
    return Matching(before_cursor, start, std::move(names));
  }
  const Value object = dot == 0 ? LiteralBefore(vm, before_cursor.substr(0, start))
                                : ValueOf(vm, path.substr(0, dot));
  if (!object.IsUndefined() && !object.IsControl()) names = vm.AttributeNames(object);
  return Matching(before_cursor, start + dot + 1, std::move(names));
}

}  // namespace pysub
