// The pysub command.

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "stdlib/install.h"
#include "stdlib/modules/syntax_error_objects.h"
#include "vm/traceback.h"
#include "vm/vm.h"

namespace pysub {
namespace {

bool WriteStandard(void*, int stream, std::string_view bytes) {
  FILE* file = stream == 1 ? stdout : stderr;
  return std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
}

std::string ReadAll(FILE* file) {
  std::string text;
  char buffer[65536];
  while (size_t n = std::fread(buffer, 1, sizeof(buffer), file)) text.append(buffer, n);
  return text;
}

bool ReadStandardLine(void*, std::string* line) {
  size_t before = line->size();
  for (int c; (c = std::getc(stdin)) != EOF;) {
    line->push_back(static_cast<char>(c));
    if (c == '\n') break;
  }
  return line->size() > before;
}

int RunSource(const std::string& source, const std::string& name,
              std::vector<std::string> arguments) {
  CompileOptions options;
  CompileResult compiled = Compile(source, name, options);
  if (compiled.unit == nullptr) {
    for (const SyntaxErrorInfo& error : compiled.errors) {
      std::fputs(FormatSyntaxError(error, name, source, SourceOrigin::kFile).c_str(), stderr);
    }
    return 1;
  }
  if (getenv("PYSUB_DUMP")) std::fputs(Disassemble(*compiled.unit).c_str(), stderr);
  HostHooks hooks;
  hooks.write = WriteStandard;
  hooks.read_line = ReadStandardLine;
  Limits limits;
  limits.recursion_ceiling = 100'000;
  Vm vm(StandardRuntime(), limits, hooks);
  vm.arguments = std::move(arguments);
  static_cast<void>(WriteSyntaxWarnings(vm, compiled.warnings, name, source));
  if (!vm.Load(std::move(compiled.unit)).ok()) return 1;
  Stop stop = vm.Run();
  vm.FlushOutput();
  if (stop.kind == StopKind::kRaised) {
    if (vm.IsInstance(stop.value, TypeId::kSystemExit)) {
      Value code = stop.value.As<Exception>()->fields[0];
      if (code.IsUndefined() || code.IsNone()) return 0;
      if (code.IsSmallInt()) return static_cast<int>(code.AsSmallInt() & 0xFF);
      if (code.IsBool()) return code.AsBool();
      TextBuilder text(vm);
      static_cast<void>(vm.ToStr(code, text));
      std::fprintf(stderr, "%.*s\n", static_cast<int>(text.size()), text.view().data());
      return 1;
    }
    TextBuilder text(vm);
    static_cast<void>(FormatException(vm, stop.value, text));
    std::fwrite(text.view().data(), 1, text.size(), stderr);
    return 1;
  }
  if (stop.kind == StopKind::kLimit) {
    std::fprintf(stderr, "limit %d\n", static_cast<int>(vm.limit_hit()));
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace pysub

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (argc >= 3 && std::strcmp(argv[1], "-c") == 0) {
    arguments.erase(arguments.begin() + 1);
    return pysub::RunSource(argv[2], "<string>", arguments);
  }
  if (argc >= 2) {
    FILE* file = std::fopen(argv[1], "rb");
    if (file == nullptr) {
      std::fprintf(stderr, "pysub: can't open file '%s'\n", argv[1]);
      return 2;
    }
    std::string source = pysub::ReadAll(file);
    std::fclose(file);
    return pysub::RunSource(source, argv[1], arguments);
  }
  return pysub::RunSource(pysub::ReadAll(stdin), "<stdin>", {""});
}
