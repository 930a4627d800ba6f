#include "shell/cli/command_line.h"

#include "pysub/version.h"
#include "shell/python/module_program.h"

namespace pysub {

const char kVersion[] = "Python 3.14.0 (pysub " PYSUB_VERSION_STRING ")\n";

namespace {

using usage::Given;
using usage::GivenOption;

std::optional<DumpKind> KindOfDump(std::string_view name) {
  static constexpr std::string_view kKinds[] = {"", "tokens", "ast", "scopes", "code"};
  for (size_t i = 1; i < std::size(kKinds); ++i) {
    if (name == kKinds[i]) return static_cast<DumpKind>(i);
  }
  return std::nullopt;
}

// What has been checked by its row becomes what it stands for.
class Settings {
 public:
  Settings() {
    // sys.setrecursionlimit may raise the default, but not a limit that was asked for.
    result_.limits.recursion_ceiling = 100'000;
  }

  CommandLine Take(const Given& given) {
    result_.arguments = {""};
    result_.resumes = given.command->name == "resume";
    for (const GivenOption& option : given.options) Set(option);
    result_.arguments.insert(result_.arguments.end(), given.operands.begin(), given.operands.end());
    // A file names itself: its name is the first of the arguments.
    if (result_.error.empty()) result_.error = Contradiction();
    if (result_.source != ProgramSource::kStandardInput || given.operands.empty())
      return std::move(result_);
    result_.arguments.erase(result_.arguments.begin());
    if (given.operands[0] != "-") {
      result_.source = ProgramSource::kFile;
      result_.text = given.operands[0];
    }
    return std::move(result_);
  }

 private:
  // Of options that cannot be together; "": there are none.
  std::string Contradiction() const {
    if (!result_.imports && !result_.imports_directory.empty()) {
      return result_.safe_path ? "--imports and -I cannot be together"
                               : "--imports and --no-imports cannot be together";
    }
    const bool profiles = result_.profile != ProfileForm::kNone,
               covers = result_.coverage != CoverageForm::kNone;
    if (!profiles && !covers)
      return result_.report_to.empty() ? "" : "--report-to wants --profile or --coverage";
    const std::string_view other = profiles && covers                         ? "--profile"
                                   : result_.dump != DumpKind::kNone          ? "--dump"
                                   : result_.snapshot_at != 0                 ? "--snapshot-at"
                                   : covers && result_.trace                  ? "--trace"
                                   : result_.test_mode != TestMode::kStraight ? "--test-mode"
                                                                              : "";
    return other.empty() ? ""
                         : std::string(covers ? "--coverage" : "--profile") + " and " +
                               std::string(other) + " cannot be together";
  }

  void Set(const GivenOption& option) {
    const auto [name, value, second] = option;
    if (name == "-c") {
      result_.source = ProgramSource::kCode;
      result_.text = value;
      result_.arguments = {"-c"};
    } else if (name == "-m") {
      result_.source = ProgramSource::kModule;
      result_.text = ModuleProgram("pysub", value);
      result_.arguments = {"-m"};
    } else if (name == "--version") {
      result_.show_version = true;
    } else if (name == "--echo") {
      result_.echo = Echo::kOn;
    } else if (name == "--no-echo") {
      result_.echo = Echo::kOff;
    } else if (name == "--raw") {
      result_.raw = true;
    } else if (name == "--trace") {
      result_.trace = true;
    } else if (name == "--stats") {
      result_.stats = value == "json" ? StatsForm::kJson : StatsForm::kTable;
    } else if (name == "--profile") {
      result_.profile = value == "json"  ? ProfileForm::kJson
                        : value == "svg" ? ProfileForm::kSvg
                                         : ProfileForm::kText;
    } else if (name == "--coverage") {
      result_.coverage = value == "json"   ? CoverageForm::kJson
                         : value == "lcov" ? CoverageForm::kLcov
                                           : CoverageForm::kText;
    } else if (name == "--report-to") {
      result_.report_to = value;
    } else if (name == "--dump") {
      result_.dump = *KindOfDump(value);
    } else if (name == "--test-mode") {
      Mode(value);
    } else if (name == "--snapshot-at") {
      result_.snapshot_at = *usage::ParseCount(value);
      result_.snapshot_to = second;
    } else if (name == "--snapshot-key-file") {
      result_.snapshot_key_file = value;
    } else if (name == "--mount") {
      result_.mounts.push_back(*usage::ParseMount(value));
    } else if (name == "--env") {
      const size_t equals = value.find('=');
      result_.environment[std::string(value.substr(0, equals))] = value.substr(equals + 1);
    } else if (name == "--clock") {
      result_.virtual_clock = value == "virtual";
    } else if (name == "--seed") {
      result_.seed = *usage::ParseCount(value);
    } else if (name == "--cwd") {
      result_.working_directory = value;
    } else if (name == "--imports") {
      result_.imports_directory = value;
    } else if (name == "--no-imports") {
      result_.imports = false;
    } else if (name == "-E") {
      result_.ignores_environment = true;
    } else if (name == "-I") {
      result_.imports = false;
      result_.safe_path = result_.ignores_environment = true;
    } else if (name == "--limit") {
      LimitByName(value);
    } else if (name == "--timeout") {
      SetLimit("duration", value);
    } else if (name.starts_with("--max-")) {
      SetLimit(name.substr(6), value);
    }
  }

  // refusals:SEED is the same as refusals with another seed.
  void Mode(std::string_view value) {
    static constexpr std::string_view kModes[] = {"straight",   "slices",    "gc",
                                                  "tiny-stack", "snapshots", "refusals"};
    const std::string_view mode = value.substr(0, value.find(':'));
    for (size_t i = 0; i < std::size(kModes); ++i) {
      if (mode != kModes[i]) continue;
      result_.test_mode = static_cast<TestMode>(i);
      if (mode == value) return;
      if (result_.test_mode != TestMode::kRefusals) break;
      std::optional<uint64_t> seed = usage::ParseCount(value.substr(mode.size() + 1));
      if (!seed || *seed > UINT32_MAX) break;
      result_.test_seed = static_cast<uint32_t>(*seed);
      return;
    }
    result_.error =
        "Argument of --test-mode is one of straight, slices, gc, tiny-stack, snapshots, "
        "refusals[:SEED]";
  }

  // --limit=recursion=50: what golden files ask for.
  void LimitByName(std::string_view setting) {
    const size_t equals = setting.find('=');
    std::string_view name = setting.substr(0, equals);
    if (name == "recursion") name = "recursion-depth";
    const std::string option = "--max-" + std::string(name);
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : setting.substr(equals + 1);
    const usage::Option* row = nullptr;
    usage::EachOption(usage::kPysub.commands[0], [&](const usage::Option& candidate) {
      if (candidate.name == option) row = &candidate;
    });
    if (row == nullptr) {
      result_.error = "--limit wants name=value";
    } else if (result_.error = usage::CheckValue(*row, "--limit", value); result_.error.empty()) {
      SetLimit(name, value);
    }
  }

  void SetLimit(std::string_view limit, std::string_view value) {
    Limits& limits = result_.limits;
    if (limit == "memory") {
      limits.memory_bytes = *usage::ParseSize(value);
    } else if (limit == "output") {
      limits.output_bytes = *usage::ParseSize(value);
    } else if (limit == "duration") {
      limits.duration_ns = *usage::ParseSeconds(value);
    } else if (limit == "steps") {
      limits.steps = *usage::ParseCount(value);
    } else if (limit == "allocations") {
      limits.allocations = *usage::ParseCount(value);
    } else {
      limits.recursion_depth = static_cast<uint32_t>(*usage::ParseCount(value));
      limits.recursion_ceiling = limits.recursion_depth;
    }
  }

  CommandLine result_;
};

}  // namespace

CommandLine SettingsOf(const usage::Given& given) { return Settings().Take(given); }

}  // namespace pysub
