// ls-files and ls-tree.
//
// Both are one unit. They show hostile paths, too: QuotedPath() keeps control characters from the
// terminal, unless -z asks for the bytes.

#include <algorithm>

#include "shell/commands/git/checkout.h"
#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/make_commit.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

constexpr Takes kValue = Takes::kValue, kOptional = Takes::kOptional;

enum LsWord {
  kCached = 1,
  kDeleted,
  kModified,
  kOthers,
  kIgnoredOnes,
  kStage,
  kUnmerged,
  kKilled,
  kDirectory,
  kExclude,
  kExcludeFrom,
  kStandard,
  kErrorUnmatch,
  kFullName,
  kNul,
  kTag,
  kTagValid,
  kNoEmpty,
  kAbbrev,
  kEol,
  kDedup,
  kFormat,
  kExcludePer,
  kWithTree
};
constexpr WordRow kLsWords[] = {
    {kCached, 'c', "cached"},
    {kDeleted, 'd', "deleted"},
    {kModified, 'm', "modified"},
    {kOthers, 'o', "others"},
    {kIgnoredOnes, 'i', "ignored"},
    {kStage, 's', "stage"},
    {kUnmerged, 'u', "unmerged"},
    {kKilled, 'k', "killed"},
    {kDirectory, 0, "directory"},
    {kNoEmpty, 0, "empty-directory"},
    {kExclude, 'x', "exclude", kValue},
    {kExcludeFrom, 'X', "exclude-from", kValue},
    {kExcludePer, 0, "exclude-per-directory", kValue},
    {kStandard, 0, "exclude-standard"},
    {kErrorUnmatch, 0, "error-unmatch"},
    {kFullName, 0, "full-name"},
    {kNul, 'z', ""},
    {kTag, 't', ""},
    {kTagValid, 'v', ""},
    {kAbbrev, 0, "abbrev", kOptional},
    {kEol, 0, "eol"},
    {kDedup, 0, "deduplicate"},
    {kFormat, 0, "format", kValue},
    {kWithTree, 0, "with-tree", kValue},
    {kNoEmpty, 0, "sparse"},
};
}  // namespace

Outcome RunLsFiles(Git& git) {
  bool cached = false, deleted = false, modified = false, others = false, ignored = false,
       stage = false, unmerged = false, directory = false, standard = false, error = false,
       full = false, nul = false, tag = false, dedup = false;
  size_t abbrev = 40;
  WordReader reader(git, {kLsWords});
  while (reader.Next()) {
    switch (reader.id()) {
      case kCached: cached = true; break;
      case kDeleted: deleted = true; break;
      case kModified: modified = true; break;
      case kOthers: others = true; break;
      case kIgnoredOnes: ignored = true; break;
      case kStage: stage = true; break;
      case kUnmerged: unmerged = stage = true; break;
      case kDirectory: directory = true; break;
      case kStandard: standard = true; break;
      case kErrorUnmatch: error = true; break;
      case kFullName: full = true; break;
      case kNul: nul = true; break;
      case kTag: tag = true; break;
      case kAbbrev:
        abbrev = reader.has_value() ? static_cast<size_t>(std::clamp<int64_t>(
                                          ParseNumber(reader.value()).value_or(7), 4, 40))
                                    : 7;
        break;
      case kDedup: dedup = true; break;
      case kNoEmpty: break;
      default: return RefuseOption(git, reader) ? 0 : 128;
    }
  }
  if (!reader.ok()) return git.status();
  if (!cached && !deleted && !modified && !others && !unmerged) cached = true;
  if ((others || deleted || modified) && !git.NeedWorkTree()) return git.status();
  std::vector<std::string> words = reader.operands();
  Pathspec paths;
  if (words.empty() && !git.prefix.empty())
    paths.AddLiteral(git.prefix.substr(0, git.prefix.size() - 1));
  else if (!paths.Parse(git, words))
    return git.status();
  if (!git.index().Load(git)) return git.status();
  std::vector<uint8_t> seen(paths.size(), 0);
  const auto say = [&](const std::string& path, const std::string& before) {
    const std::string shown = full ? path : RelativePath(path, git.prefix);
    git.Out(before + (nul ? shown + std::string(1, '\0') : QuotedPath(git, shown) + "\n"));
  };
  if (others) {
    std::vector<std::string> found;
    UntrackedOptions options;
    options.directories = directory;
    options.no_rules = !standard && !ignored;
    options.ignored = ignored;
    options.empty_directories = directory;
    options.paths = paths.empty() ? nullptr : &paths;
    if (!ListUntracked(git, options, &found)) return StatusOf(git);
    for (const std::string& path : found) {
      paths.Mark(git, path, &seen);
      say(path, tag ? "? " : "");
    }
  }
  IgnoreRules rules(git);
  std::string last;
  for (IndexEntry& entry : git.index().entries) {
    if (!git.Tick(32)) return 2;
    if (!paths.Matches(git, entry.path)) continue;
    paths.Mark(git, entry.path, &seen);
    if (ignored && !others && !rules.IsIgnored(entry.path, false)) continue;
    std::string before;
    if (stage)
      before = ModeText(entry.mode) + " " +
               (abbrev < 40 ? git.objects().Abbreviate(entry.id, abbrev) : entry.id.Hex()) + " " +
               std::to_string(entry.stage) + "\t";
    if ((cached || stage) && !(unmerged && entry.stage == 0)) {
      if (!dedup || entry.path != last)
        say(entry.path, (tag ? entry.stage != 0      ? "M "
                               : entry.skip_worktree ? "S "
                                                     : "H "
                             : "") +
                            before);
      last = entry.path;
    }
    if (!deleted && !modified) continue;
    WorkChange change = WorkChange::kModified;
    WorkFile file;
    if (entry.stage == 0 ? !CompareWithWork(git, &entry, &change, &file)
                         : (file = LookAt(git, entry.path), git.over()))
      return StatusOf(git);
    if (entry.stage != 0 && !file.exists) change = WorkChange::kDeleted;
    if (deleted && change == WorkChange::kDeleted) say(entry.path, (tag ? "R " : "") + before);
    if (modified && change != WorkChange::kNone) say(entry.path, (tag ? "C " : "") + before);
  }
  if (!error) return git.over() ? 2 : 0;
  int status = 0;
  for (size_t i = 0; i < words.size() && i < seen.size(); ++i) {
    if (seen[i] != 0) continue;
    git.Err("error: pathspec '" + words[i] + "' did not match any file(s) known to git\n");
    status = 1;
  }
  if (status != 0) git.Err("Did you forget to 'git add'?\n");
  return status;
}

// ---- ls-tree

namespace {
enum LsTreeWord {
  kOnlyTrees = 1,
  kInto,
  kShowTrees,
  kLong,
  kLsNul,
  kNameOnly,
  kLsFull,
  kFullTree,
  kLsAbbrev,
  kObjectOnly,
  kLsFormat
};
constexpr WordRow kLsTreeWords[] = {{kOnlyTrees, 'd', ""},
                                    {kInto, 'r', ""},
                                    {kShowTrees, 't', ""},
                                    {kLong, 'l', "long"},
                                    {kLsNul, 'z', ""},
                                    {kNameOnly, 0, "name-only"},
                                    {kNameOnly, 0, "name-status"},
                                    {kLsFull, 0, "full-name"},
                                    {kFullTree, 0, "full-tree"},
                                    {kLsAbbrev, 0, "abbrev", kOptional},
                                    {kObjectOnly, 0, "object-only"},
                                    {kLsFormat, 0, "format", kValue}};
}  // namespace

Outcome RunLsTree(Git& git) {
  bool only_trees = false, into = false, show_trees = false, size_too = false, nul = false,
       names = false, full = false, objects = false;
  std::string format;
  size_t abbrev = 40;
  WordReader reader(git, {kLsTreeWords});
  while (reader.Next()) {
    switch (reader.id()) {
      case kOnlyTrees: only_trees = true; break;
      case kInto: into = true; break;
      case kShowTrees: show_trees = true; break;
      case kLong: size_too = true; break;
      case kLsNul: nul = true; break;
      case kNameOnly: names = true; break;
      case kLsFull: full = true; break;
      case kFullTree: git.prefix.clear(); break;
      case kObjectOnly: objects = true; break;
      case kLsFormat: format = reader.value(); break;
      default:
        abbrev = reader.has_value() ? static_cast<size_t>(std::clamp<int64_t>(
                                          ParseNumber(reader.value()).value_or(7), 4, 40))
                                    : 7;
    }
  }
  if (!reader.ok()) return git.status();
  const std::vector<std::string>& words = reader.operands();
  if (words.empty()) return Usage(git, "git ls-tree [<options>] <tree-ish> [<path>...]");
  ObjectId tree;
  if (!FindTree(git, words[0], &tree)) return StatusOf(git);
  // Names are plain: a slash at the end goes into the directory.
  std::vector<std::string> wanted;
  for (size_t i = 1; i < words.size(); ++i) {
    const std::optional<std::string> path = PathInTree(git, words[i]);
    if (!path) return git.Fatal(words[i] + ": '" + words[i] + "' is outside repository") ? 0 : 128;
    wanted.push_back(*path);
  }
  if (wanted.empty() && !git.prefix.empty()) wanted.push_back(git.prefix);
  std::vector<TreeEntry> open;
  if (!ReadTree(git, tree, &open)) return StatusOf(git);
  std::reverse(open.begin(), open.end());
  while (!open.empty()) {
    TreeEntry entry = std::move(open.back());
    open.pop_back();
    if (!git.Tick(64)) return 2;
    bool shown = wanted.empty(), enter = entry.IsTree() && into;
    for (const std::string& path : wanted) {
      const std::string bare = path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
      if (bare.empty() || entry.name.starts_with(bare + "/") || entry.name == bare) {
        // "a/" shows what is in a, "a" itself.
        if (entry.name == bare && path.ends_with('/') && entry.IsTree())
          enter = true;
        else
          shown = true;
        if (entry.IsTree() && into) enter = true;
      } else if (entry.IsTree() && bare.starts_with(entry.name + "/")) {
        enter = true;
        shown = shown || show_trees;
      }
    }
    if (entry.IsTree() && into && !enter) enter = shown;
    const bool say = shown && (entry.IsTree() ? !into || show_trees || only_trees : !only_trees);
    if (say) {
      const std::string path = full ? entry.name : RelativePath(entry.name, git.prefix);
      const std::string type = entry.IsTree()                               ? "tree"
                               : (entry.mode & kModeKind) == kModeSubmodule ? "commit"
                                                                            : "blob";
      const std::string name =
          abbrev < 40 ? git.objects().Abbreviate(entry.id, abbrev) : entry.id.Hex();
      std::string size = "-";
      ObjectType object_type = ObjectType::kNone;
      uint64_t bytes = 0;
      if ((size_too || format.find("objectsize") != std::string::npos) && type == "blob") {
        if (!git.objects().Info(entry.id, &object_type, &bytes)) return StatusOf(git);
        size = std::to_string(bytes);
      }
      const std::string end(1, nul ? '\0' : '\n');
      const std::string quoted = nul ? path : QuotedPath(git, path);
      if (!format.empty()) {
        std::string line;
        for (size_t i = 0; i < format.size(); ++i) {
          const std::string_view rest = std::string_view(format).substr(i);
          const auto field = [&](std::string_view field_name, const std::string& value) {
            if (!rest.starts_with(field_name)) return false;
            line += value;
            i += field_name.size() - 1;
            return true;
          };
          if (field("%(objectmode)", ModeText(entry.mode)) || field("%(objecttype)", type) ||
              field("%(objectname)", name) || field("%(objectsize)", size) ||
              field("%(path)", quoted))
            continue;
          line += format[i];
        }
        git.Out(line + end);
      } else if (names) {
        git.Out(quoted + end);
      } else if (objects) {
        git.Out(name + end);
      } else {
        git.Out(
            ModeText(entry.mode) + " " + type + " " + name +
            (size_too ? " " + std::string(size.size() < 7 ? 7 - size.size() : 0, ' ') + size : "") +
            "\t" + quoted + end);
      }
    }
    if (!enter) continue;
    std::vector<TreeEntry> below;
    if (!ReadTree(git, entry.id, &below)) return StatusOf(git);
    if (entry.name.size() > files::kMaxPathBytes) return git.Fatal("a tree is too deep") ? 0 : 128;
    for (size_t i = below.size(); i-- > 0;) {
      below[i].name = entry.name + "/" + below[i].name;
      if (!git.Charge(below[i].name.size() + sizeof(TreeEntry))) return 2;
      open.push_back(std::move(below[i]));
    }
  }
  return git.over() ? 2 : 0;
}

}  // namespace pysub::shell::git
