// What changes the index by the work tree: add, rm, mv, update-index.
//
// A unit of add is a file. The first one makes the plan, so that a mistake in any word is said
// before anything is added; then the files are hashed one after the other:
//
//   names   "+src/new.c", "-src/gone.c"    what is to be done
//   at      how many of them are done
//   flag    a named path is ignored: the status will be 1
//   index   the changed index, where the shell is saved in the middle
//
// The index is written once, at the end. Objects that were written before are harmless without it.

#include <algorithm>
#include <cerrno>
#include <utility>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/inner_repository.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

enum AddWord {
  kAll = 1,
  kUpdate,
  kForce,
  kDryRun,
  kVerbose,
  kIntent,
  kPatch,
  kInteractive,
  kRefresh,
  kIgnoreErrors,
  kIgnoreMissing,
  kChmod,
  kIgnoreRemoval,
  kEdit,
  kSparse,
  kFromFile,
  kRenormalize,
  kWarnInside
};
constexpr WordRow kAddWords[] = {
    {kAll, 'A', "all"},
    {kUpdate, 'u', "update"},
    {kForce, 'f', "force"},
    {kDryRun, 'n', "dry-run"},
    {kVerbose, 'v', "verbose"},
    {kIntent, 'N', "intent-to-add"},
    {kPatch, 'p', "patch"},
    {kInteractive, 'i', "interactive"},
    {kEdit, 'e', "edit"},
    {kRefresh, 0, "refresh"},
    {kIgnoreErrors, 0, "ignore-errors"},
    {kIgnoreMissing, 0, "ignore-missing"},
    {kSparse, 0, "sparse"},
    {kChmod, 0, "chmod", Takes::kValue},
    {kIgnoreRemoval, 0, "ignore-removal"},
    {kFromFile, 0, "pathspec-from-file", Takes::kValue},
    {kRenormalize, 0, "renormalize"},
    {kWarnInside, 0, "warn-embedded-repo"},
};

struct AddOptions {
  bool all = false, update = false, force = false, dry = false, verbose = false, intent = false,
       keep_removed = false, ignore_missing = false, quiet_inside = false;
  std::string chmod;
};

// "+path": is added; "-path": has gone.
bool Note(Git& git, char what, const std::string& path) {
  if (!git.Keep(path.size() + 64)) return false;
  git.state().names.push_back(what + path);
  return true;
}

// What there is to do, before anything is done.
bool PlanAdd(Git& git, const AddOptions& options, const Pathspec& paths) {
  std::vector<uint8_t> seen(paths.size(), 0);
  if (!git.index().Load(git)) return false;
  std::string last;
  for (IndexEntry& entry : git.index().entries) {
    if (!git.Tick(32)) return false;
    if (entry.path == last) continue;
    if (!paths.Matches(git, entry.path)) continue;
    last = entry.path;
    paths.Mark(git, entry.path, &seen);
    WorkChange change = WorkChange::kModified;
    WorkFile file;
    if (entry.stage == 0 && !CompareWithWork(git, &entry, &change, &file)) return false;
    if (entry.stage != 0) {
      file = LookAt(git, entry.path);
      if (file.mode == 0) change = WorkChange::kDeleted;
    }
    if (change == WorkChange::kNone) continue;
    if (change == WorkChange::kDeleted) {
      if (!options.keep_removed && !Note(git, '-', entry.path)) return false;
    } else if (!Note(git, '+', entry.path)) {
      return false;
    }
  }
  if (!options.update) {
    std::vector<std::string> untracked;
    UntrackedOptions wanted;
    wanted.directories = false;
    wanted.no_rules = options.force;
    wanted.paths = paths.empty() ? nullptr : &paths;
    if (!ListUntracked(git, wanted, &untracked)) return false;
    for (const std::string& path : untracked) {
      // A repository of its own becomes an entry as a whole, and nothing that is in it.
      const bool repository = path.ends_with('/');
      const std::string name = repository ? path.substr(0, path.size() - 1) : path;
      for (size_t i = 0; repository && i < paths.size(); ++i)
        if (paths.PathOf(i).starts_with(path)) seen[i] = 1;
      if (repository && !paths.empty() && !paths.Matches(git, name)) continue;
      paths.Mark(git, name, &seen);
      if (!Note(git, '+', path)) return false;
    }
  }
  // What is ignored and named by itself, and what is not there at all.
  std::vector<std::string> ignored;
  IgnoreRules rules(git);
  for (size_t i = 0; i < paths.size(); ++i) {
    if (seen[i] != 0 || paths.IsExclude(i)) continue;
    const std::string& path = paths.PathOf(i);
    if (path.empty()) continue;
    const WorkFile file = LookAt(git, path);
    const bool there = file.exists && !paths.IsGlob(i);
    if (there && !options.update && !options.force && rules.IsIgnored(path, file.is_directory)) {
      ignored.push_back(rules.IgnoredPart(path));
      continue;
    }
    if (there && (file.is_directory || file.mode == 0) &&
        (!options.update || git.index().HasBelow(path)))
      continue;
    if (there && git.index().FindAny(path) != nullptr) continue;
    if (options.ignore_missing) continue;
    if (git.over() || LiesInSubmodule(git, path, paths.TextOf(i))) return false;
    return git.Fatal("pathspec '" + paths.TextOf(i) + "' did not match any files");
  }
  if (ignored.empty()) return true;
  std::string text = "The following paths are ignored by one of your .gitignore files:\n";
  std::sort(ignored.begin(), ignored.end());
  ignored.erase(std::unique(ignored.begin(), ignored.end()), ignored.end());
  for (const std::string& path : ignored) text += path + "\n";
  git.Err(text +
          "hint: Use -f if you really want to add them.\nhint: Turn this message off by "
          "running\nhint: \"git config advice.addIgnoredFile false\"\n");
  git.state().flag = true;
  return true;
}

// A repository inside of ours: what is kept is the commit that it stands at.
bool AddRepository(Git& git, const AddOptions& options, const std::string& path) {
  ObjectId id;
  if (!CommitInside(git, path, &id)) return false;
  const bool is_new = git.index().Find(path) == nullptr;
  if (options.intent && !options.dry && !git.objects().Write(ObjectType::kBlob, "", &id))
    return false;
  IndexEntry entry = EntryOf(git, path, kModeSubmodule, id);
  entry.intent_to_add = options.intent;
  if (!options.dry && !git.index().Add(git, std::move(entry))) return false;
  if (is_new && !options.quiet_inside) WarnOfInside(git, path, git.state().count++ == 0);
  return true;
}

bool AddOne(Git& git, const AddOptions& options, const std::string& path) {
  if (!IsSafePath(path)) {
    git.Err("error: invalid path '" + path + "'\nerror: unable to add '" + path + "' to index\n");
    return git.Fatal("adding files failed");
  }
  const WorkFile file = LookAt(git, path);
  if (file.is_directory) return AddRepository(git, options, path);
  if (file.mode == 0) {
    if (git.over()) return false;
    return git.Error("open(\"" + path + "\"): No such file or directory", 128);
  }
  ObjectId id;
  uint32_t mode = file.mode;
  IndexEntry* known = git.index().Find(path);
  if (known != nullptr && mode != kModeLink && !git.config().GetBool("core.filemode", true))
    mode = known->mode;
  if (options.intent) {
    if (known != nullptr) return true;
    if (!git.objects().Write(ObjectType::kBlob, "", &id)) return false;
    IndexEntry entry;
    entry.path = path;
    entry.mode = mode;
    entry.id = id;
    entry.intent_to_add = true;
    return git.index().Add(git, std::move(entry));
  }
  if (!HashWorkFile(git, path, file, true, &id)) {
    if (!git.over())
      git.Err("error: unable to index file '" + path + "'\nfatal: updating files failed\n");
    git.set_status(128);
    return false;
  }
  if (options.chmod == "+x") mode = kModeProgram;
  if (options.chmod == "-x") mode = kModeFile;
  IndexEntry entry = EntryOf(git, path, mode, id);
  entry.stat = StatDataOf(file.stat);
  return git.index().Add(git, std::move(entry));
}

// --chmod holds for files that have not changed, too.
bool SetModes(Git& git, const AddOptions& options, const Pathspec& paths) {
  int status = git.status();
  for (IndexEntry& entry : git.index().entries) {
    if (!git.Tick(32)) return false;
    if (!paths.Matches(git, entry.path)) continue;
    if ((entry.mode & kModeKind) != kModeRegular) {
      git.Err("error: cannot chmod " + options.chmod + " '" + entry.path + "'\n");
      status = 255;
      continue;
    }
    const uint32_t mode = options.chmod == "+x" ? kModeProgram : kModeFile;
    if (options.dry || entry.mode == mode) continue;
    entry.mode = mode;
    git.index().unsaved = true;
  }
  git.set_status(status);
  return true;
}

}  // namespace

Outcome RunAdd(Git& git) {
  State& state = git.state();
  AddOptions options;
  std::string pathspec_file;
  WordReader reader(git, {kAddWords});
  while (reader.Next()) {
    const bool on = !reader.negated();
    switch (reader.id()) {
      case kAll:
        options.all = on;
        options.keep_removed = !on;
        break;
      case kIgnoreRemoval: options.keep_removed = on; break;
      case kUpdate: options.update = on; break;
      case kForce: options.force = on; break;
      case kDryRun: options.dry = on; break;
      case kVerbose: options.verbose = on; break;
      case kIntent: options.intent = on; break;
      case kIgnoreMissing: options.ignore_missing = on; break;
      case kWarnInside: options.quiet_inside = !on; break;
      case kChmod:
        options.chmod = reader.value();
        if (options.chmod != "+x" && options.chmod != "-x")
          return git.Fatal("--chmod param '" + options.chmod + "' must be either -x or +x") ? 0
                                                                                            : 128;
        break;
      case kPatch:
      case kInteractive:
      case kEdit:
        return git.Fatal("nobody can be asked: 'git add' chooses no hunks here (-p, -i, -e)") ? 0
                                                                                              : 128;
      case kFromFile: return git.Fatal("--pathspec-from-file is not supported") ? 0 : 128;
      default: break;
    }
  }
  if (!reader.ok()) return git.status();
  if (options.all && options.update)
    return git.Fatal("options '-A' and '-u' cannot be used together") ? 0 : 128;
  if (state.phase == 0) {
    Pathspec paths;
    if (reader.operands().empty() && !options.all && !options.update) {
      git.Err(
          "Nothing specified, nothing added.\nhint: Maybe you wanted to say 'git add .'?\nhint: "
          "Turn this message off by running\nhint: \"git config advice.addEmptyPathspec false\"\n");
      return 0;
    }
    for (const std::string& word : reader.operands())
      if (word.empty())
        return git.Fatal(
                   "empty string is not a valid pathspec. please use . instead if you meant to "
                   "match all paths")
                   ? 0
                   : 128;
    if (!paths.Parse(git, reader.operands()) || !PlanAdd(git, options, paths))
      return git.over() ? 2 : git.status();
    if (state.flag && state.names.empty()) return 1;
    state.phase = 1;
  }
  if (!git.index().Load(git)) return git.status();
  bool worked = false;  // each unit gets something done
  for (; state.at < state.names.size(); ++state.at) {
    Git::Scratch scratch(git);
    if (std::exchange(worked, true) && git.io().Tick(64)) return std::nullopt;
    const std::string& name = state.names[state.at];
    if (name.empty()) continue;
    std::string path = name.substr(1);
    if (options.dry || options.verbose)
      git.Out(std::string(name[0] == '+' ? "add" : "remove") + " '" + path + "'\n");
    const bool repository = path.ends_with('/');
    if (options.dry && !repository) continue;
    if (repository) path.pop_back();
    if (name[0] == '+' ? !AddOne(git, options, path) : !git.index().Remove(path) && git.over())
      return git.over() ? 2 : git.status();
  }
  if (!options.chmod.empty() && !reader.operands().empty()) {
    Pathspec paths;
    if (!paths.Parse(git, reader.operands()) || !SetModes(git, options, paths))
      return StatusOf(git);
  }
  if (git.index().unsaved && !options.dry && !git.index().Write(git)) return git.status();
  return state.flag ? 1 : git.status();
}

Outcome RunStage(Git& git) { return RunAdd(git); }

// ---- rm

namespace {
enum RmWord { kRmForce = 1, kRmDry, kRmQuiet, kCached, kRecursive, kIgnoreUnmatch, kRmSparse };
constexpr WordRow kRmWords[] = {
    {kRmForce, 'f', "force"}, {kRmDry, 'n', "dry-run"}, {kRmQuiet, 'q', "quiet"},
    {kCached, 0, "cached"},   {kRecursive, 'r', ""},    {kIgnoreUnmatch, 0, "ignore-unmatch"},
    {kRmSparse, 0, "sparse"},
};

// Files that would lose something that no commit has.
bool CheckRemoval(Git& git, const Pathspec& wanted, const std::vector<std::string>& paths,
                  bool cached) {
  ObjectId tree;
  const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
  if (head && !Peel(git, *head, ObjectType::kTree, &tree)) return false;
  // (HEAD's tree is read once: looked up path by path, its large directories would be read again
  // for each of their files.)
  std::vector<TreeEntry> files;
  if (!tree.IsNull() && !FlattenTree(git, tree, &files, &wanted)) return false;
  std::vector<std::string> both, staged, local;
  for (const std::string& path : paths) {
    if (!git.Tick(32)) return false;
    IndexEntry* entry = git.index().Find(path);
    if (entry == nullptr) continue;
    WorkChange change = WorkChange::kNone;
    WorkFile file;
    if (!CompareWithWork(git, entry, &change, &file)) return false;
    if (!file.exists) continue;
    const bool locally = change != WorkChange::kNone && change != WorkChange::kDeleted;
    const auto in_head = std::lower_bound(
        files.begin(), files.end(), path,
        [](const TreeEntry& file, const std::string& name) { return file.name < name; });
    const bool in_index = in_head == files.end() || in_head->name != path ||
                          in_head->id != entry->id || in_head->mode != entry->mode;
    if (locally && in_index && !entry->intent_to_add)
      both.push_back(path);
    else if (!cached && in_index)
      staged.push_back(path);
    else if (!cached && locally)
      local.push_back(path);
  }
  const auto say = [&](const std::vector<std::string>& list, std::string_view one,
                       std::string_view many, std::string_view hint) {
    if (list.empty()) return;
    std::string text = "error: " + std::string(list.size() == 1 ? one : many) + "\n";
    for (const std::string& path : list) text += "    " + path + "\n";
    git.Err(text + std::string(hint) + "\n");
    git.set_status(1);
  };
  say(both, "the following file has staged content different from both the\nfile and the HEAD:",
      "the following files have staged content different from both the\nfile and the HEAD:",
      "(use -f to force removal)");
  say(staged, "the following file has changes staged in the index:",
      "the following files have changes staged in the index:",
      "(use --cached to keep the file, or -f to force removal)");
  say(local, "the following file has local modifications:",
      "the following files have local modifications:",
      "(use --cached to keep the file, or -f to force removal)");
  return git.status() == 0;
}
}  // namespace

Outcome RunRm(Git& git) {
  bool force = false, dry = false, quiet = false, cached = false, recursive = false,
       unmatched_ok = false;
  WordReader reader(git, {kRmWords});
  while (reader.Next()) {
    switch (reader.id()) {
      case kRmForce: force = true; break;
      case kRmDry: dry = true; break;
      case kRmQuiet: quiet = true; break;
      case kCached: cached = true; break;
      case kRecursive: recursive = true; break;
      case kIgnoreUnmatch: unmatched_ok = true; break;
      default: break;
    }
  }
  if (!reader.ok()) return git.status();
  if (reader.operands().empty())
    return git.Fatal("No pathspec was given. Which files should I remove?") ? 0 : 128;
  Pathspec paths;
  if (!paths.Parse(git, reader.operands()) || !git.index().Load(git)) return git.status();
  std::vector<std::string> removed;
  std::vector<uint8_t> seen(paths.size(), 0);
  for (const IndexEntry& entry : git.index().entries) {
    if (!git.Tick(32)) return 2;
    if (!paths.Matches(git, entry.path) || (!removed.empty() && removed.back() == entry.path))
      continue;
    paths.Mark(git, entry.path, &seen);
    if (!git.Charge(2 * entry.path.size() + 64)) return 2;
    removed.push_back(entry.path);
  }
  for (size_t i = 0; i < paths.size(); ++i) {
    if (seen[i] == 0 && !paths.IsExclude(i)) {
      if (unmatched_ok) continue;
      return git.Fatal("pathspec '" + paths.TextOf(i) + "' did not match any files") ? 0 : 128;
    }
    const bool directory = git.index().FindAny(paths.PathOf(i)) == nullptr && !paths.IsGlob(i);
    if (directory && !recursive && !paths.IsExclude(i) && seen[i] != 0)
      return git.Fatal("not removing '" + paths.TextOf(i) + "' recursively without -r") ? 0 : 128;
  }
  if (!force && !CheckRemoval(git, paths, removed, cached)) return git.over() ? 2 : git.status();
  for (const std::string& path : removed) {
    if (!quiet) git.Out("rm '" + path + "'\n");
    if (!dry && !cached && !RemoveWorkFile(git, path)) return git.over() ? 2 : git.status();
  }
  if (dry) return git.over() ? 2 : 0;
  git.index().RemoveAll(removed);
  if (!git.index().Write(git)) return git.status();
  return 0;
}

// ---- mv

namespace {
enum MvWord { kMvForce = 1, kMvDry, kMvSkip, kMvVerbose, kMvSparse };
constexpr WordRow kMvWords[] = {{kMvForce, 'f', "force"},
                                {kMvDry, 'n', "dry-run"},
                                {kMvSkip, 'k', ""},
                                {kMvVerbose, 'v', "verbose"},
                                {kMvSparse, 0, "sparse"}};

// An entry and all below it get new names.
bool MoveEntries(Git& git, const std::string& from, const std::string& to) {
  std::vector<IndexEntry> moved;
  for (const IndexEntry& entry : git.index().entries) {
    if (!git.Tick(16)) return false;
    if (entry.path != from && !entry.path.starts_with(from + "/")) continue;
    if (!git.Charge(3 * sizeof(IndexEntry) + entry.path.size())) return false;
    moved.push_back(entry);
  }
  for (IndexEntry& entry : moved) {
    git.index().Remove(entry.path);
    entry.path = to + entry.path.substr(from.size());
    if (!git.index().Add(git, std::move(entry))) return false;
  }
  return true;
}
}  // namespace

Outcome RunMv(Git& git) {
  bool force = false, dry = false, skip = false, verbose = false;
  WordReader reader(git, {kMvWords});
  while (reader.Next()) {
    if (reader.id() == kMvForce) force = true;
    if (reader.id() == kMvDry) dry = true;
    if (reader.id() == kMvSkip) skip = true;
    if (reader.id() == kMvVerbose) verbose = true;
  }
  if (!reader.ok()) return git.status();
  const std::vector<std::string>& words = reader.operands();
  if (words.size() < 2) return Usage(git, "git mv [<options>] <source>... <destination>");
  if (!git.index().Load(git)) return git.status();
  const auto inside = [&](const std::string& word) {
    std::optional<std::string> path = PathInTree(git, word);
    while (path && path->ends_with('/')) path->pop_back();
    return path;
  };
  const std::optional<std::string> target = inside(words.back());
  if (!target)
    return git.Fatal(words.back() + ": '" + words.back() + "' is outside repository at '" +
                     git.work_tree + "'")
               ? 0
               : 128;
  const bool into = target->empty() || LookAt(git, *target).is_directory;
  if (words.size() > 2 && !into)
    return git.Fatal("destination '" + words.back() + "' is not a directory") ? 0 : 128;
  if (words.size() == 2 && words.back().ends_with('/') && !into) {
    return git.Fatal("destination directory does not exist, source=" + words[0] +
                     ", destination=" + words.back())
               ? 0
               : 128;
  }
  std::vector<std::pair<std::string, std::string>> moves;
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    const std::optional<std::string> source = inside(words[i]);
    if (!source)
      return git.Fatal(words[i] + ": '" + words[i] + "' is outside repository at '" +
                       git.work_tree + "'")
                 ? 0
                 : 128;
    const std::string to = into ? (target->empty() ? std::string(LastName(*source))
                                                   : *target + "/" + std::string(LastName(*source)))
                                : *target;
    const WorkFile file = LookAt(git, *source), there = LookAt(git, to);
    std::string wrong;
    if (!file.exists)
      wrong = "bad source";
    else if (to.starts_with(*source + "/"))
      wrong = "can not move directory into itself";
    else if (file.is_directory && !git.index().HasBelow(*source))
      wrong = "source directory is empty";
    else if (!file.is_directory && git.index().FindAny(*source) == nullptr)
      wrong = "not under version control";
    else if (!file.is_directory && git.index().Find(*source) == nullptr)
      wrong = "conflicted";
    else if (there.exists && (!force || there.is_directory))
      wrong = "destination exists";
    if (to.empty() || (to.find('/') != std::string::npos &&
                       !LookAt(git, DirectoryOf(to)).is_directory && wrong.empty()))
      wrong = "destination directory does not exist";
    if (!wrong.empty()) {
      if (skip) continue;
      if (wrong == "destination directory does not exist")
        return git.Fatal("renaming '" + words[i] + "' failed: No such file or directory") ? 0 : 128;
      return git.Fatal(wrong + ", source=" + *source + ", destination=" + to) ? 0 : 128;
    }
    moves.push_back({*source, to});
  }
  for (const auto& [from, to] : moves) {
    if (dry) git.Out("Checking rename of '" + from + "' to '" + to + "'\n");
    if (dry || verbose) git.Out("Renaming " + from + " to " + to + "\n");
    if (dry) continue;
    const auto renamed = git.fs().Rename(git.caller(), git.WorkPath(from), git.WorkPath(to));
    if (!renamed.ok())
      return git.Fatal("renaming '" + from + "' failed: " + std::string(ErrnoText(renamed.error())))
                 ? 0
                 : 128;
    if (!MoveEntries(git, from, to)) return git.over() ? 2 : git.status();
  }
  if (!dry && !moves.empty() && !git.index().Write(git)) return git.status();
  return 0;
}

// ---- update-index

namespace {
enum UpdateWord {
  kUpAdd = 1,
  kUpRemove,
  kForceRemove,
  kCacheInfo,
  kUpRefresh,
  kUpChmod,
  kAssume,
  kSkip,
  kUpQuiet,
  kUpOther
};
constexpr WordRow kUpdateWords[] = {
    {kUpAdd, 0, "add"},
    {kUpRemove, 0, "remove"},
    {kForceRemove, 0, "force-remove"},
    {kCacheInfo, 0, "cacheinfo", Takes::kValue},
    {kUpRefresh, 0, "refresh"},
    {kUpRefresh, 0, "really-refresh"},
    {kUpChmod, 0, "chmod", Takes::kValue},
    {kAssume, 0, "assume-unchanged"},
    {kSkip, 0, "skip-worktree"},
    {kUpQuiet, 'q', ""},
    {kUpOther, 0, "stdin"},
    {kUpOther, 0, "index-info"},
    {kUpOther, 'z', ""},
};
}  // namespace

Outcome RunUpdateIndex(Git& git) {
  bool add = false, remove = false, force = false, refresh = false, quiet = false;
  std::optional<bool> assume, skip;
  std::string chmod;
  std::vector<std::string> infos;
  WordReader reader(git, {kUpdateWords});
  while (reader.Next()) {
    switch (reader.id()) {
      case kUpAdd: add = true; break;
      case kUpRemove: remove = true; break;
      case kForceRemove: force = true; break;
      case kCacheInfo: infos.push_back(reader.value()); break;
      case kUpRefresh: refresh = true; break;
      case kUpChmod: chmod = reader.value(); break;
      case kAssume: assume = !reader.negated(); break;
      case kSkip: skip = !reader.negated(); break;
      case kUpQuiet: quiet = true; break;
      default: return RefuseOption(git, reader) ? 0 : 128;
    }
  }
  if (!reader.ok() || !git.index().Load(git)) return git.status();
  std::vector<std::string> operands = reader.operands();
  for (const std::string& info : infos) {
    // "MODE,NAME,PATH", or the three as words.
    std::vector<std::string> parts;
    std::string_view rest = info;
    while (parts.size() < 2 && rest.find(',') != std::string_view::npos) {
      parts.push_back(std::string(rest.substr(0, rest.find(','))));
      rest.remove_prefix(rest.find(',') + 1);
    }
    parts.push_back(std::string(rest));
    if (parts.size() == 1 && operands.size() >= 2) {
      parts.push_back(operands[0]);
      parts.push_back(operands[1]);
      operands.erase(operands.begin(), operands.begin() + 2);
    }
    uint32_t mode = 0;
    for (char c : parts[0]) mode = mode << 3 | static_cast<uint32_t>((c - '0') & 7);
    const std::optional<ObjectId> id =
        parts.size() == 3 ? ObjectId::FromHex(parts[1]) : std::nullopt;
    const bool known_mode =
        mode == kModeFile || mode == kModeProgram || mode == kModeLink || mode == kModeSubmodule;
    if (id && known_mode && !IsSafePath(parts[2]))
      git.Err("error: Invalid path '" + parts[2] + "'\n");
    if (!id || !known_mode || !IsSafePath(parts[2]))
      return git.Fatal("git update-index: --cacheinfo cannot add " +
                       (parts.size() == 3 ? parts[2] : info))
                 ? 0
                 : 128;
    if (!add && git.index().FindAny(parts[2]) == nullptr) {
      git.Err("error: " + parts[2] + ": cannot add to the index - missing --add option?\n");
      return git.Fatal("git update-index: --cacheinfo cannot add " + parts[2]) ? 0 : 128;
    }
    IndexEntry entry;
    entry.path = parts[2];
    entry.mode = mode;
    entry.id = *id;
    if (!git.index().Add(git, std::move(entry))) return 2;
  }
  for (const std::string& word : operands) {
    const std::optional<std::string> path = PathInTree(git, word);
    if (!path || !IsSafePath(*path)) {
      git.Err("Ignoring path " + word + "\n");
      continue;
    }
    if (assume || skip) {
      IndexEntry* entry = git.index().Find(*path);
      if (entry == nullptr) return git.Fatal("Unable to mark file " + *path) ? 0 : 128;
      if (assume) entry->assume_valid = *assume;
      if (skip) entry->skip_worktree = *skip;
      git.index().unsaved = true;
      continue;
    }
    if (force) {
      git.index().Remove(*path);
      continue;
    }
    const WorkFile file = LookAt(git, *path);
    if (file.mode == 0) {
      if (!remove) {
        git.Err("error: " + *path + ": does not exist and --remove not passed\n");
        return git.Fatal("Unable to process path " + *path) ? 0 : 128;
      }
      git.index().Remove(*path);
      continue;
    }
    if (!add && git.index().FindAny(*path) == nullptr) {
      git.Err("error: " + *path + ": cannot add to the index - missing --add option?\n");
      return git.Fatal("Unable to process path " + *path) ? 0 : 128;
    }
    AddOptions options;
    options.chmod = chmod;
    if (!AddOne(git, options, *path)) return git.over() ? 2 : git.status();
  }
  int status = 0;
  if (refresh) {
    for (IndexEntry& entry : git.index().entries) {
      WorkChange change = WorkChange::kNone;
      WorkFile file;
      bool refreshed = false;
      if (entry.stage != 0)
        change = WorkChange::kModified;
      else if (!CompareWithWork(git, &entry, &change, &file, &refreshed))
        return git.over() ? 2 : git.status();
      if (refreshed) git.index().unsaved = true;
      if (change == WorkChange::kNone) continue;
      if (!quiet)
        git.Out(QuotedPath(git, entry.path) +
                (entry.stage != 0 ? ": needs merge\n" : ": needs update\n"));
      status = 1;
    }
  }
  if (git.index().unsaved && !git.index().Write(git)) return git.status();
  return status;
}

}  // namespace pysub::shell::git
