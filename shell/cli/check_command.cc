#include "shell/cli/check_command.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compiler/check.h"
#include "compiler/compile.h"
#include "parser/source_encoding.h"
#include "shell/cli/completion.h"
#include "shell/cli/json_text.h"
#include "shell/cli/source_file.h"
#include "shell/cli/streams.h"
#include "shell/cli/usage/values.h"
#include "stdlib/install.h"
#include "vm/ending.h"
#include "vm/imports.h"
#include "vm/limits.h"
#include "vm/objects/dict.h"
#include "vm/suggestions.h"
#include "vm/vm.h"

namespace pysub {
namespace {

constexpr int kSomethingFound = 1;
// What is noted of each byte while a program is checked, beside what compiling takes.
constexpr uint64_t kCheckBytesPerByte = 200;

uint64_t NowNs() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

struct Deadline {
  uint64_t at;
  static bool IsOver(void* self) { return NowNs() > static_cast<Deadline*>(self)->at; }
};

// The library, asked for its names.
class Library {
 public:
  Library() : vm_(std::make_unique<Vm>(StandardRuntime(), Limits(), HostHooks())) {
    // So that there are modules.
    if (vm_->Load(Compile("pass", "<check>", {}).unit).ok()) vm_->Run();
  }
  bool IsBuiltin(std::string_view name) { return IsBuiltinName(*vm_, name); }
  // "len(obj, /)"; "": it is no function.
  static std::string_view SignatureOf(std::string_view name) {
    for (const NativeInfo& function : StandardRuntime().modules[0]->functions) {
      if (function.name == name) return function.signature;
    }
    return "";
  }

  // Of a function that the library has in C++; "": there is none.
  static std::string_view SignatureOfMember(std::string_view module, std::string_view name) {
    for (const ModuleInfo* info : StandardRuntime().modules) {
      if (info == nullptr || info->name != module) continue;
      for (const NativeInfo& function : info->functions) {
        if (function.name == name && !function.raw) return function.signature;
      }
    }
    return "";
  }
  // Of values of a type; null: nothing is known of it.
  const MemberNames* MembersOfType(std::string_view type) {
    const auto known = types_.find(type);
    if (known != types_.end()) return known->second.get();
    std::unique_ptr<MemberNames>& names = types_[std::string(type)];
    static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
        {"NoneType", "NoneType"},
        {"coroutine", "CoroutineType"},
        {"function", "FunctionType"},
        {"generator", "GeneratorType"}};
    std::string_view module = "builtins", name = type;
    for (const auto& [row, of_types] : kNames) {
      if (row == type) module = "types", name = of_types;
    }
    const Value found = ImportModule(*vm_, module);
    if (!IsObjectOf(found, TypeId::kModule)) return nullptr;
    const Value object = DictGetStr(*vm_, found.As<Module>()->dict.As<Dict>(), name);
    if (object.IsUndefined() || object.IsControl()) return nullptr;
    names = std::make_unique<MemberNames>();
    for (std::string& member : vm_->AttributeNames(object)) names->insert(std::move(member));
    return names.get();
  }

  // Of a module that can be imported; null: there is none. It is imported to know.
  const MemberNames* MembersOf(std::string_view module) {
    const auto known = members_.find(module);
    if (known != members_.end()) return known->second.get();
    std::unique_ptr<MemberNames>& names = members_[std::string(module)];
    const std::vector<std::string_view> modules = ModuleNames();
    if (std::find(modules.begin(), modules.end(), module) == modules.end()) return nullptr;
    const auto vm = std::make_unique<Vm>(StandardRuntime(), Limits(), HostHooks());
    const std::shared_ptr<CompiledUnit> unit =
        Compile("import " + std::string(module), "<check>", {}).unit;
    if (unit == nullptr || !vm->Load(unit).ok() || vm->Run().kind != StopKind::kFinished)
      return nullptr;
    names = std::make_unique<MemberNames>();
    for (std::string& name : NamesInModule(*vm, module)) names->insert(std::move(name));
    return names.get();
  }
  // What is certainly wrong with the name of a module that is not in the library.
  static std::string WrongModule(std::string_view module) {
    std::vector<std::string_view> names = ModuleNames();
    std::erase_if(names, [](std::string_view name) { return name.starts_with('_'); });
    const std::string_view meant = ClosestName(module, names);
    std::string text = "there is no module '" + std::string(module) + "'";
    if (!meant.empty()) return text + "; did you mean '" + std::string(meant) + "'?";
    if (IsModuleOfCPython(module.substr(0, module.find('.')))) return text + " in pysub";
    return "";  // somebody may have it in a file
  }

 private:
  static std::vector<std::string_view> ModuleNames() {
    std::vector<std::string_view> names = {"os.path"};
    for (const ModuleInfo* module : StandardRuntime().modules) {
      if (module != nullptr) names.push_back(module->name);
    }
    return names;
  }

  std::map<std::string, std::unique_ptr<MemberNames>, std::less<>> members_;
  std::map<std::string, std::unique_ptr<MemberNames>, std::less<>> types_;
  std::unique_ptr<Vm> vm_;  // a Vm is too large for some stacks
};

std::string_view CodeOf(FindingKind kind) {
  switch (kind) {
    case FindingKind::kSyntaxError: return "syntax";
    case FindingKind::kUnboundName: return "unbound-name";
    case FindingKind::kWrongCall: return "wrong-call";
    case FindingKind::kUnknownModule: return "unknown-module";
    case FindingKind::kUnknownMember: return "unknown-member";
    case FindingKind::kWrongType: return "wrong-type";
    case FindingKind::kWrongValue: return "wrong-value";
    case FindingKind::kNoEffect: return "no-effect";
    case FindingKind::kUnreachable: return "unreachable";
  }
  return "";
}

class Check {
 public:
  explicit Check(const usage::Given& given) : given_(given) {}

  int Run() {
    for (const auto& [name, value, second] : given_.options) {
      if (name == "--format") json_ = value == "json";
      if (name == "--declare") declarations_.emplace_back(value);
      if (name == "--declarations" && !ReadDeclarations(std::string(value)))
        return usage::kUsageError;
      if (name == "--max-memory") limits_.memory_bytes = *usage::ParseSize(value);
      if (name == "--max-duration") limits_.duration_ns = *usage::ParseSeconds(value);
    }
    if (limits_.duration_ns != kUnlimited) deadline_.at = NowNs() + limits_.duration_ns;
    for (std::string_view file : given_.operands) {
      if (!CheckFile(std::string(file))) status_ = usage::kUsageError;
    }
    if (json_) WriteAll(STDOUT_FILENO, "[" + out_ + (out_.empty() ? "" : "\n") + "]\n");
    return status_;
  }

 private:
  bool Fail(const std::string& text) {
    WriteAll(STDERR_FILENO, "pysub: " + text + "\n");
    return false;
  }

  bool Read(const std::string& path, std::string* text) {
    const bool is_input = path == "-";
    const int file = is_input ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const size_t most =
        static_cast<size_t>(std::min<uint64_t>(kMaxSourceBytes, limits_.memory_bytes));
    const ReadResult result = file < 0 ? ReadResult::kError : ReadAll(file, most, text);
    const int error = errno;
    if (file >= 0 && !is_input) close(file);
    if (result == ReadResult::kOk) return true;
    return Fail(result == ReadResult::kTooLarge
                    ? path + ": " + LimitMessage(LimitHit::kMemory, limits_)
                    : "can't open file '" + path + "': [Errno " + std::to_string(error) + "] " +
                          std::strerror(error));
  }

  // One signature a line; "#" begins a comment.
  bool ReadDeclarations(const std::string& path) {
    std::string text;
    if (!Read(path, &text)) return false;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      std::string line = text.substr(at, end - at);
      at = end + 1;
      if (const size_t last = line.find_last_not_of(" \t\r");
          last != std::string::npos && line[0] != '#') {
        declarations_.push_back(line.substr(0, last + 1));
      }
    }
    return true;
  }

  // False: it could not be looked at.
  bool CheckFile(const std::string& path) {
    const std::string name = path == "-" ? "<stdin>" : path;
    std::string source, error;
    if (!Read(path, &source)) return false;
    if (!DecodeSource(name, &source, &error)) {
      const size_t line = error.rfind('\n', error.size() - 2);
      if (error.ends_with('\n')) error.pop_back();
      Add(name, {FindingKind::kSyntaxError,
                 {1, 0, 1, 0},
                 error.substr(line == std::string::npos ? 0 : line + 1)});
      return true;
    }
    if (CompileMemory(source) + source.size() * kCheckBytesPerByte > limits_.memory_bytes) {
      return Fail(name + ": " + LimitMessage(LimitHit::kMemory, limits_));
    }
    StopCheck stop(&Deadline::IsOver, &deadline_);
    CheckOptions options;
    options.is_builtin = [this](std::string_view builtin) { return library_.IsBuiltin(builtin); };
    options.builtin_signature = &Library::SignatureOf;
    options.module_members = [this](std::string_view module) { return library_.MembersOf(module); };
    options.member_signature = &Library::SignatureOfMember;
    options.type_members = [this](std::string_view type) { return library_.MembersOfType(type); };
    // Beside the program, where imports find it.
    const std::string directory = path == "-" || path.find('/') == std::string::npos
                                      ? ""
                                      : path.substr(0, path.rfind('/') + 1);
    options.may_be_file = [&directory](std::string_view module) {
      const std::string base = directory + std::string(module.substr(0, module.find('.')));
      return access(base.c_str(), F_OK) == 0 || access((base + ".py").c_str(), F_OK) == 0;
    };
    options.wrong_module = &Library::WrongModule;
    options.closest_name = &ClosestName;
    options.declarations = declarations_;
    if (deadline_.at != UINT64_MAX) options.parse_limits.stop = &stop;
    const CheckResult result = CheckProgram(source, name, options);
    if (!result.wrong_declaration.empty())
      return Fail("not a signature: " + result.wrong_declaration);
    if (stop.stopped()) {
      return Fail(name + ": " + LimitMessage(LimitHit::kDuration, limits_));
    }
    for (const Finding& finding : result.findings) Add(name, finding);
    if (result.are_more) Fail(name + ": and more than these");
    return true;
  }

  void Add(const std::string& file, const Finding& finding) {
    status_ = std::max(status_, kSomethingFound);
    const SourceSpan& span = finding.span;
    const std::string line = std::to_string(span.line), column = std::to_string(span.col + 1);
    const std::string code(CodeOf(finding.kind));
    if (!json_) {
      WriteAll(STDOUT_FILENO,
               EscapeControls(file + ":" + line + ":" + column + ": " + finding.message) + " [" +
                   code + "]\n");
      return;
    }
    out_ += out_.empty() ? "\n" : ",\n";
    out_ += "  {\"file\": " + JsonText(file) + ", \"line\": " + line + ", \"column\": " + column +
            ", \"end_line\": " + std::to_string(span.end_line) +
            ", \"end_column\": " + std::to_string(span.end_col + 1) + ", \"code\": \"" + code +
            "\", \"message\": " + JsonText(finding.message) + "}";
  }

  const usage::Given& given_;
  bool json_ = false;
  int status_ = 0;
  Limits limits_;
  Deadline deadline_{UINT64_MAX};
  std::vector<std::string> declarations_;
  std::string out_;
  Library library_;
};

}  // namespace

int CheckCommand(const usage::Given& given) { return Check(given).Run(); }

}  // namespace pysub
