#include "shell/command_line.h"

#include "pysub/version.h"
#include "shell/module_program.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

namespace pysub {

const char kVersion[] = "Python 3.14.0 (pysub " PYSUB_VERSION_STRING ")\n";
const char kUsage[] = "usage: pysub [option] ... [-c cmd | -m mod | file | -] [arg] ...\n";
const char kTryHelp[] = "Try `pysub -h' for more information.\n";
const char kHelp[] =
    "usage: pysub [option] ... [-c cmd | -m mod | file | -] [arg] ...\n"
    "Runs a Python program in a sandbox: it reaches its standard streams and what it is given.\n"
    "\n"
    "  -c cmd                    program passed in as string; its last expression is echoed\n"
    "  -m mod                    run a module of the library: json.tool, py_compile, timeit\n"
    "  file, -                   program read from a file, from standard input\n"
    "  --                        no options follow\n"
    "  -V, --version             print the version and exit\n"
    "  -h, --help                print this help and exit\n"
    "  --echo, --no-echo         show the value of a last expression, or not\n"
    "  --raw                     leave control characters in output to a terminal as they are\n"
    "Limits (none by default but the recursion depth, 1000):\n"
    "  --max-memory SIZE         bytes, or with KB, MB, GB\n"
    "  --max-duration SECONDS    running time\n"
    "  --max-steps N             calls, loop iterations and the work of builtins\n"
    "  --max-allocations N       objects made\n"
    "  --max-recursion-depth N   calls in each other\n"
    "  --max-output SIZE         bytes written\n"
    "Files (none but an empty tree in memory with a /tmp) and environment (empty by default):\n"
    "  --mount HOST:VIRTUAL[:ro|rw|overlay[:LIMIT]]\n"
    "                            show directory HOST at the path VIRTUAL: only for reading (the\n"
    "                            default), as it is, or with changes kept in memory; LIMIT: of\n"
    "                            the bytes written\n"
    "  --env NAME=VALUE          an environment variable\n"
    "  --cwd DIR                 where relative paths begin, a path that the program sees\n"
    "To stop and go on elsewhere:\n"
    "  pysub run --snapshot-at N OUT [option] ... program\n"
    "                            after N steps save the run to file OUT and end\n"
    "  pysub resume [option] ... FILE\n"
    "                            go on with a saved run; limits can only be lowered\n"
    "  --snapshot-key-file FILE  seal what is saved with the key in FILE (16 bytes or more);\n"
    "                            take only what is sealed so\n"
    "  pysub snapshot inspect|verify [--snapshot-key-file KEY] FILE, ... diff FILE FILE\n"
    "For agents:\n"
    "  pysub tool run-python --json [--base DIR] ...\n"
    "                            one JSON request on standard input, one JSON answer; describe: what a model is told\n"
    "To look inside:\n"
    "  --dump=tokens|ast|scopes|code\n"
    "  --trace                   one line an instruction, on standard error\n"
    "  --stats                   what the run used, as JSON on standard error\n";

namespace {

std::optional<uint64_t> ParseCount(std::string_view text) {
  uint64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

// "512", "64MB", "1.5 GB" is not taken: whole numbers with an optional unit.
std::optional<uint64_t> ParseSize(std::string_view text) {
  uint64_t unit = 1;
  struct Unit {
    std::string_view name;
    uint64_t bytes;
  };
  static constexpr Unit kUnits[] = {{"KB", 1 << 10}, {"MB", 1 << 20}, {"GB", 1 << 30}, {"B", 1}};
  for (const Unit& candidate : kUnits) {
    if (text.ends_with(candidate.name)) {
      unit = candidate.bytes;
      text.remove_suffix(candidate.name.size());
      break;
    }
  }
  std::optional<uint64_t> number = ParseCount(text);
  if (!number || *number > kUnlimited / unit) return std::nullopt;
  return *number * unit;
}

std::optional<uint64_t> ParseSeconds(std::string_view text) {
  double seconds = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || !(seconds > 0) || seconds > 1e9) {
    return std::nullopt;
  }
  return std::max<uint64_t>(static_cast<uint64_t>(seconds * 1e9), 1);
}

// Walks the arguments; stops at the program's own.
class Parser {
 public:
  Parser(int argc, char** argv) : argc_(argc), argv_(argv) {
    // sys.setrecursionlimit may raise the default, but not a limit that was asked for.
    result_.limits.recursion_ceiling = 100'000;
  }

  CommandLine Parse() {
    while (at_ < argc_ && result_.error.empty()) {
      std::string_view argument = argv_[at_];
      if (argument.starts_with("-c")) return Code(argv_[at_] + 2);
      if (argument.starts_with("-m")) return Module(argv_[at_] + 2);
      if (argument == "--") {
        ++at_;
        break;
      }
      if (argument == "-" || !argument.starts_with('-')) return File();
      ++at_;
      if (argument == "-V" || argument == "--version") {
        result_.show_version = true;
      } else if (argument == "-h" || argument == "--help") {
        result_.show_help = true;
      } else {
        Option(argument);
      }
    }
    if (at_ < argc_ && result_.error.empty()) return File();
    result_.arguments = {""};
    return result_;
  }

 private:
  // -c CODE or -cCODE: the rest is the program's.
  CommandLine Code(const char* attached) {
    ++at_;
    if (*attached == '\0' && at_ >= argc_) {
      result_.error = "Argument expected for the -c option";
      return result_;
    }
    result_.source = ProgramSource::kCode;
    result_.text = *attached != '\0' ? attached : argv_[at_++];
    result_.arguments = {"-c"};
    result_.arguments.insert(result_.arguments.end(), argv_ + at_, argv_ + argc_);
    return result_;
  }

  // -m MODULE: one of the library that has a main().
  CommandLine Module(const char* attached) {
    ++at_;
    if (*attached == '\0' && at_ >= argc_) {
      result_.error = "Argument expected for the -m option";
      return result_;
    }
    const std::string module = *attached != '\0' ? attached : argv_[at_++];
    result_.source = ProgramSource::kModule;
    result_.text = ModuleProgram("pysub", module);
    if (result_.text.empty()) result_.text = "raise SystemExit('pysub: No module named ' + __import__('sys').argv[0])";
    result_.arguments = {module};
    result_.arguments.insert(result_.arguments.end(), argv_ + at_, argv_ + argc_);
    return result_;
  }

  CommandLine File() {
    if (std::strcmp(argv_[at_], "-") != 0) {
      result_.source = ProgramSource::kFile;
      result_.text = argv_[at_];
    }
    result_.arguments.assign(argv_ + at_, argv_ + argc_);
    return result_;
  }

  void Option(std::string_view argument) {
    // "--name=value" or "--name value".
    size_t equals = argument.find('=');
    std::string_view name = argument.substr(0, equals);
    has_value_ = equals != std::string_view::npos;
    if (has_value_) value_ = argument.substr(equals + 1);
    if (name == "--echo") {
      result_.echo = Echo::kOn;
    } else if (name == "--no-echo") {
      result_.echo = Echo::kOff;
    } else if (name == "--raw") {
      result_.raw = true;
    } else if (name == "--trace") {
      result_.trace = true;
    } else if (name == "--stats") {
      result_.stats = true;
    } else if (name == "--dump") {
      Dump();
    } else if (name == "--test-mode") {
      Mode();
    } else if (name == "--snapshot-at") {
      SnapshotAt();
    } else if (name == "--snapshot-key-file") {
      if (TakeValue(name)) result_.snapshot_key_file = value_;
    } else if (name == "--mount") {
      if (TakeValue(name)) Mount(std::string(value_));
    } else if (name == "--env") {
      if (TakeValue(name)) Variable(value_);
    } else if (name == "--cwd") {
      if (!TakeValue(name)) return;
      result_.working_directory = value_;
      if (!value_.starts_with('/')) result_.error = "Argument of --cwd is an absolute path";
    } else if (name == "--limit") {
      if (TakeValue(name)) LimitByName(value_);
    } else if (name.starts_with("--max-")) {
      if (TakeValue(name)) SetLimit(name.substr(6), value_, name);
    } else {
      Unknown(argument);
    }
  }

  // In CPython's words.
  void Unknown(std::string_view argument) {
    result_.error = argument.starts_with("--")
                        ? "unknown option " + std::string(argument)
                        : "Unknown option: -" + std::string(argument.substr(1, 1));
  }

  bool TakeValue(std::string_view name) {
    if (has_value_) return true;
    if (at_ >= argc_) {
      result_.error = "Argument expected for the " + std::string(name) + " option";
      return false;
    }
    value_ = argv_[at_++];
    return true;
  }

  void Dump() {
    if (!TakeValue("--dump")) return;
    static constexpr std::string_view kKinds[] = {"tokens", "ast", "scopes", "code"};
    for (size_t i = 0; i < std::size(kKinds); ++i) {
      if (value_ == kKinds[i]) {
        result_.dump = static_cast<DumpKind>(i + 1);
        return;
      }
    }
    result_.error = "Argument of --dump is one of tokens, ast, scopes, code";
  }

  void Variable(std::string_view setting) {
    const size_t equals = setting.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      result_.error = "--env wants NAME=VALUE";
      return;
    }
    result_.environment[std::string(setting.substr(0, equals))] = setting.substr(equals + 1);
  }

  // HOST:VIRTUAL[:MODE[:LIMIT]]; neither path can have a colon.
  void Mount(const std::string& text) {
    std::vector<std::string> parts;
    for (size_t at = 0; at <= text.size();) {
      const size_t end = std::min(text.find(':', at), text.size());
      parts.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    CommandMount mount;
    bool good = parts.size() >= 2 && parts.size() <= 4 && !parts[0].empty() && parts[1].starts_with('/');
    if (good && parts.size() > 2) {
      mount.mode = parts[2] == "rw"        ? CommandMount::Mode::kReadWrite
                   : parts[2] == "overlay" ? CommandMount::Mode::kOverlay
                                           : CommandMount::Mode::kReadOnly;
      good = mount.mode != CommandMount::Mode::kReadOnly || parts[2] == "ro";
    }
    if (good && parts.size() > 3) {
      mount.write_bytes_limit = ParseSize(parts[3]);
      good = mount.write_bytes_limit.has_value();
    }
    if (!good) {
      result_.error = "Bad argument '" + text + "' for the --mount option: HOST:VIRTUAL[:ro|rw|overlay[:LIMIT]]";
      return;
    }
    mount.host_directory = parts[0];
    mount.virtual_path = parts[1];
    result_.mounts.push_back(std::move(mount));
  }

  void SnapshotAt() {
    if (!TakeValue("--snapshot-at")) return;
    std::optional<uint64_t> steps = ParseCount(value_);
    if (!steps || *steps == 0 || at_ >= argc_) {
      result_.error = "--snapshot-at wants a number of steps and a file";
      return;
    }
    result_.snapshot_at = *steps;
    result_.snapshot_to = argv_[at_++];
  }

  // refusals:SEED is the same as refusals with another seed.
  void Mode() {
    if (!TakeValue("--test-mode")) return;
    static constexpr std::string_view kModes[] = {"straight", "slices", "gc", "tiny-stack",
                                                  "snapshots", "refusals"};
    const std::string_view mode = value_.substr(0, value_.find(':'));
    for (size_t i = 0; i < std::size(kModes); ++i) {
      if (mode != kModes[i]) continue;
      result_.test_mode = static_cast<TestMode>(i);
      if (mode == value_) return;
      if (result_.test_mode != TestMode::kRefusals) break;
      std::optional<uint64_t> seed = ParseCount(value_.substr(mode.size() + 1));
      if (!seed || *seed > UINT32_MAX) break;
      result_.test_seed = static_cast<uint32_t>(*seed);
      return;
    }
    result_.error =
        "Argument of --test-mode is one of straight, slices, gc, tiny-stack, snapshots, refusals[:SEED]";
  }

  // --limit=recursion=50: what golden files ask for.
  void LimitByName(std::string_view setting) {
    size_t equals = setting.find('=');
    if (equals == std::string_view::npos) {
      result_.error = "--limit wants name=value";
      return;
    }
    std::string_view name = setting.substr(0, equals);
    if (name == "recursion") name = "recursion-depth";
    SetLimit(name, setting.substr(equals + 1), "--limit");
  }

  void SetLimit(std::string_view limit, std::string_view value, std::string_view option) {
    std::optional<uint64_t> number;
    Limits& limits = result_.limits;
    if (limit == "memory") {
      if ((number = ParseSize(value))) limits.memory_bytes = *number;
    } else if (limit == "output") {
      if ((number = ParseSize(value))) limits.output_bytes = *number;
    } else if (limit == "duration") {
      if ((number = ParseSeconds(value))) limits.duration_ns = *number;
    } else if (limit == "steps") {
      if ((number = ParseCount(value))) limits.steps = *number;
    } else if (limit == "allocations") {
      if ((number = ParseCount(value))) limits.allocations = *number;
    } else if (limit == "recursion-depth") {
      number = ParseCount(value);
      if (number && *number > 0 && *number <= 1'000'000) {
        limits.recursion_depth = static_cast<uint32_t>(*number);
        limits.recursion_ceiling = limits.recursion_depth;
      } else {
        number.reset();
      }
    } else {
      return Unknown(option);
    }
    if (!number) {
      result_.error =
          "Bad argument '" + std::string(value) + "' for the " + std::string(option) + " option";
    }
  }

  int argc_;
  char** argv_;
  int at_ = 1;
  bool has_value_ = false;
  std::string_view value_;
  CommandLine result_;
};

}  // namespace

CommandLine ParseCommandLine(int argc, char** argv) { return Parser(argc, argv).Parse(); }

}  // namespace pysub
