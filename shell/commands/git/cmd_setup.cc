// init, config, remote, var, gc, and what would need a network.
//
// There is no network in here: what needs one says so, and no program is started for it.

#include <algorithm>

#include "shell/commands/git/config.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/new_repository.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/transfer.h"
#include "shell/commands/git/words.h"
#include "shell/commands/simple.h"
#include "shell/regex/regex.h"

namespace pysub::shell::git {
namespace {

enum InitWord { kBare = 1, kQuiet, kBranch, kTemplate, kShared, kSeparate, kFormat };
constexpr WordRow kInitWords[] = {
    {kBare, 0, "bare"},
    {kQuiet, 'q', "quiet"},
    {kBranch, 'b', "initial-branch", Takes::kValue},
    {kTemplate, 0, "template", Takes::kValue},
    {kShared, 0, "shared", Takes::kOptional},
    {kSeparate, 0, "separate-git-dir", Takes::kValue},
    {kFormat, 0, "object-format", Takes::kValue},
};

constexpr std::string_view kDescription =
    "Unnamed repository; edit this file 'description' to name the repository.\n";
constexpr std::string_view kExclude =
    "# Patterns of files that are not to be seen, as in .gitignore, for this clone alone.\n";

}  // namespace

bool MakeRepository(Git& git, const std::string& dir, bool bare, const std::string& branch,
                    bool* again) {
  *again = git.Exists(dir + "/HEAD") && git.Exists(dir + "/objects");
  for (std::string_view folder : {"", "/branches", "/hooks", "/info", "/objects", "/objects/info",
                                  "/objects/pack", "/refs", "/refs/heads", "/refs/tags"})
    if (!git.MakeDirectories(dir + std::string(folder))) return false;
  if (*again) return true;
  const std::string config =
      std::string("[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = ") +
      (bare ? "true\n" : "false\n\tlogallrefupdates = true\n");
  const std::pair<std::string, std::string> files[] = {
      {"/HEAD", "ref: refs/heads/" + branch + "\n"},
      {"/description", std::string(kDescription)},
      {"/info/exclude", std::string(kExclude)},
      {"/config", config}};
  for (const auto& [name, text] : files)
    if (!git.WriteWhole(dir + name, text)) return false;
  return true;
}

Outcome RunInit(Git& git) {
  bool bare = false, quiet = false;
  std::string branch = git.config().Get("init.defaultbranch").value_or("");
  const bool branch_set = !branch.empty();
  bool branch_given = false;
  WordReader reader(git, {kInitWords});
  while (reader.Next()) {
    switch (reader.id()) {
      case kBare: bare = !reader.negated(); break;
      case kQuiet: quiet = true; break;
      case kBranch:
        branch = reader.value();
        branch_given = true;
        break;
      case kTemplate:
      case kShared: break;
      case kFormat:
        if (reader.value() != "sha1")
          return git.Fatal("only the object format sha1 is supported") ? 0 : 128;
        break;
      default: return git.Fatal("--separate-git-dir is not supported") ? 0 : 128;
    }
  }
  if (!reader.ok()) return git.status();
  if (reader.operands().size() > 1)
    return Usage(git, "git init [-q | --quiet] [--bare] [-b <branch-name>] [<directory>]");
  std::string top = git.cwd;
  if (!reader.operands().empty()) {
    top = reader.operands()[0].starts_with('/') ? reader.operands()[0]
                                                : JoinPath(git.cwd, reader.operands()[0]);
    if (!git.MakeDirectories(WithoutSlashes(top))) return git.status();
    const auto real = git.fs().Realpath(git.caller(), top);
    if (!real.ok())
      return git.Fatal("cannot chdir to " + reader.operands()[0] + ": " +
                       std::string(ErrnoText(real.error())))
                 ? 0
                 : 128;
    top = *real;
  }
  if (branch.empty()) branch = "master";
  if (!IsRefName("refs/heads/" + branch))
    return git.Fatal("invalid initial branch name: '" + branch + "'") ? 0 : 128;
  const std::string dir = bare ? top : JoinPath(top, ".git");
  bool again = false;
  if (!MakeRepository(git, dir, bare, branch, &again)) return git.status();
  if (again && branch_given) git.Warn("re-init: ignored --initial-branch=" + branch);
  if (!again && !branch_set && !branch_given && !quiet) {
    git.Err(
        "hint: Using 'master' as the name for the initial branch. This default branch name\n"
        "hint: is subject to change. To configure the initial branch name to use in all\n"
        "hint: of your new repositories, which will suppress this warning, call:\n"
        "hint: \n"
        "hint: \tgit config --global init.defaultBranch <name>\n"
        "hint: \n"
        "hint: Names commonly chosen instead of 'master' are 'main', 'trunk' and\n"
        "hint: 'development'. The just-created branch can be renamed via this command:\n"
        "hint: \n"
        "hint: \tgit branch -m <name>\n");
  }
  if (!quiet)
    git.Out(std::string(again ? "Reinitialized existing" : "Initialized empty") +
            " Git repository in " + dir + "/\n");
  return 0;
}

// ---- config

namespace {

enum ConfigWord {
  kGlobal = 1,
  kSystem,
  kLocal,
  kFile,
  kGet,
  kGetAll,
  kGetRegexp,
  kAdd,
  kReplaceAll,
  kUnset,
  kUnsetAll,
  kList,
  kNul,
  kNameOnly,
  kShowOrigin,
  kShowScope,
  kType,
  kBool,
  kInt,
  kBoolOrInt,
  kPath,
  kDefault,
  kRename,
  kRemove,
  kEdit,
  kWorktree,
  kFixed,
  kGetColor,
  kIncludes,
};
constexpr Takes kValue = Takes::kValue;
constexpr WordRow kConfigWords[] = {
    {kGlobal, 0, "global"},
    {kSystem, 0, "system"},
    {kLocal, 0, "local"},
    {kWorktree, 0, "worktree"},
    {kFile, 'f', "file", kValue},
    {kGet, 0, "get"},
    {kGetAll, 0, "get-all"},
    {kGetRegexp, 0, "get-regexp"},
    {kAdd, 0, "add"},
    {kReplaceAll, 0, "replace-all"},
    {kUnset, 0, "unset"},
    {kUnsetAll, 0, "unset-all"},
    {kList, 'l', "list"},
    {kNul, 'z', "null"},
    {kNameOnly, 0, "name-only"},
    {kShowOrigin, 0, "show-origin"},
    {kShowScope, 0, "show-scope"},
    {kType, 't', "type", kValue},
    {kBool, 0, "bool"},
    {kInt, 0, "int"},
    {kBoolOrInt, 0, "bool-or-int"},
    {kPath, 0, "path"},
    {kDefault, 0, "default", kValue},
    {kRename, 0, "rename-section"},
    {kRemove, 0, "remove-section"},
    {kEdit, 'e', "edit"},
    {kFixed, 0, "fixed-value"},
    {kGetColor, 0, "get-color"},
    {kGetColor, 0, "get-colorbool"},
    {kIncludes, 0, "includes"},
};

struct ConfigJob {
  int action = 0;
  std::string file, type, otherwise;
  bool has_default = false, nul = false, name_only = false, origin = false, scope_shown = false;
  std::optional<ConfigScope> scope;
};

bool Typed(Git& git, const ConfigJob& job, const ConfigEntry& entry, std::string* text) {
  *text = entry.value.value_or("");
  if (job.type == "bool" || (job.type == "bool-or-int" && !ParseConfigInt(*text))) {
    const std::optional<bool> value = entry.value ? ParseBool(*entry.value) : true;
    if (!value)
      return git.Fatal("bad boolean config value '" + *text + "' for '" + entry.key + "'");
    *text = *value ? "true" : "false";
  } else if (job.type == "int" || job.type == "bool-or-int") {
    const std::optional<int64_t> value = ParseConfigInt(*text);
    if (!value)
      return git.Fatal("bad numeric config value '" + *text + "' for '" + entry.key + "'" +
                       (job.file.empty() ? " in file " + entry.origin : "") + ": invalid unit");
    *text = std::to_string(*value);
  } else if (job.type == "path") {
    if (text->starts_with("~/")) *text = git.Env("HOME").value_or("") + text->substr(1);
  }
  return true;
}

void SayEntry(Git& git, const ConfigJob& job, const ConfigEntry& entry, const std::string& text,
              bool with_key) {
  std::string line;
  constexpr std::string_view kScopes[] = {"system", "global", "local", "command"};
  const std::string_view separator = job.nul ? std::string_view("\0", 1) : "\t";
  if (job.scope_shown)
    line += std::string(kScopes[static_cast<size_t>(entry.scope)]) + std::string(separator);
  if (job.origin)
    line += (entry.scope == ConfigScope::kCommand ? entry.origin : "file:" + entry.origin) +
            std::string(separator);
  if (with_key) {
    line += entry.key;
    const bool list = job.action == kList;
    if (!job.name_only && entry.value) line += (job.nul ? "\n" : list ? "=" : " ") + text;
  } else {
    line += text;
  }
  git.Out(line + std::string(job.nul ? std::string_view("\0", 1) : "\n"));
}

// Those that hold, or those of one file.
bool LoadWanted(Git& git, const ConfigJob& job, const std::string& path, Config* own,
                const Config** wanted) {
  *wanted = &git.config();
  if (!job.scope && job.file.empty()) return true;
  *wanted = own;
  const std::string shown = job.scope == ConfigScope::kLocal ? git.git_dir_shown + "/config"
                            : !job.file.empty()              ? job.file
                                                             : path;
  return own->ReadFile(git, path, job.scope.value_or(ConfigScope::kCommand), shown,
                       job.action == kList && job.scope != ConfigScope::kLocal);
}

int GetConfig(Git& git, const ConfigJob& job, const std::string& path,
              std::span<const std::string> operands) {
  Config own;
  const Config* wanted = nullptr;
  if (!LoadWanted(git, job, path, &own, &wanted)) return git.status();
  std::string text;
  if (job.action == kList) {
    for (const ConfigEntry& entry : wanted->entries()) {
      if (!git.Tick(16) || !Typed(git, job, entry, &text)) return git.status();
      SayEntry(git, job, entry, text, true);
    }
    return 0;
  }
  std::string error;
  std::unique_ptr<Regex> key_regex, value_regex;
  std::optional<std::string> key;
  if (job.action == kGetRegexp) {
    key_regex = Regex::Compile(operands[0], {.syntax = RegexSyntax::kPosixExtended},
                               &git.io().account(), &error);
    if (!key_regex) return git.Error("invalid key pattern: " + operands[0], 6) ? 0 : 6;
  } else {
    key = NormalKey(operands[0]);
    if (!key) {
      SayBadKey(git, operands[0]);
      return 1;
    }
  }
  if (operands.size() > 1) {
    value_regex = Regex::Compile(operands[1], {.syntax = RegexSyntax::kPosixExtended},
                                 &git.io().account(), &error);
    if (!value_regex) return git.Error("invalid pattern: " + operands[1], 6) ? 0 : 6;
  }
  const auto matches = [&](const Regex& regex, std::string_view subject) {
    return regex.Search(RegexSubject(subject), 0, nullptr, 0, RegexAnchor::kNone,
                        &git.io().account()) == RegexOutcome::kMatch;
  };
  std::vector<const ConfigEntry*> found;
  for (const ConfigEntry& entry : wanted->entries()) {
    if (!git.Tick(16)) return 2;
    if (key ? entry.key != *key : !matches(*key_regex, entry.key)) continue;
    if (value_regex && !matches(*value_regex, entry.value.value_or(""))) continue;
    found.push_back(&entry);
  }
  ConfigEntry standard;
  if (found.empty() && job.has_default) {
    standard.key = key.value_or("");
    standard.value = job.otherwise;
    found.push_back(&standard);
  }
  if (found.empty()) return 1;
  if (job.action == kGet || job.action == 0) found.erase(found.begin(), found.end() - 1);
  for (const ConfigEntry* entry : found) {
    if (!Typed(git, job, *entry, &text)) return git.status();
    SayEntry(git, job, *entry, text, job.action == kGetRegexp);
  }
  return 0;
}

int ChangeConfig(Git& git, ConfigJob& job, const std::string& path,
                 std::span<const std::string> operands) {
  if (job.action == kRename || job.action == kRemove) {
    bool found = false;
    if (!ChangeSection(git, path, operands[0], job.action == kRename ? operands[1] : "", &found))
      return git.status();
    if (!found) return git.Fatal("no such section: " + operands[0]) ? 0 : 128;
    return 0;
  }
  const std::optional<std::string> key = NormalKey(operands[0]);
  if (!key) {
    return SayBadKey(git, operands[0]) ? 2 : 1;
  }
  ConfigChange change = ConfigChange::kSet;
  if (job.action == kAdd) change = ConfigChange::kAdd;
  if (job.action == kReplaceAll) change = ConfigChange::kReplaceAll;
  if (job.action == kUnset) change = ConfigChange::kUnset;
  if (job.action == kUnsetAll) change = ConfigChange::kUnsetAll;
  const bool unsets = change == ConfigChange::kUnset || change == ConfigChange::kUnsetAll;
  std::string value = !unsets && operands.size() > 1 ? operands[1] : "";
  if (!unsets && !job.type.empty()) {
    ConfigEntry entry{.key = *key, .value = value, .scope = ConfigScope::kLocal, .origin = path};
    // (A path stays as it was typed, so that it may mean another place elsewhere.)
    if (job.type != "path" && !Typed(git, job, entry, &value)) return git.status();
  }
  // The name is written as it was given.
  const size_t typed_dot = operands[0].rfind('.');
  const std::string written =
      key->substr(0, key->rfind('.') + 1) + operands[0].substr(typed_dot + 1);
  const std::string pattern = operands.size() > (unsets ? 1u : 2u) ? operands[unsets ? 1 : 2] : "";
  return SetConfig(git, path, change, written, value, pattern);
}

}  // namespace

Outcome RunConfig(Git& git) {
  ConfigJob job;
  WordReader reader(git, {kConfigWords}, WordReader::kUsual, false);
  while (reader.Next()) {
    switch (reader.id()) {
      case kGlobal: job.scope = ConfigScope::kGlobal; break;
      case kSystem: job.scope = ConfigScope::kSystem; break;
      case kWorktree:
      case kLocal: job.scope = ConfigScope::kLocal; break;
      case kFile: job.file = reader.value(); break;
      case kNul: job.nul = true; break;
      case kNameOnly: job.name_only = true; break;
      case kShowOrigin: job.origin = true; break;
      case kShowScope: job.scope_shown = true; break;
      case kType: job.type = reader.negated() ? "" : reader.value(); break;
      case kBool: job.type = "bool"; break;
      case kInt: job.type = "int"; break;
      case kBoolOrInt: job.type = "bool-or-int"; break;
      case kPath: job.type = "path"; break;
      case kDefault:
        job.otherwise = reader.value();
        job.has_default = true;
        break;
      case kEdit:
        return git.Fatal("an editor is needed: 'git config --edit' is not supported") ? 0 : 128;
      case kFixed:
      case kGetColor: return RefuseOption(git, reader) ? 0 : 128;
      case kIncludes: break;
      default: job.action = reader.id();
    }
  }
  if (!reader.ok()) return git.status();
  const std::span<const std::string> operands = reader.operands();
  if (!job.type.empty() && job.type != "bool" && job.type != "int" && job.type != "bool-or-int" &&
      job.type != "path")
    return git.Fatal("the type '" + job.type + "' of 'config' is not supported") ? 0 : 128;
  const bool gets = job.action == kGet || job.action == kGetAll || job.action == kGetRegexp ||
                    job.action == kList || (job.action == 0 && operands.size() == 1);
  const size_t least = job.action == kList ? 0
                       : job.action == kRename || (job.action == 0 && operands.size() > 1) ||
                               job.action == kAdd || job.action == kReplaceAll
                           ? 2
                           : 1;
  if (operands.size() < least || operands.size() > least + 1) {
    git.Err(
        "error: wrong number of arguments, should be " +
        (least == 0 ? "0" : "from " + std::to_string(least) + " to " + std::to_string(least + 1)) +
        "\n");
    return Usage(git, "git config [<options>]");
  }
  std::string path;
  if (!job.file.empty())
    path = job.file.starts_with('/') ? job.file : JoinPath(git.cwd, job.file);
  else if (job.scope || !gets)
    path = Config::PathOf(git, job.scope.value_or(ConfigScope::kLocal));
  if (path.empty() && (job.scope || !gets)) {
    if (job.scope == ConfigScope::kGlobal) return git.Fatal("$HOME not set") ? 0 : 128;
    if (job.scope == ConfigScope::kLocal)
      return git.Fatal("--local can only be used inside a git repository") ? 0 : 128;
    return git.Fatal("not in a git directory") ? 0 : 128;
  }
  return gets ? GetConfig(git, job, path, operands) : ChangeConfig(git, job, path, operands);
}

// ---- remote

namespace {
enum RemoteWord {
  kVerbose = 1,
  kFetchNow,
  kTrack,
  kMaster,
  kPush,
  kAllUrls,
  kAddUrl,
  kDeleteUrl,
  kTagsRemote,
  kMirror,
  kNoQuery
};
constexpr WordRow kRemoteWords[] = {
    {kVerbose, 'v', "verbose"},
    {kFetchNow, 'f', "fetch"},
    {kTrack, 't', "track", kValue},
    {kMaster, 'm', "master", kValue},
    {kPush, 0, "push"},
    {kAllUrls, 0, "all"},
    {kAddUrl, 0, "add"},
    {kDeleteUrl, 0, "delete"},
    {kTagsRemote, 0, "tags"},
    {kMirror, 0, "mirror", Takes::kOptional},
    {kNoQuery, 'n', ""},
    {kNoQuery, 'a', "auto"},
    {kNoQuery, 'd', ""},
    {kNoQuery, 'p', "prune"},
};

int RemoveRemote(Git& git, const std::string& name, const std::string& to) {
  bool found = false;
  const std::string path = git.GitPath("config");
  if (!ChangeSection(git, path, "remote." + name, to.empty() ? "" : "remote." + to, &found))
    return git.status();
  std::vector<Ref> refs;
  if (!git.refs().List("refs/remotes/" + name + "/", &refs)) return git.status();
  for (const Ref& ref : refs) {
    const std::string renamed = "refs/remotes/" + to + "/" + ref.name.substr(14 + name.size());
    if (!to.empty() && !git.refs().Rename(ref.name, renamed,
                                          "remote: renamed " + ref.name + " to " + renamed, false))
      return git.status();
    if (to.empty() && !git.refs().Delete(ref.name)) return git.status();
  }
  if (!to.empty()) {
    const int status = SetConfig(git, path, ConfigChange::kReplaceAll, "remote." + to + ".fetch",
                                 "+refs/heads/*:refs/remotes/" + to + "/*");
    if (status != 0) return status;
  }
  // Branches that follow it.
  const std::vector<ConfigEntry> entries = git.config().entries();
  for (const ConfigEntry& entry : entries) {
    if (!entry.key.starts_with("branch.") || !entry.key.ends_with(".remote") || entry.value != name)
      continue;
    if (!to.empty()) {
      SetConfig(git, path, ConfigChange::kSet, entry.key, to);
      continue;
    }
    SetConfig(git, path, ConfigChange::kUnset, entry.key, "");
    SetConfig(git, path, ConfigChange::kUnset, entry.key.substr(0, entry.key.size() - 6) + "merge",
              "");
  }
  return 0;
}

// remote update: what all of them have.
int UpdateRemotes(Git& git, const std::vector<std::string>& names,
                  const std::vector<std::string>& words) {
  git.action = "remote update";
  std::vector<std::string> some(words.begin() + 1, words.end());
  if (some.empty()) some = names;
  for (const std::string& name : some) {
    if (some.size() > 1) git.Out("Fetching " + name + "\n");
    const int status = Fetch(git, {name});
    if (status != 0) return status;
  }
  return 0;
}

int PruneRemote(Git& git, const std::string& name) {
  const Remote remote = FindRemote(git, name);
  OtherRepository other(git);
  std::vector<Ref> ours;
  if (!other.Open(remote.url) || !other.List() ||
      !git.refs().List("refs/remotes/" + name + "/", &ours))
    return StatusOf(git);
  bool said = false;
  for (const Ref& ref : ours) {
    const std::string branch = ref.name.substr(14 + name.size());
    if (!git.Tick(64)) return 2;
    if (!ref.symbolic.empty() || other.Find("refs/heads/" + branch) != nullptr) continue;
    if (!std::exchange(said, true)) git.Out("Pruning " + name + "\nURL: " + remote.url + "\n");
    if (!git.refs().Delete(ref.name)) return StatusOf(git);
    git.Out(" * [pruned] " + name + "/" + branch + "\n");
  }
  return git.over() ? 2 : 0;
}

// set-head NAME (-a | -d | BRANCH): what "NAME" alone means as a commit.
int SetRemoteHead(Git& git, const std::vector<std::string>& words) {
  const std::string prefix = "refs/remotes/" + words[1] + "/";
  const bool is_auto =
      std::ranges::count(git.words, "-a") + std::ranges::count(git.words, "--auto");
  if (std::ranges::count(git.words, "-d") + std::ranges::count(git.words, "--delete") > 0)
    return git.refs().Delete(prefix + "HEAD") ? 0 : StatusOf(git);
  std::string branch = words.size() > 2 ? words[2] : "";
  if (is_auto) {
    OtherRepository other(git);
    if (!other.Open(FindRemote(git, words[1]).url) || !other.List()) return StatusOf(git);
    branch = ShortRef(other.git().refs().HeadBranch());
    if (branch.empty()) {
      git.Error("Cannot determine remote HEAD");
      return 1;
    }
  }
  if (!git.refs().Resolve(prefix + branch)) {
    git.Error("Not a valid ref: " + prefix + branch);
    return 1;
  }
  if (!git.refs().SetSymbolic(prefix + "HEAD", prefix + branch, "remote set-head"))
    return StatusOf(git);
  if (is_auto) git.Out(words[1] + "/HEAD set to " + branch + "\n");
  return 0;
}
}  // namespace

Outcome RunRemote(Git& git) {
  bool verbose = false, push = false, all = false, add_url = false, fetch = false;
  std::vector<std::string> tracks;
  WordReader reader(git, {kRemoteWords});
  while (reader.Next()) {
    if (reader.id() == kVerbose) verbose = true;
    if (reader.id() == kPush) push = true;
    if (reader.id() == kAllUrls) all = true;
    if (reader.id() == kAddUrl) add_url = true;
    if (reader.id() == kFetchNow) fetch = true;
    if (reader.id() == kTrack) tracks.push_back(reader.value());
    if (reader.id() == kMirror || reader.id() == kMaster)
      return RefuseOption(git, reader) ? 0 : 128;
  }
  if (!reader.ok()) return git.status();
  const std::vector<std::string>& words = reader.operands();
  std::vector<std::string> names = AllRemotes(git);
  std::sort(names.begin(), names.end());
  const auto known = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const std::string config = git.GitPath("config");
  if (words.empty()) {
    for (const std::string& name : names) {
      if (!git.Tick(64)) return StatusOf(git);
      const std::string url = git.config().Get("remote." + name + ".url").value_or(name);
      const std::string push_url = git.config().Get("remote." + name + ".pushurl").value_or(url);
      git.Out(verbose ? name + "\t" + url + " (fetch)\n" + name + "\t" + push_url + " (push)\n"
                      : name + "\n");
    }
    return 0;
  }
  const std::string& action = words[0];
  if (action == "add") {
    if (words.size() != 3) return Usage(git, "git remote add [<options>] <name> <url>");
    if (known(words[1])) return git.Error("remote " + words[1] + " already exists.", 3) ? 0 : 3;
    if (!IsRefName("refs/remotes/" + words[1] + "/x"))
      return git.Fatal("'" + words[1] + "' is not a valid remote name") ? 0 : 128;
    if (tracks.empty()) tracks.emplace_back("*");
    int status =
        SetConfig(git, config, ConfigChange::kSet, "remote." + words[1] + ".url", words[2]);
    for (const std::string& branch : tracks) {
      if (status != 0) return status;
      status = SetConfig(git, config, ConfigChange::kAdd, "remote." + words[1] + ".fetch",
                         "+refs/heads/" + branch + ":refs/remotes/" + words[1] + "/" + branch);
    }
    if (status != 0 || !fetch) return status;
    git.Out("Updating " + words[1] + "\n");
    if (!git.config().Load(git)) return git.status();
    git.action = "remote";
    return Fetch(git, {words[1]});
  }
  if (words.size() >= 2 &&
      (action == "remove" || action == "rm" || action == "rename" || action == "get-url" ||
       action == "set-url") &&
      !known(words[1]))
    return git.Error(
               "No such remote" +
                   std::string(action == "rename" || action == "remove" || action == "rm" ? ": '"
                                                                                          : " '") +
                   words[1] + "'",
               2)
               ? 0
               : 2;
  if ((action == "remove" || action == "rm") && words.size() == 2)
    return RemoveRemote(git, words[1], "");
  if (action == "rename" && words.size() == 3) {
    if (known(words[2])) return git.Error("remote " + words[2] + " already exists.", 3) ? 0 : 3;
    return RemoveRemote(git, words[1], words[2]);
  }
  if (action == "get-url" && words.size() == 2) {
    for (const ConfigEntry& entry : git.config().entries()) {
      if (entry.key != "remote." + words[1] +
                           (push && git.config().Find("remote." + words[1] + ".pushurl") != nullptr
                                ? ".pushurl"
                                : ".url"))
        continue;
      git.Out(entry.value.value_or("") + "\n");
      if (!all) break;
    }
    return 0;
  }
  if (action == "set-url" && words.size() >= 3)
    return SetConfig(git, config, add_url ? ConfigChange::kAdd : ConfigChange::kReplaceAll,
                     "remote." + words[1] + (push ? ".pushurl" : ".url"), words[2]);
  if (action == "show" && words.size() == 1) {
    for (const std::string& name : names) git.Out(name + "\n");
    return 0;
  }
  if (action == "update") return UpdateRemotes(git, names, words);
  if (action == "prune" && words.size() >= 2) return PruneRemote(git, words[1]);
  if (action == "set-head" && words.size() >= 2) return SetRemoteHead(git, words);
  if (action == "show") return git.Fatal("'git remote show <name>' is not supported") ? 0 : 128;
  git.Error("Unknown subcommand: " + action, 129);
  return Usage(git, "git remote [-v | --verbose]");
}

Outcome RunVar(Git& git) {
  const std::string name = git.words.empty() ? "" : git.words[0];
  std::string text;
  if (name == "GIT_AUTHOR_IDENT" || name == "GIT_COMMITTER_IDENT") {
    if (!(name == "GIT_AUTHOR_IDENT" ? AuthorForCommit(git, &text)
                                     : CommitterForCommit(git, &text)))
      return git.status();
    git.Out(text + "\n");
    return 0;
  }
  if (name == "GIT_PAGER" || name == "GIT_EDITOR") {
    git.Out(name == "GIT_PAGER" ? "cat\n" : git.Env("GIT_EDITOR").value_or("editor") + "\n");
    return 0;
  }
  if (name == "GIT_DEFAULT_BRANCH") {
    git.Out(git.config().Get("init.defaultbranch").value_or("master") + "\n");
    return 0;
  }
  return Usage(git, "git var (-l | <variable>)");
}

// Objects stay as they are: packs are read, and written by nobody here.
Outcome RunGc(Git&) { return 0; }

Outcome RunCountObjects(Git& git) {
  Objects::Counts counts;
  if (!git.objects().Count(&counts)) return git.status();
  const bool verbose = std::find(git.words.begin(), git.words.end(), "-v") != git.words.end();
  if (!verbose) {
    git.Out(std::to_string(counts.loose) + " objects, " +
            std::to_string(counts.loose_bytes / 1024) + " kilobytes\n");
    return 0;
  }
  git.Out("count: " + std::to_string(counts.loose) +
          "\nsize: " + std::to_string(counts.loose_bytes / 1024) + "\nin-pack: " +
          std::to_string(counts.packed) + "\npacks: " + std::to_string(counts.packs) +
          "\nsize-pack: " + std::to_string(counts.pack_bytes / 1024) +
          "\nprune-packable: 0\ngarbage: 0\nsize-garbage: 0\n");
  return 0;
}

}  // namespace pysub::shell::git
