#include "shell/snapshot_commands.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>
#include <vector>

#include "osbridge/snapshot_seal.h"
#include "shell/interrupt.h"
#include "shell/machine_clock.h"
#include "shell/outcome.h"
#include "shell/source_file.h"
#include "shell/streams.h"
#include "stdlib/install.h"
#include "vm/snapshot.h"
#include "vm/text_builder.h"
#include "vm/traceback.h"

namespace pysub {
namespace {

constexpr size_t kMostReprBytes = 200;
bool ReadFile(const std::string& path, std::string* bytes) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const ReadResult result = file < 0 ? ReadResult::kError : ReadAll(file, SIZE_MAX >> 1, bytes);
  const int error = errno;
  if (file >= 0) close(file);
  if (result != ReadResult::kError) return true;
  WriteAll(2, "pysub: can't open file '" + path + "': [Errno " + std::to_string(error) + "] " +
                  std::strerror(error) + "\n");
  return false;
}

// The key in a file ("": no file is named), without a last newline.
bool ReadKey(const std::string& path, std::string* key) {
  if (path.empty()) return true;
  if (!ReadFile(path, key)) return false;
  if (key->ends_with('\n')) key->pop_back();
  if (key->size() >= kMinSealKeyBytes) return true;
  WriteAll(2, "pysub: " + path + ": a key has at least 16 bytes\n");
  return false;
}

// Reads a snapshot and takes its seal off.
bool ReadSnapshot(const std::string& path, const std::string& key, std::string* bytes) {
  if (!ReadFile(path, bytes)) return false;
  std::string_view inside = *bytes, problem;
  if (!key.empty()) {
    if (SealCheck check = OpenSeal(*bytes, key, &inside); check != SealCheck::kGood) problem = SealText(check);
  } else if (IsSealed(*bytes)) {
    problem = "the snapshot is sealed: --snapshot-key-file names its key";
  }
  if (problem.empty()) {
    *bytes = std::string(inside);
    return true;
  }
  WriteAll(2, "pysub: " + path + ": " + std::string(problem) + "\n");
  return false;
}

std::string ShortRepr(Vm& vm, Value value) {
  if (value.IsUndefined()) return "(unbound)";
  TextBuilder text(vm);
  if (!vm.Repr(value, text).ok()) {
    vm.DropFailure();
    return "...";
  }
  std::string repr(text.view());
  if (repr.size() <= kMostReprBytes) return repr;
  size_t end = kMostReprBytes;
  while (end > 0 && (static_cast<uint8_t>(repr[end]) & 0xC0) == 0x80) --end;
  return repr.substr(0, end) + "...";
}

void DescribeFrames(Vm& vm, std::string* out) {
  TextBuilder text(vm);
  static_cast<void>(FormatFrames(vm, text));
  out->append(text.view());
  for (const Frame& frame : vm.frames()) {
    if (frame.code == nullptr || (frame.code->flags & kCodeModule)) continue;
    *out += "locals of " + frame.code->qualified_name + ":\n";
    const Value* registers = vm.Registers(frame);
    for (size_t i = 0; i < frame.code->local_names.size(); ++i) {
      if (frame.code->local_names[i] == kNoName) continue;
      Value value = registers[i];
      if (IsObjectOf(value, TypeId::kCell)) value = value.As<Cell>()->value;
      *out += "  " + frame.unit->unit->names[frame.code->local_names[i]] + " = " +
              ShortRepr(vm, value) + "\n";
    }
  }
}

std::string OfLimit(uint64_t used, uint64_t limit, const char* unit) {
  std::string text = std::to_string(used);
  if (limit < kUnlimited) text += " of " + std::to_string(limit);
  return text + unit + "\n";
}

// What a person wants to know of a snapshot; "" after an error was printed.
std::string Describe(const std::string& path, const std::string& key) {
  std::string bytes, error;
  if (!ReadSnapshot(path, key, &bytes)) return "";
  std::map<std::string, TypeCensus> census;
  RestoreOptions options;
  options.census = &census;
  std::unique_ptr<Vm> vm = RestoreSnapshot(StandardRuntime(), HostHooks{}, bytes, options, &error);
  if (vm == nullptr) {
    WriteAll(2, "pysub: " + path + ": " + error + "\n");
    return "";
  }
  const Limits& limits = vm->limits();
  std::string out = "snapshot of " + std::to_string(bytes.size()) + " bytes\n";
  out += "memory: " + OfLimit(vm->heap.charged(), limits.memory_bytes, " bytes");
  out += "steps: " + OfLimit(vm->steps_used(), limits.steps, "");
  out += "allocations: " + OfLimit(vm->heap.allocations(), limits.allocations, "");
  out += "time: " + OfLimit(vm->running_ns(), limits.duration_ns, " ns");
  if (vm->request().kind != HostRequestKind::kNone) {
    out += "waits for the host: request " + std::to_string(vm->request().sequence) + ", " +
           ShortRepr(*vm, vm->request().target) + "\n";
  }
  DescribeFrames(*vm, &out);
  out += "objects:\n";
  for (const auto& [name, row] : census) {
    out += "  " + std::to_string(row.objects) + " " + name + ", " + std::to_string(row.bytes) +
           " bytes\n";
  }
  return out;
}

int Inspect(const std::string& path, const std::string& key) {
  const std::string text = Describe(path, key);
  WriteAll(1, text);
  return text.empty() ? 1 : 0;
}

int Verify(const std::string& path, const std::string& key) {
  if (Describe(path, key).empty()) return 1;
  WriteAll(1, path + ": ok\n");
  return 0;
}

// The lines of the one that the other does not have, in their order. 1: there are some.
int Diff(const std::string& left_path, const std::string& right_path, const std::string& key) {
  const std::string left = Describe(left_path, key);
  const std::string right = Describe(right_path, key);
  if (left.empty() || right.empty()) return usage::kUsageError;
  auto lines = [](const std::string& text) {
    std::map<std::string, int> counts;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) ++counts[line];
    return counts;
  };
  std::string out;
  auto missing = [&](const std::string& from, std::map<std::string, int> others, const char* mark) {
    std::istringstream in(from);
    for (std::string line; std::getline(in, line);) {
      if (--others[line] < 0) out += mark + line + "\n";
    }
  };
  missing(left, lines(right), "- ");
  missing(right, lines(left), "+ ");
  WriteAll(1, out);
  return out.empty() ? 0 : 1;
}

}  // namespace

int WriteSnapshot(Vm& vm, const CommandLine& command) {
  const std::string& path = command.snapshot_to;
  std::string bytes, error, key;
  if (!ReadKey(command.snapshot_key_file, &key)) return 1;
  if (!SaveSnapshot(vm, {}, &bytes, &error)) {
    WriteAll(2, "pysub: " + error + "\n");
    return 1;
  }
  if (!key.empty()) bytes = SealSnapshot(bytes, key);
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const int failed = file < 0 ? errno : WriteAll(file, bytes);
  if (file >= 0) close(file);
  if (failed == 0) return 0;
  WriteAll(2, "pysub: can't write file '" + path + "': [Errno " + std::to_string(failed) + "] " +
                  std::strerror(failed) + "\n");
  return 1;
}

void NotSaved(const Vm& vm, const CommandLine& command) {
  WriteAll(2, "pysub: the program ended after " + std::to_string(vm.steps_used()) + " of " + std::to_string(command.snapshot_at) +
                  " steps: nothing was saved to '" + command.snapshot_to + "'\n");
}

int ResumeSnapshot(const CommandLine& asked) {
  CommandLine command = asked;
  std::string bytes, error, key;
  if (!ReadKey(command.snapshot_key_file, &key)) return usage::kUsageError;
  if (!ReadSnapshot(command.text, key, &bytes)) return usage::kUsageError;
  CommandFiles files(command);
  if (error = files.Prepare(); !error.empty()) {
    WriteAll(2, "pysub: " + error + "\n");
    return usage::kUsageError;
  }
  Streams streams(command.raw, &files);
  RestoreOptions options;
  options.ceilings = command.limits;
  // A clock and random numbers that were the same in every run stay so: only the restored run knows.
  const std::unique_ptr<Vm> saved = RestoreSnapshot(StandardRuntime(), HostHooks{}, bytes, options, &error);
  if (saved != nullptr) {
    if (!command.virtual_clock) command.virtual_clock = saved->virtual_clock_ns != 0;
    if (!command.seed && saved->entropy_seed != 0) command.seed = saved->entropy_seed;
  }
  std::unique_ptr<Vm> vm =
      RestoreSnapshot(StandardRuntime(), streams.Hooks(command), bytes, options, &error);
  if (vm == nullptr) {
    WriteAll(2, "pysub: " + command.text + ": " + error + "\n");
    return 1;
  }
  streams.Serve(*vm);
  if (command.virtual_clock.value_or(false) && vm->virtual_clock_ns == 0) vm->virtual_clock_ns = kVirtualTime;
  if (asked.seed) vm->entropy_seed = SeedState(*asked.seed);
  Interrupt interrupt(*vm);
  VmStop stop = vm->Run(command.snapshot_at != 0 ? command.snapshot_at : kUnlimited);
  int status = 1;
  if (command.snapshot_at != 0 && stop.kind != StopKind::kOutOfFuel) NotSaved(*vm, command);
  if (stop.kind == StopKind::kFinished) {
    status = 0;
  } else if (stop.kind == StopKind::kOutOfFuel && command.snapshot_at != 0) {
    status = WriteSnapshot(*vm, command);
  } else if (stop.kind != StopKind::kRaised) {
    ShowLimit(*vm, vm->limits(), streams);
  } else if (vm->IsInstance(stop.value, TypeId::kSystemExit)) {
    status = ExitStatus(*vm, vm->limits(), streams, stop.value);
  } else {
    ShowException(*vm, vm->limits(), streams, stop.value);
  }
  vm->FlushOutput();
  return status;
}

int SnapshotCommand(const usage::Given& given) {
  std::string key;
  for (const usage::GivenOption& option : given.options) {
    if (option.name == "--snapshot-key-file" && !ReadKey(std::string(option.value), &key)) return usage::kUsageError;
  }
  const std::string file(given.operands[0]);
  if (given.command->name == "snapshot inspect") return Inspect(file, key);
  if (given.command->name == "snapshot verify") return Verify(file, key);
  return Diff(file, std::string(given.operands[1]), key);
}

}  // namespace pysub
