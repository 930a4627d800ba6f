// clean: files that the index does not have are removed.
//
// Which they are, ListUntracked() says. It names a directory where all in it goes, so that one
// question decides: what is ignored, or is spared by -e, keeps its directory off the list, and the
// other files of that directory are named one by one.
//
//   a/f  a/debug.log (ignored)     "a/f"
//   b/f  b/g                       "b/"
//
// A repository inside of a directory that goes stays nevertheless, unless -f is given twice, and so
// do the directories above it.

#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

enum CleanWord {
  kForce = 1,
  kDry,
  kDirectories,
  kIgnoredToo,
  kOnlyIgnored,
  kQuiet,
  kExcept,
  kInteractive
};
constexpr WordRow kCleanWords[] = {{kForce, 'f', "force"},
                                   {kDry, 'n', "dry-run"},
                                   {kDirectories, 'd', ""},
                                   {kIgnoredToo, 'x', ""},
                                   {kOnlyIgnored, 'X', ""},
                                   {kQuiet, 'q', "quiet"},
                                   {kExcept, 'e', "exclude", Takes::kValue},
                                   {kInteractive, 'i', "interactive"}};

struct CleanOptions {
  int force = 0;
  bool dry = false, directories = false, ignored = false, only_ignored = false, quiet = false;
  std::vector<std::string> except;
};

// Removes directories with a list of those that are open instead of recursion.
class Cleaner {
 public:
  Cleaner(Git& git, const CleanOptions& options) : git_(git), o_(options) {}

  // False: the script ends.
  bool Directory(const std::string& path) {
    if (!Open(path)) return false;
    while (!open_.empty()) {
      if (!git_.Tick(64)) return false;
      Level& top = open_.back();
      if (top.next == top.names.size()) {
        if (!Close()) return false;
        continue;
      }
      const auto& [name, is_directory] = top.names[top.next++];
      const std::string below = top.path + "/" + name;
      if (is_directory) {
        if (!Open(below)) return false;
      } else if (Gone(o_.dry ? files::Status() : git_.fs().Unlink(git_.caller(), Full(below)),
                      below)) {
        if (!Note(&top, Shown(below))) return false;
      } else {
        top.stays = true;
      }
    }
    return !git_.over();
  }

  void File(const std::string& path) {
    const std::string shown = Shown(path);
    if (!Gone(o_.dry ? files::Status() : git_.fs().Unlink(git_.caller(), Full(path)), path)) return;
    if (!o_.quiet) Say("remove", "Removing", shown);
  }

 private:
  struct Level {
    std::string path;
    std::vector<std::pair<std::string, bool>> names;
    size_t next = 0;
    bool stays = false;              // something in it does
    std::vector<std::string> noted;  // what is said of it then
  };

  std::string Full(const std::string& path) const { return git_.WorkPath(path); }
  // (In the directory where we are names begin with "./" when all of it is to go.)
  std::string Shown(const std::string& path) const {
    const bool here = !open_.empty() && open_[0].path + "/" == git_.prefix;
    return QuotedPath(git_, (here ? "./" : "") + RelativePath(path, git_.prefix));
  }
  void Say(std::string_view would, std::string_view does, const std::string& what) {
    git_.Out((o_.dry ? "Would " + std::string(would) : std::string(does)) + " " + what + "\n");
  }
  bool Note(Level* level, std::string shown) {
    if (!git_.Charge(2 * shown.size() + 96)) return false;
    level->noted.push_back(std::move(shown));
    return true;
  }
  bool Gone(files::Status status, const std::string& path) {
    if (status.ok()) return true;
    git_.Err("warning: failed to remove " + Shown(path) + ": " +
             std::string(ErrnoText(status.error())) + "\n");
    git_.set_status(1);
    return false;
  }

  bool Open(const std::string& path) {
    if (o_.force < 2 && git_.Exists(Full(path) + "/.git")) {
      if (!o_.quiet) Say("skip repository", "Skipping repository", Shown(path));
      if (!open_.empty()) open_.back().stays = true;
      return true;
    }
    const auto list = git_.fs().List(git_.caller(), Full(path));
    if (!list.ok()) {
      Gone(list.error(), path);
      if (!open_.empty()) open_.back().stays = true;
      return true;
    }
    Level level;
    level.path = path;
    if (!git_.Charge(list->size() * 96 + 128)) return false;
    for (const files::DirectoryEntry& entry : *list) {
      if (!git_.Tick(16)) return false;
      level.names.push_back({entry.name, entry.kind == files::FileKind::kDirectory});
    }
    open_.push_back(std::move(level));
    return true;
  }

  bool Close() {
    const std::string shown = Shown(open_.back().path);
    Level level = std::move(open_.back());
    open_.pop_back();
    if (!level.stays && Full(level.path) == git_.cwd) {
      git_.Out(o_.dry ? "Would refuse to remove current working directory\n"
                      : "Refusing to remove current working directory\n");
      level.stays = true;
    } else if (!level.stays) {
      level.stays = !Gone(
          o_.dry ? files::Status() : git_.fs().Rmdir(git_.caller(), Full(level.path)), level.path);
    }
    if (level.stays) {
      for (const std::string& each : level.noted)
        if (!o_.quiet) Say("remove", "Removing", each);
      if (!open_.empty()) open_.back().stays = true;
      return !git_.over();
    }
    if (!open_.empty()) return Note(&open_.back(), shown);
    if (!o_.quiet) Say("remove", "Removing", Shown(level.path + "/"));
    return !git_.over();
  }

  Git& git_;
  const CleanOptions& o_;
  std::vector<Level> open_;
};

bool ReadWords(WordReader& reader, CleanOptions* o) {
  while (reader.Next()) {
    const bool on = !reader.negated();
    switch (reader.id()) {
      case kForce: o->force = on ? o->force + 1 : 0; break;
      case kDry: o->dry = on; break;
      case kDirectories: o->directories = true; break;
      case kIgnoredToo: o->ignored = true; break;
      case kOnlyIgnored: o->only_ignored = true; break;
      case kQuiet: o->quiet = on; break;
      case kExcept: o->except.push_back(reader.value()); break;
      default: return false;
    }
  }
  return true;
}

}  // namespace

Outcome RunClean(Git& git) {
  CleanOptions o;
  WordReader reader(git, {kCleanWords});
  const bool fine = ReadWords(reader, &o);
  if (!reader.ok()) return git.status();
  if (!fine) return git.Fatal("nobody can be asked: 'git clean -i' is not supported") ? 0 : 128;
  if (o.force == 0 && !o.dry && git.config().GetBool("clean.requireforce", true)) {
    const bool set = git.config().Find("clean.requireforce") != nullptr;
    return git.Fatal(std::string("clean.requireForce ") +
                     (set ? "set to true" : "defaults to true") +
                     " and neither -i, -n, nor -f given; refusing to clean")
               ? 0
               : 128;
  }
  if (o.ignored && o.only_ignored) return git.Fatal("-x and -X cannot be used together") ? 0 : 128;
  Pathspec paths;
  if (reader.operands().empty() && !git.prefix.empty())
    paths.AddLiteral(git.prefix.substr(0, git.prefix.size() - 1));
  else if (!paths.Parse(git, reader.operands()))
    return git.status();
  // Who names a directory means it.
  if (!reader.operands().empty()) o.directories = true;
  std::vector<std::string> found;
  UntrackedOptions options;
  options.no_rules = o.ignored;
  options.ignored = o.only_ignored;
  options.except = &o.except;
  options.empty_directories = o.directories && !o.only_ignored;
  options.spares_ignored = o.directories && !o.only_ignored;
  options.skips_repositories = o.force < 2;
  options.paths = paths.empty() ? nullptr : &paths;
  if (!ListUntracked(git, options, &found)) return StatusOf(git);
  Cleaner cleaner(git, o);
  for (const std::string& path : found) {
    if (!path.ends_with('/')) {
      cleaner.File(path);
    } else if (o.directories) {
      Git::Scratch scratch(git);
      if (!cleaner.Directory(path.substr(0, path.size() - 1))) return StatusOf(git);
    }
    if (git.over()) return 2;
  }
  return git.over() ? 2 : git.status();
}

}  // namespace pysub::shell::git
