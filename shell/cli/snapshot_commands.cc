#include "shell/cli/snapshot_commands.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <vector>

#include "osbridge/snapshot_seal.h"
#include "shell/cli/inspection.h"
#include "shell/cli/interrupt.h"
#include "shell/cli/json_text.h"
#include "shell/cli/machine_clock.h"
#include "shell/cli/outcome.h"
#include "shell/cli/saved_file.h"
#include "shell/cli/source_file.h"
#include "shell/cli/streams.h"
#include "stdlib/install.h"
#include "vm/snapshot/format.h"
#include "vm/snapshot/snapshot.h"
#include "vm/text_builder.h"
#include "vm/traceback.h"

namespace pysub {
namespace {

constexpr size_t kMostGlobals = 1000;

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
    if (SealCheck check = OpenSeal(*bytes, key, &inside); check != SealCheck::kGood)
      problem = SealText(check);
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

void DescribeVariables(const std::vector<ShownVariable>& variables, std::string* out) {
  for (const ShownVariable& variable : variables) {
    *out += "  " + variable.name + (variable.type.empty() ? "" : ": " + variable.type) + " = " +
            variable.repr + "\n";
  }
}

bool HasLocals(const Frame& frame) {
  return frame.code != nullptr && (frame.code->flags & kCodeModule) == 0;
}

void DescribeFrames(Vm& vm, std::string* out) {
  TextBuilder text(vm);
  static_cast<void>(FormatFrames(vm, text));
  out->append(text.view());
  for (const Frame& frame : vm.frames()) {
    if (!HasLocals(frame)) continue;
    *out += "locals of " + frame.code->qualified_name + ":\n";
    DescribeVariables(LocalsOf(vm, frame), out);
  }
  size_t left_out = 0;
  const std::vector<ShownVariable> globals = GlobalsOf(vm, kMostGlobals, &left_out);
  if (!globals.empty()) *out += "globals:\n";
  DescribeVariables(globals, out);
  if (left_out > 0) *out += "  ... and " + std::to_string(left_out) + " more\n";
}

std::string OfLimit(uint64_t used, uint64_t limit, const char* unit) {
  std::string text = std::to_string(used);
  if (limit < kUnlimited) text += " of " + std::to_string(limit);
  return text + unit + "\n";
}

// A saved run as it stands in its file; null after an error was printed.
std::unique_ptr<Vm> RestoreFile(const std::string& path, const std::string& key, size_t* size,
                                std::map<std::string, TypeCensus>* census) {
  std::string bytes, error;
  if (!ReadSnapshot(path, key, &bytes)) return nullptr;
  RestoreOptions options;
  options.census = census;
  *size = bytes.size();
  std::unique_ptr<Vm> vm = RestoreSnapshot(StandardRuntime(), HostHooks{}, bytes, options, &error);
  if (vm == nullptr) WriteAll(2, "pysub: " + path + ": " + error + "\n");
  return vm;
}

// What a person wants to know of a snapshot; "" after an error was printed.
std::string Describe(const std::string& path, const std::string& key) {
  std::map<std::string, TypeCensus> census;
  size_t size = 0;
  const std::unique_ptr<Vm> vm = RestoreFile(path, key, &size, &census);
  if (vm == nullptr) return "";
  const Limits& limits = vm->budget().limits();
  std::string out = "snapshot of " + std::to_string(size) + " bytes\n";
  out += "memory: " + OfLimit(vm->heap.charged(), limits.memory_bytes, " bytes");
  out += "steps: " + OfLimit(vm->budget().steps_used(), limits.steps, "");
  out += "allocations: " + OfLimit(vm->heap.allocations(), limits.allocations, "");
  // A run without a limit of time asks no clock.
  out += "time: " + (limits.duration_ns < kUnlimited
                         ? OfLimit(vm->budget().running_ns(), limits.duration_ns, " ns")
                         : "not counted\n");
  if (vm->host.request().kind != HostRequestKind::kNone) {
    out += "waits for the host: request " + std::to_string(vm->host.request().sequence) + ", " +
           Glance(*vm, vm->host.request().target) + "\n";
  }
  DescribeFrames(*vm, &out);
  out += "objects:\n";
  for (const auto& [name, row] : census) {
    out += "  " + std::to_string(row.objects) + " " + name + ", " + std::to_string(row.bytes) +
           " bytes\n";
  }
  return out;
}

std::string JsonOfLimit(uint64_t used, uint64_t limit) {
  return "{\"used\": " + std::to_string(used) +
         ", \"limit\": " + (limit < kUnlimited ? std::to_string(limit) : "null") + "}";
}

std::string JsonOfVariables(const std::vector<ShownVariable>& variables) {
  std::string out = "[";
  for (const ShownVariable& variable : variables) {
    out += (out.size() == 1 ? "" : ", ") + std::string("{\"name\": ") + JsonText(variable.name) +
           ", \"type\": " + (variable.type.empty() ? "null" : JsonText(variable.type)) +
           ", \"repr\": " + JsonText(variable.repr) + "}";
  }
  return out + "]";
}

// The same as one object of JSON.
std::string DescribeAsJson(const std::string& path, const std::string& key) {
  std::map<std::string, TypeCensus> census;
  size_t size = 0, left_out = 0;
  const std::unique_ptr<Vm> vm = RestoreFile(path, key, &size, &census);
  if (vm == nullptr) return "";
  const Limits& limits = vm->budget().limits();
  std::string out =
      "{\"bytes\": " + std::to_string(size) +
      ", \"memory_bytes\": " + JsonOfLimit(vm->heap.charged(), limits.memory_bytes) +
      ", \"steps\": " + JsonOfLimit(vm->budget().steps_used(), limits.steps) +
      ", \"allocations\": " + JsonOfLimit(vm->heap.allocations(), limits.allocations) +
      ", \"time_ns\": " +
      (limits.duration_ns < kUnlimited ? JsonOfLimit(vm->budget().running_ns(), limits.duration_ns)
                                       : "null") +
      ", \"waits_for\": ";
  if (vm->host.request().kind == HostRequestKind::kNone) {
    out += "null";
  } else {
    out += "{\"request\": " + std::to_string(vm->host.request().sequence) +
           ", \"target\": " + JsonText(Glance(*vm, vm->host.request().target)) + "}";
  }
  out += ", \"frames\": [";
  bool is_first = true;
  for (const Frame& frame : vm->frames()) {
    if (frame.code == nullptr) continue;
    const uint32_t pc = static_cast<uint32_t>(frame.pc - frame.code->words.data());
    out += (is_first ? "" : ", ") + std::string("{\"function\": ") +
           JsonText(frame.code->qualified_name) +
           ", \"file\": " + JsonText(frame.unit->unit->filename) +
           ", \"line\": " + std::to_string(frame.code->SpanAt(pc).line) +
           ", \"locals\": " + (HasLocals(frame) ? JsonOfVariables(LocalsOf(*vm, frame)) : "[]") +
           "}";
    is_first = false;
  }
  const std::vector<ShownVariable> globals = GlobalsOf(*vm, kMostGlobals, &left_out);
  out += "], \"globals\": " + JsonOfVariables(globals) +
         ", \"globals_left_out\": " + std::to_string(left_out) + ", \"objects\": [";
  is_first = true;
  for (const auto& [name, row] : census) {
    out += (is_first ? "" : ", ") + std::string("{\"type\": ") + JsonText(name) +
           ", \"count\": " + std::to_string(row.objects) +
           ", \"bytes\": " + std::to_string(row.bytes) + "}";
    is_first = false;
  }
  return out + "]}\n";
}

// Of one that could not be shown, after the error was printed: 2 when nothing could be read, 1 when
// what was read is no snapshot.
int StatusOfFailure(const std::string& path) {
  std::ifstream file(path);
  file.peek();
  return file.is_open() && !file.bad() ? 1 : usage::kUsageError;
}

int Inspect(const std::string& path, const std::string& key, bool json) {
  const std::string text = json ? DescribeAsJson(path, key) : EscapeControls(Describe(path, key));
  WriteAll(1, text);
  return text.empty() ? StatusOfFailure(path) : 0;
}

int Verify(const std::string& path, const std::string& key) {
  if (Describe(path, key).empty()) return StatusOfFailure(path);
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

std::string WhyItCannotBeSaved(const CommandLine& command) {
  std::string key;
  if (!ReadKey(command.snapshot_key_file, &key)) return "nothing can be saved";
  return WhyNotSavedTo(command.snapshot_to, [](std::string_view head) {
    return head.starts_with(kSnapshotMagic) || IsSealed(head);
  });
}

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
  WriteAll(2, "pysub: the program ended after " + std::to_string(vm.budget().steps_used()) +
                  " of " + std::to_string(command.snapshot_at) + " steps: nothing was saved to '" +
                  command.snapshot_to + "'\n");
}

int ResumeSnapshot(const CommandLine& asked) {
  CommandLine command = asked;
  std::string bytes, error, key;
  if (!ReadKey(command.snapshot_key_file, &key)) return usage::kUsageError;
  if (!ReadSnapshot(command.text, key, &bytes)) return usage::kUsageError;
  CommandFiles files(command);
  error = files.Prepare();
  if (error.empty() && command.snapshot_at != 0) error = WhyItCannotBeSaved(command);
  if (!error.empty()) {
    WriteAll(2, "pysub: " + error + "\n");
    return usage::kUsageError;
  }
  Streams streams(command.raw, &files);
  RestoreOptions options;
  options.ceilings = command.limits;
  // A clock and random numbers that were the same in every run stay so: only the restored run
  // knows.
  const std::unique_ptr<Vm> saved =
      RestoreSnapshot(StandardRuntime(), HostHooks{}, bytes, options, &error);
  if (saved != nullptr) {
    if (!command.virtual_clock) command.virtual_clock = saved->host.virtual_clock_ns != 0;
    if (!command.seed && saved->host.entropy_seed != 0) command.seed = saved->host.entropy_seed;
  }
  std::unique_ptr<Vm> vm =
      RestoreSnapshot(StandardRuntime(), streams.Hooks(command), bytes, options, &error);
  if (vm == nullptr) {
    WriteAll(2, "pysub: " + command.text + ": " + error + "\n");
    return 1;
  }
  streams.Serve(*vm);
  if (command.virtual_clock.value_or(false) && vm->host.virtual_clock_ns == 0)
    vm->host.virtual_clock_ns = kVirtualTime;
  if (asked.seed) vm->host.entropy_seed = SeedState(*asked.seed);
  Interrupt interrupt(*vm);
  VmStop stop = vm->Run(command.snapshot_at != 0 ? command.snapshot_at : kUnlimited);
  if (command.snapshot_at != 0 && stop.kind != StopKind::kOutOfFuel) NotSaved(*vm, command);
  const bool half_way = stop.kind == StopKind::kOutOfFuel && command.snapshot_at != 0;
  const int status =
      half_way ? WriteSnapshot(*vm, command) : Conclude(*vm, vm->budget().limits(), streams, stop);
  vm->host.FlushOutput();
  return status;
}

int SnapshotCommand(const usage::Given& given) {
  std::string key;
  bool json = false;
  for (const usage::GivenOption& option : given.options) {
    if (option.name == "--format") json = option.value == "json";
    if (option.name == "--snapshot-key-file" && !ReadKey(std::string(option.value), &key))
      return usage::kUsageError;
  }
  const std::string file(given.operands[0]);
  if (given.command->name == "snapshot inspect") return Inspect(file, key, json);
  if (given.command->name == "snapshot verify") return Verify(file, key);
  return Diff(file, std::string(given.operands[1]), key);
}

}  // namespace pysub
