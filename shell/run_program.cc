#include "shell/run_program.h"

#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <memory>

#include "compiler/compile.h"
#include "lexer/lexer.h"
#include "parser/ast_dump.h"
#include "stdlib/install.h"
#include "stdlib/modules/syntax_error_objects.h"
#include "vm/snapshot.h"
#include "vm/traceback.h"
#include "vm/vm.h"

namespace pysub {
namespace {

void WriteAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written <= 0) return;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
}

// Control characters a program may not send to a terminal: they could rewrite what is on it (T-039).
std::string EscapeControls(std::string_view bytes) {
  std::string text;
  for (char c : bytes) {
    uint8_t byte = static_cast<uint8_t>(c);
    if (byte >= 0x20 && byte != 0x7F) {
      text.push_back(c);
    } else if (c == '\n' || c == '\t' || c == '\r') {
      text.push_back(c);
    } else {
      text += "\\x";
      text += "0123456789abcdef"[byte >> 4];
      text += "0123456789abcdef"[byte & 15];
    }
  }
  return text;
}

// The standard streams of this process as a program sees them.
struct Streams {
  bool escape[3] = {false, false, false};  // by descriptor
  std::string input;                       // read and not yet given
  bool input_ended = false;
};

bool WriteStream(void* context, int stream, std::string_view bytes) {
  const Streams& streams = *static_cast<Streams*>(context);
  if (streams.escape[stream]) {
    WriteAll(stream, EscapeControls(bytes));
  } else {
    WriteAll(stream, bytes);
  }
  return true;
}

bool ReadLine(void* context, std::string* line) {
  Streams& streams = *static_cast<Streams*>(context);
  while (true) {
    size_t end = streams.input.find('\n');
    if (end != std::string::npos || streams.input_ended) {
      size_t size = end == std::string::npos ? streams.input.size() : end + 1;
      line->append(streams.input, 0, size);
      streams.input.erase(0, size);
      return size > 0;
    }
    char buffer[65536];
    ssize_t size = read(STDIN_FILENO, buffer, sizeof(buffer));
    if (size <= 0) {
      streams.input_ended = true;
    } else {
      streams.input.append(buffer, static_cast<size_t>(size));
    }
  }
}

double Seconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// The last line that tells of a limit.
std::string LimitText(LimitHit hit, const Limits& limits) {
  switch (hit) {
    case LimitHit::kMemory:
      return "MemoryError: memory limit of " + std::to_string(limits.memory_bytes) + " bytes exceeded";
    case LimitHit::kDuration: {
      char text[64];
      std::snprintf(text, sizeof(text), "TimeoutError: time limit of %g s exceeded",
                    static_cast<double>(limits.duration_ns) * 1e-9);
      return text;
    }
    case LimitHit::kAllocations:
      return "MemoryError: allocation limit of " + std::to_string(limits.allocations) + " exceeded";
    case LimitHit::kSteps:
      return "TimeoutError: step limit of " + std::to_string(limits.steps) + " exceeded";
    case LimitHit::kOutput:
      return "OSError: output limit of " + std::to_string(limits.output_bytes) + " bytes exceeded";
    case LimitHit::kCancelled:
      return "KeyboardInterrupt: cancelled";
    case LimitHit::kNone:
      break;
  }
  return "";
}

// One run of one program.
class Run {
 public:
  Run(const CommandLine& command, const std::string& source, const std::string& name)
      : command_(command), source_(source), name_(name) {
    streams_.escape[1] = !command.raw && isatty(STDOUT_FILENO);
    streams_.escape[2] = !command.raw && isatty(STDERR_FILENO);
    hooks_.context = &streams_;
    hooks_.write = WriteStream;
    hooks_.read_line = ReadLine;
  }

  int Execute() {
    CompileOptions options;
    bool echo = command_.echo == Echo::kOn ||
                (command_.echo == Echo::kDefault && command_.source == ProgramSource::kCode);
    options.return_last_expression = echo;
    CompileResult compiled = Compile(source_, name_, options);
    if (compiled.unit == nullptr) return SyntaxErrors(compiled);
    double start = command_.stats ? Seconds() : 0;
    vm_ = std::make_unique<Vm>(StandardRuntime(), command_.limits, hooks_);
    vm_->arguments = command_.arguments;
    vm_->trace = command_.trace;
    vm_->SetStress(command_.test_mode == TestMode::kCollect,
                   command_.test_mode == TestMode::kTinyStack ? 4 : 0);
    int status = 1;
    if (WriteSyntaxWarnings(*vm_, compiled.warnings, name_, source_).ok() &&
        vm_->Load(std::move(compiled.unit)).ok()) {
      status = Conclude(RunToTheEnd(), echo);
    } else {
      status = Conclude({StopKind::kLimit, Value::None()}, false);
    }
    vm_->FlushOutput();
    if (command_.stats) Stats(Seconds() - start);
    return status;
  }

 private:
  int SyntaxErrors(const CompileResult& compiled) {
    SourceOrigin origin =
        command_.source == ProgramSource::kFile ? SourceOrigin::kFile : SourceOrigin::kString;
    for (const SyntaxErrorInfo& error : compiled.errors) {
      WriteAll(STDERR_FILENO, FormatSyntaxError(error, name_, source_, origin));
    }
    return 1;
  }

  VmStop RunToTheEnd() {
    if (command_.test_mode == TestMode::kSnapshots) return RunThroughSnapshots();
    if (command_.test_mode != TestMode::kSlices) {
      VmStop stop = vm_->Run();
      while (stop.kind == StopKind::kOutOfFuel) stop = vm_->Run();
      return stop;
    }
    // Slices of 1 to 7 units, different ones each time.
    uint32_t random = 12345;
    while (true) {
      random = random * 1103515245 + 12345;
      VmStop stop = vm_->Run(1 + (random >> 16) % 7);
      if (stop.kind != StopKind::kOutOfFuel) return stop;
    }
  }

  // Saved and restored at the end of each slice; slices grow, so that long programs end too.
  VmStop RunThroughSnapshots() {
    uint64_t slice = 1;
    while (true) {
      VmStop stop = vm_->Run(slice);
      if (stop.kind != StopKind::kOutOfFuel) return stop;
      std::string bytes;
      std::string error;
      std::unique_ptr<Vm> restored;
      if (SaveSnapshot(*vm_, {}, &bytes, &error)) {
        std::vector<std::shared_ptr<const CodeUnit>> units = UnitsOf(*vm_);
        RestoreOptions options;
        options.ceilings = command_.limits;
        options.units = units;
        options.trusted = true;
        vm_ = nullptr;
        restored = RestoreSnapshot(StandardRuntime(), hooks_, bytes, options, &error);
      }
      if (restored == nullptr) {
        WriteAll(STDERR_FILENO, "snapshot: " + error + "\n");
        std::_Exit(3);
      }
      vm_ = std::move(restored);
      slice += slice / 8 + 1;
    }
  }

  int Conclude(VmStop stop, bool echo) {
    switch (stop.kind) {
      case StopKind::kFinished:
        if (echo && !stop.value.IsNone()) Show(stop.value);
        return 0;
      case StopKind::kRaised:
        vm_->FlushOutput();
        if (vm_->IsInstance(stop.value, TypeId::kSystemExit)) return ExitStatus(stop.value);
        return Uncaught(stop.value);
      default:
        return AtLimit();
    }
    return 1;
  }

  void Show(Value value) {
    TextBuilder text(*vm_);
    if (vm_->Repr(value, text).ok() && text.Append('\n')) {
      static_cast<void>(vm_->Write(1, text.view()));
    }
  }

  int ExitStatus(Value exception) {
    Value code = exception.As<Exception>()->fields[0];
    if (code.IsUndefined() || code.IsNone()) return 0;
    if (code.IsBool()) return code.AsBool();
    if (code.IsSmallInt()) return static_cast<int>(code.AsSmallInt() & 0xFF);
    if (Vm::IsInt(code)) return 255;
    TextBuilder text(*vm_);
    if (vm_->ToStr(code, text).ok()) {
      text.Append('\n');
      WriteStream(&streams_, 2, text.view());
    }
    return 1;
  }

  int Uncaught(Value exception) {
    TextBuilder text(*vm_);
    static_cast<void>(FormatException(*vm_, exception, text));
    WriteStream(&streams_, 2, text.view());
    return 1;
  }

  int AtLimit() {
    vm_->FlushOutput();
    TextBuilder text(*vm_);
    static_cast<void>(FormatFrames(*vm_, text));
    WriteStream(&streams_, 2, text.view());
    WriteStream(&streams_, 2, LimitText(vm_->limit_hit(), command_.limits) + "\n");
    return 1;
  }

  void Stats(double seconds) {
    char text[256];
    std::snprintf(text, sizeof(text),
                  "{\"steps\": %llu, \"allocations\": %llu, \"collections\": %llu, "
                  "\"peak_bytes\": %llu, \"seconds\": %.6f}\n",
                  static_cast<unsigned long long>(vm_->steps_used()),
                  static_cast<unsigned long long>(vm_->heap.allocations()),
                  static_cast<unsigned long long>(vm_->heap.collections()),
                  static_cast<unsigned long long>(vm_->heap.peak()), seconds);
    WriteAll(STDERR_FILENO, text);
  }

  const CommandLine& command_;
  const std::string& source_;
  const std::string& name_;
  Streams streams_;
  HostHooks hooks_;
  std::unique_ptr<Vm> vm_;
};

}  // namespace

int RunProgram(const CommandLine& command, const std::string& source, const std::string& name) {
  return Run(command, source, name).Execute();
}

int DumpProgram(const CommandLine& command, const std::string& source, const std::string& name) {
  std::string text;
  CompileOptions options;
  if (command.dump == DumpKind::kScopes) {
    text = DumpScopes(source, name, options);
  } else if (command.dump == DumpKind::kCode) {
    CompileResult compiled = Compile(source, name, options);
    if (compiled.unit == nullptr) {
      WriteAll(STDERR_FILENO,
               FormatSyntaxError(compiled.errors[0], name, source, SourceOrigin::kFile));
      return 1;
    }
    text = Disassemble(*compiled.unit);
  } else {
    Arena arena;
    if (command.dump == DumpKind::kTokens) {
      std::string terminated = source;  // Tokenize wants the NUL behind it
      text = DumpTokens(terminated, Tokenize(terminated));
    } else {
      ParseResult parsed = Parse(source, name, ParseMode::kExec, arena);
      if (parsed.module == nullptr) {
        WriteAll(STDERR_FILENO,
                 FormatSyntaxError(*parsed.error, name, source, SourceOrigin::kFile));
        return 1;
      }
      text = DumpAst(*parsed.module, DumpPositions::kLeaveOut) + "\n";
    }
  }
  WriteAll(STDOUT_FILENO, text);
  return 0;
}

}  // namespace pysub
