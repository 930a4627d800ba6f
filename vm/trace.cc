// --trace: one line an instruction.

#include <algorithm>
#include <cstdio>

#include "compiler/opcodes.h"
#include "vm/vm.h"

namespace pysub {

void Vm::TraceInstruction() {
  const Frame& frame = *frame_;
  uint32_t word = *frame.pc;
  const OpInfo& info = ::pysub::InfoOf(OpOf(word));
  char line[256];
  int size = std::snprintf(line, sizeof(line), "%*s%s:%u %.*s %u %u %u\n",
                           static_cast<int>((frame_ - frames_ - 1) % 32), "",
                           frame.code->name.c_str(),
                           static_cast<unsigned>(frame.pc - frame.code->words.data()),
                           static_cast<int>(info.name.size()), info.name.data(), AOf(word), BOf(word),
                           COf(word));
  if (size > 0 && hooks_.write != nullptr) {
    FlushOutput();
    hooks_.write(hooks_.context, 2,
                 std::string_view(line, std::min<size_t>(static_cast<size_t>(size), sizeof(line) - 1)));
  }
}

}  // namespace pysub
