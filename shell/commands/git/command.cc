// The command: words before the subcommand, where it works, and its steps.
//
// A step runs units until its fuel is used up. The shell may be saved between any two steps, but
// not within a unit:
//
//   Step -> Begin (once): words, repository, settings, alias
//        -> run_, EndUnit, run_, EndUnit, ...      the subcommand, from its beginning each time
//        -> Drain                                  what was said goes to the pipe
//        -> End
//
// A subcommand reads its words again in each unit, and finds in State how far it is. That costs
// little and saves having a saved form of every option. After a load Begin() runs again, too, and
// says nothing, because it has said nothing the first time.

#include <algorithm>

#include "shell/commands/commands.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/git.h"
#include "shell/commands/git/hooks.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace git {
namespace {

constexpr std::string_view kVersion = "git version 2.39.5\n";

constexpr SubcommandInfo kSubcommands[] = {
#define PYSUB_GIT(Name, name, needs, words) {name, Run##Name, Needs::needs, words},
#include "shell/commands/git/subcommands.def"
#undef PYSUB_GIT
};
static_assert(std::ranges::is_sorted(kSubcommands, {}, &SubcommandInfo::name),
              "rows of subcommands.def are sorted by name");

// Those of the real git that are not here.
constexpr std::string_view kMissing[] = {"am",
                                         "archive",
                                         "bisect",
                                         "bugreport",
                                         "bundle",
                                         "cherry",
                                         "citool",
                                         "daemon",
                                         "difftool",
                                         "fast-export",
                                         "fast-import",
                                         "filter-branch",
                                         "format-patch",
                                         "fsck",
                                         "gui",
                                         "imap-send",
                                         "instaweb",
                                         "interpret-trailers",
                                         "maintenance",
                                         "merge-index",
                                         "merge-tree",
                                         "mergetool",
                                         "notes",
                                         "pack-objects",
                                         "pack-refs",
                                         "patch-id",
                                         "prune",
                                         "range-diff",
                                         "repack",
                                         "replace",
                                         "request-pull",
                                         "rerere",
                                         "send-email",
                                         "show-branch",
                                         "sparse-checkout",
                                         "submodule",
                                         "svn",
                                         "unpack-objects",
                                         "verify-commit",
                                         "verify-pack",
                                         "verify-tag",
                                         "worktree",
                                         "index-pack",
                                         "checkout-index",
                                         "check-attr",
                                         "stripspace"};

constexpr std::string_view kUsage =
    "usage: git [-C <path>] [-c <name>=<value>] [--git-dir=<path>] [--work-tree=<path>]\n"
    "           [--no-pager] [--version] [--help] <command> [<args>]\n";

// "usage: git log [<options>] ...".
std::string UsageOf(const SubcommandInfo& info) {
  return "usage: git " + std::string(info.name) + " " + std::string(info.words) + "\n";
}

std::string Overview() {
  std::string text(kUsage), line = "  ";
  text += "\nThese commands are here:\n";
  for (const SubcommandInfo& info : kSubcommands) {
    if (line.size() + info.name.size() > 78) text += std::exchange(line, "  ") + "\n";
    line += " " + std::string(info.name);
  }
  return text + line + "\n\n\"git <command> -h\" shows how one of them is used.\n";
}

// How far a name is from what was typed. Letters that were left out cost little, changed ones more,
// those too many most; two that changed places nothing.
size_t Distance(std::string_view typed, std::string_view name) {
  constexpr size_t kChanged = 2, kLeftOut = 1, kTooMany = 3;
  std::vector<size_t> before, last(name.size() + 1), row(name.size() + 1);
  for (size_t j = 0; j <= name.size(); ++j) last[j] = j * kLeftOut;
  for (size_t i = 0; i < typed.size(); ++i) {
    row[0] = (i + 1) * kTooMany;
    for (size_t j = 0; j < name.size(); ++j) {
      row[j + 1] = std::min({last[j] + (typed[i] == name[j] ? 0 : kChanged), last[j + 1] + kTooMany,
                             row[j] + kLeftOut});
      if (i > 0 && j > 0 && typed[i - 1] == name[j] && typed[i] == name[j - 1])
        row[j + 1] = std::min(row[j + 1], before[j - 1]);
    }
    before = std::exchange(last, row);
  }
  return last[name.size()];
}

// Those that a mistyped name may mean: what begins so of the well known, then the nearest ones.
std::vector<std::string_view> SimilarNames(std::string_view typed) {
  constexpr std::string_view kWellKnown[] = {
      "add",     "bisect", "branch", "clone",  "commit", "diff", "fetch",  "grep",
      "init",    "log",    "merge",  "mv",     "pull",   "push", "rebase", "reset",
      "restore", "rm",     "show",   "status", "switch", "tag"};
  constexpr size_t kLongest = 64, kTooFar = 6;
  if (typed.size() > kLongest) return {};
  std::vector<std::pair<size_t, std::string_view>> found;
  const auto look = [&](std::string_view name) {
    const bool begins = name.starts_with(typed) && std::ranges::count(kWellKnown, name) > 0;
    found.push_back({begins ? 0 : Distance(typed, name) + 1, name});
  };
  for (const SubcommandInfo& info : kSubcommands) look(info.name);
  for (std::string_view name : kMissing) look(name);
  std::ranges::sort(found);
  std::vector<std::string_view> names;
  size_t best = 0;
  for (const auto& [distance, name] : found) {
    if (best == 0) best = distance;
    if (distance > best || distance > kTooFar) break;
    names.push_back(name);
  }
  return best > kTooFar ? std::vector<std::string_view>() : names;
}

// An alias of the shell: words[0] is what it runs, in the top folder of the work tree.
Outcome RunShellAlias(Git& git) {
  Program program;
  program.own_streams = true;
  program.argv = git.words;
  program.cwd = git.work_tree.empty() ? git.cwd : git.work_tree;
  RunByShell(&program);
  return RunProgram(git, program);
}

// What is not listed in Fields() is made anew by Begin(): words, repository and subcommand follow
// from the arguments, which the shell keeps.
class GitCommand : public Command {
 public:
  Progress Step(CommandIo& io) override {
    git_.Attach(io);
    if (!git_.Drain()) return Progress::Yield();
    if (ended_) return Progress::Done(git_.over() ? 2 : status_);
    if (loaded_) {
      loaded_ = false;
      git_.ForgetCaches();
    }
    if (!ready_) {
      ready_ = true;
      if (const std::optional<int> status = Begin()) return End(*status);
    }
    while (true) {
      const Outcome outcome = is_last_ ? RunLastHooks() : run_(git_);
      git_.EndUnit();
      if (git_.over()) return Progress::Done(2);
      if (outcome && (is_last_ || git_.state().last_hooks.empty())) return End(*outcome);
      if (outcome) BeginLastHooks(*outcome);
      if (git_.TakeWait()) return Progress::Wait();
      if (!git_.Drain() || io.Tick(16)) return Progress::Yield();
    }
  }

  void Fields(Archive& archive) override {
    archive(ended_, status_, is_last_, told_aliases_);
    if (!archive.loading()) {
      State& state = git_.state();
      // Only when it was changed: otherwise its file has it.
      if (git_.index().loaded && git_.index().unsaved) state.index = git_.index().Bytes();
    }
    git_.Fields(archive);
    if (archive.loading()) loaded_ = true;
  }

 private:
  void BeginLastHooks(int status) {
    ForgetAnswers(git_);
    is_last_ = true;
    status_ = status;
  }
  Outcome RunLastHooks() {
    int result = status_;
    for (const HookCall& call : git_.state().last_hooks) {
      const std::optional<int> status = RunHook(git_, call);
      if (!status) return std::nullopt;
      if (call.decides && result == 0 && *status != 0) result = 1;
    }
    return result;
  }

  Progress End(int status) {
    git_.EndUnit();
    ended_ = true;
    status_ = status;
    if (git_.over()) return Progress::Done(2);
    return git_.Drain() ? Progress::Done(status) : Progress::Yield();
  }

  // The words before the subcommand. A status: it is over.
  std::optional<int> TakeGlobals(std::vector<std::string>* words) {
    std::span<const std::string> args = git_.io().args();
    size_t at = 0;
    const auto value_of = [&](std::string_view name, std::optional<std::string>* value) {
      const std::string& word = args[at];
      if (word.size() > name.size() && word.starts_with(name) && word[name.size()] == '=') {
        *value = word.substr(name.size() + 1);
        return true;
      }
      if (word != name || at + 1 >= args.size()) return false;
      *value = args[++at];
      return true;
    };
    std::optional<std::string> name_space;
    for (; at < args.size() && args[at].starts_with('-'); ++at) {
      const std::string& word = args[at];
      if (word == "-C") {
        if (at + 1 >= args.size()) {
          git_.Err("no directory given for -C\n" + std::string(kUsage));
          return 129;
        }
        if (args[++at].empty()) continue;
        const std::string path =
            args[at].starts_with('/') ? args[at] : JoinPath(git_.cwd, args[at]);
        const auto real = git_.fs().Realpath(git_.caller(), path);
        const auto stat = git_.fs().StatPath(git_.caller(), path);
        if (!real.ok() || !stat.ok() || !stat->IsDirectory()) {
          git_.Fatal("cannot change to '" + args[at] +
                     "': " + std::string(ErrnoText(!stat.ok() ? stat.error() : ENOTDIR)));
          return 128;
        }
        git_.cwd = *real;
      } else if (word == "-c") {
        if (at + 1 >= args.size()) {
          git_.Err("-c expects a configuration string\n" + std::string(kUsage));
          return 129;
        }
        git_.overrides.push_back(args[++at]);
      } else if (value_of("--git-dir", &git_dir_) || value_of("--work-tree", &work_tree_) ||
                 value_of("--namespace", &name_space)) {
        continue;
      } else if (word == "--version" || word == "-v") {
        git_.Out(kVersion);
        return 0;
      } else if (word == "--help" || word == "-h") {
        git_.Out(Overview());
        return 0;
      } else if (word == "--exec-path" || word == "--html-path" || word == "--man-path" ||
                 word == "--info-path") {
        git_.Out(word == "--exec-path" ? "/usr/lib/git-core\n" : "/usr/share\n");
        return 0;
      } else if (word == "--no-pager" || word == "-P" || word == "-p" || word == "--paginate" ||
                 word == "--no-replace-objects" || word == "--no-optional-locks" ||
                 word == "--bare" || word == "--literal-pathspecs") {
        continue;
      } else {
        git_.Err("unknown option: " + word + "\n" + std::string(kUsage));
        return 129;
      }
    }
    words->assign(args.begin() + static_cast<ptrdiff_t>(at), args.end());
    return std::nullopt;
  }

  // Aliases of the settings, which may name each other.
  // An alias never hides a subcommand, as with git.
  bool ExpandAlias(std::vector<std::string>* words) {
    for (int i = 0; i < 10; ++i) {
      if (FindSubcommand((*words)[0]) != nullptr) return true;
      const std::optional<std::string> alias = git_.config().Get("alias." + Lower((*words)[0]));
      if (!alias) return true;
      if (words->size() == 2 && (*words)[1] == "-h" && told_aliases_ == i) {
        ++told_aliases_;
        git_.Err("'" + (*words)[0] + "' is aliased to '" + *alias + "'\n");
      }
      if (alias->starts_with('!')) {
        (*words)[0] = alias->substr(1);
        run_ = &RunShellAlias;
        return true;
      }
      std::vector<std::string> expanded;
      std::string word;
      char quote = 0;
      bool any = false;
      for (char c : *alias) {
        if (quote != 0 ? c == quote : c == '\'' || c == '"') {
          quote = quote != 0 ? '\0' : c;
          any = true;
        } else if (quote == 0 && IsSpace(c)) {
          if (any || !word.empty()) expanded.push_back(std::exchange(word, ""));
          any = false;
        } else {
          word += c;
        }
      }
      if (any || !word.empty()) expanded.push_back(word);
      if (expanded.empty()) return git_.Fatal("empty alias for " + (*words)[0]);
      expanded.insert(expanded.end(), words->begin() + 1, words->end());
      *words = std::move(expanded);
    }
    return git_.Fatal("alias loop detected: expansion of '" + (*words)[0] + "' does not terminate");
  }

  int Help(std::string name) {
    if (name == "-a" || name == "--all") name.clear();
    const SubcommandInfo* info = FindSubcommand(name);
    if (!name.empty() && info == nullptr) {
      git_.Err("No manual entry for git" + name + "\n");
      return 16;
    }
    git_.Out(info == nullptr ? Overview() : UsageOf(*info));
    return 0;
  }

  void SayUnknown() {
    git_.Err("git: '" + git_.command + "' is not a git command. See 'git --help'.\n");
    const std::vector<std::string_view> names = SimilarNames(git_.command);
    if (!names.empty())
      git_.Err(names.size() == 1 ? "\nThe most similar command is\n"
                                 : "\nThe most similar commands are\n");
    for (std::string_view name : names) git_.Err("\t" + std::string(name) + "\n");
  }

  std::optional<int> Begin() {
    git_.cwd = git_.io().cwd();
    if (const auto real = git_.fs().Realpath(git_.caller(), git_.cwd); real.ok()) git_.cwd = *real;
    std::vector<std::string> words;
    if (std::optional<int> status = TakeGlobals(&words)) return status;
    if (words.empty()) {
      git_.Out(Overview());
      return 1;
    }
    if (words[0] == "version") {
      git_.Out(kVersion);
      return 0;
    }
    if (words[0] == "help") return Help(words.size() > 1 ? words[1] : "");
    if (words.size() == 2 && words[1] == "--help") return Help(words[0]);
    git_.command = words[0];
    if (!git_.FindRepository(git_dir_, work_tree_)) return git_.status();
    if (!git_.config().Load(git_) || !ExpandAlias(&words)) return git_.status();
    if (run_ != nullptr) {
      git_.words = words;
      return std::nullopt;
    }
    git_.command = words[0];
    git_.words.assign(words.begin() + 1, words.end());
    const SubcommandInfo* info = FindSubcommand(git_.command);
    if (info == nullptr) {
      if (std::find(std::begin(kMissing), std::end(kMissing), git_.command) != std::end(kMissing)) {
        git_.Fatal("'" + git_.command + "' is not supported here");
        return 128;
      }
      SayUnknown();
      return 1;
    }
    if (git_.words.size() == 1 && git_.words[0] == "-h") {
      git_.Out(UsageOf(*info));
      return 129;
    }
    const std::string colour = git_.config().Get("color.ui").value_or("auto");
    git_.colour = colour == "always";
    if (info->needs != Needs::kNothing && !git_.NeedRepository()) return git_.status();
    if (info->needs == Needs::kWorkTree && !git_.NeedWorkTree()) return git_.status();
    run_ = info->run;
    return std::nullopt;
  }

  Git git_;
  Subcommand run_ = nullptr;
  std::optional<std::string> git_dir_, work_tree_;
  bool ready_ = false, loaded_ = false;  // not saved
  bool ended_ = false;                   // only what was said is left
  bool is_last_ = false;                 // only hooks are left, and what they say
  int status_ = 0;
  int told_aliases_ = 0;  // what they stand for was said, which a restored Begin() must not repeat
};

}  // namespace

const SubcommandInfo* FindSubcommand(std::string_view name) {
  const auto* at = std::ranges::lower_bound(kSubcommands, name, {}, &SubcommandInfo::name);
  return at != std::end(kSubcommands) && at->name == name ? at : nullptr;
}

}  // namespace git

std::unique_ptr<Command> MakeGit() { return std::make_unique<git::GitCommand>(); }

}  // namespace pysub::shell
