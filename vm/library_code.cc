#include "vm/library_code.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/compile.h"
#include "lexer/base/threads.h"

namespace pysub {
namespace {

// A library module in Python is compiled once per process and shared by all sandboxes.
struct Compiled {
  std::vector<std::string> existing;
  std::shared_ptr<const CompiledUnit> unit;
};

// A memory of a pure function: it changes how long an import takes and nothing else. Never
// destroyed, because a thread may import while the process ends.
struct Memory {
  Mutex mutex;
  std::unordered_map<const ModuleInfo*, Compiled> modules;
};
Memory& TheMemory() {
  static Memory* const memory = new Memory;
  return *memory;
}

}  // namespace

std::shared_ptr<const CompiledUnit> CompileLibrary(const ModuleInfo& info,
                                                   const std::string& filename,
                                                   std::span<const std::string> existing,
                                                   std::string* error) {
  Memory& memory = TheMemory();
  {
    LockGuard lock(memory.mutex);
    auto found = memory.modules.find(&info);
    if (found != memory.modules.end() && std::ranges::equal(found->second.existing, existing)) {
      return found->second.unit;
    }
  }
  CompileOptions options;
  options.top_level_await = false;
  options.existing_globals = existing;
  CompileResult result = Compile(info.source, filename, options);
  if (result.unit == nullptr) {
    *error =
        filename + ":" + std::to_string(result.errors[0].line) + ": " + result.errors[0].message;
    return nullptr;
  }
  std::shared_ptr<const CompiledUnit> unit = std::move(result.unit);
  LockGuard lock(memory.mutex);
  memory.modules.try_emplace(&info, Compiled{{existing.begin(), existing.end()}, unit});
  return unit;
}

}  // namespace pysub
