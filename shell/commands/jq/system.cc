// Functions of the machine, the input and jq itself.

#include "shell/commands/jq/library.h"
#include "shell/commands/jq/natives.h"

namespace pysub::shell::jq {
namespace {

Value Now(NativeContext& c, Value*) {
  return Value::Number(static_cast<double>(c.io.RealTimeNs()) / 1e9);
}

Value InputLine(NativeContext& c, Value*) {
  return Value::Number(static_cast<double>(c.place.Line()));
}
Value InputFile(NativeContext& c, Value*) { return c.place.FileName(); }

Value Builtins(NativeContext& c, Value*) {
  Value names = Value::EmptyArray();
  const auto add = [&](const std::string& name) {
    if (IsPublic(name)) c.heap.Push(&names, c.heap.String(name));
  };
  for (uint32_t i = 0; i < NativeCount() && c.heap.Spend(1); ++i) {
    const NativeRow& row = NativeAt(i);
    add(std::string(row.name) + "/" + std::to_string(row.arity));
  }
  for (const LibraryRow& row : LibraryRows()) add(std::string(row.name));
  for (std::string_view name : InstructionNames()) add(std::string(name));
  return names;
}

Value SearchList(NativeContext& c, Value*) { return c.place.SearchList(); }

Value ModuleMeta(NativeContext& c, Value* args) {
  if (!args[0].is_string()) return c.Fail("modulemeta input module name must be a string");
  std::string error;
  Value metadata = c.place.ModuleMetadata(args[0].text(), &error);
  return metadata.is_none() ? c.Fail(error) : metadata;
}

Value ProgramOrigin(NativeContext& c, Value*) { return c.place.ProgramOrigin(); }
Value JqOrigin(NativeContext& c, Value*) { return c.heap.String("/usr/bin"); }

constexpr NativeRow kRows[] = {
    {"now", 0, Now},
    {"input_line_number", 0, InputLine},
    {"input_filename", 0, InputFile},
    {"builtins", 0, Builtins},
    {"get_search_list", 0, SearchList},
    {"modulemeta", 0, ModuleMeta},
    {"get_prog_origin", 0, ProgramOrigin},
    {"get_jq_origin", 0, JqOrigin},
};

}  // namespace

std::span<const NativeRow> SystemNatives() { return kRows; }

}  // namespace pysub::shell::jq
