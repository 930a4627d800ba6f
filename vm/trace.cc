// --trace: one line an instruction; of a call, also the builtin or method that it calls.

#include <algorithm>
#include <cstdio>
#include <string>

#include "compiler/opcodes.h"
#include "vm/objects/dict.h"
#include "vm/vm.h"

namespace pysub {
namespace {

// "len", "math.sin", "list.append", "int"; empty for what is no native.
std::string NativeName(const Vm& vm, Value callee) {
  if (Vm::IsBoundMethod(callee)) callee = callee.As<BoundMethod>()->function;
  if (callee.IsType()) return std::string(Vm::NameOf(callee.AsType()));
  if (!callee.IsNative()) return {};
  std::string name(vm.NativeOf(callee).name);
  if (!Vm::IsModuleFunction(callee))
    return std::string(Vm::NameOf(Vm::NativeOwner(callee))) + "." + name;
  const ModuleInfo& module = *vm.runtime().modules[callee.NativeTable() - kModuleTableBase];
  return module.name == "builtins" ? name : std::string(module.name) + "." + name;
}

}  // namespace

std::string Vm::TraceCallee() {
  const Frame& frame = *frame_;
  uint32_t word = *frame.pc;
  Value first = stack_[frame.base + BOf(word)];
  switch (OpOf(word)) {
    case Op::kCALL:
    case Op::kCALL_KW:
    case Op::kCALL_EX: return NativeName(*this, first);
    case Op::kCALL_GLOBAL: {
      Value global = globals_[frame.pc[1]].value;
      return NativeName(*this, global.IsUndefined() ? frame.unit->builtins[frame.pc[1]] : global);
    }
    case Op::kCALL_METHOD:
    case Op::kCALL_METHOD_KW: {
      const Name& name = frame.unit->name_views[frame.pc[1]];
      Value found =
          first.IsType() ? FindInType(first.AsType(), name) : FindInType(TypeOf(first), name);
      if (IsObjectOf(first, TypeId::kModule)) {
        Value function = DictGetStr(*this, first.As<Module>()->dict.As<Dict>(), name.text);
        if (!function.IsUndefined()) found = function;
      }
      return NativeName(*this, found);
    }
    default: return {};
  }
}

// A line per instruction, for whoever debugs the interpreter. It must not change what the program
// does: nothing is allocated on its heap.
void Vm::TraceInstruction() {
  const Frame& frame = *frame_;
  uint32_t word = *frame.pc;
  const OpInfo& info = ::pysub::InfoOf(OpOf(word));
  std::string callee = TraceCallee();
  char line[256];
  int size =
      std::snprintf(line, sizeof(line), "%*s%s:%u %.*s %u %u %u%s%s\n",
                    static_cast<int>((frame_ - frames_ - 1) % 32), "", frame.code->name.c_str(),
                    static_cast<unsigned>(frame.pc - frame.code->words.data()),
                    static_cast<int>(info.name.size()), info.name.data(), AOf(word), BOf(word),
                    COf(word), callee.empty() ? "" : " -> ", callee.c_str());
  if (size > 0 && host.hooks().write != nullptr) {
    host.FlushOutput();
    host.hooks().write(
        host.hooks().context, 2,
        std::string_view(line, std::min<size_t>(static_cast<size_t>(size), sizeof(line) - 1)));
  }
}

}  // namespace pysub
