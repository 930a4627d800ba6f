// Trees: read, walked with a list of what is open instead of recursion, compared and written.
//
// A tree object lists what lies in one directory:
//
//   "100644 a.c" NUL <20 bytes> "40000 lib" NUL <20 bytes>
//
// Modes are octal numbers without a zero in front. Names are not judged here: a tree may well have
// an entry ".." or "a/b", which is shown; it is refused when it is to be written (IsSafePath).

#include "shell/commands/git/tree.h"

#include <algorithm>

#include "shell/commands/git/objects.h"

namespace pysub::shell::git {
namespace {

// A path of 4096 bytes has no more directories than that.
constexpr size_t kMostDepth = 2048;

// As trees are sorted: a tree's name counts as if a slash stood behind it.
int CompareNames(const TreeEntry& a, const TreeEntry& b) {
  const size_t common = std::min(a.name.size(), b.name.size());
  const int order = std::string_view(a.name).substr(0, common).compare(
      std::string_view(b.name).substr(0, common));
  if (order != 0) return order;
  const auto next = [&](const TreeEntry& entry) {
    if (common < entry.name.size())
      return static_cast<int>(static_cast<uint8_t>(entry.name[common]));
    return entry.IsTree() ? static_cast<int>('/') : 0;
  };
  return next(a) - next(b);
}

std::string Joined(const std::string& directory, const std::string& name) {
  return directory.empty() ? name : directory + "/" + name;
}

}  // namespace

bool ReadTree(Git& git, const ObjectId& id, std::vector<TreeEntry>* entries) {
  entries->clear();
  if (id.IsNull()) return true;
  std::string bytes;
  return git.objects().ReadTyped(id, ObjectType::kTree, &bytes) &&
         ParseTree(git, id, bytes, entries);
}

bool ParseTree(Git& git, const ObjectId& id, std::string_view rest,
               std::vector<TreeEntry>* entries) {
  entries->clear();
  const auto bad = [&] {
    if (!git.over()) git.Err("error: malformed tree object " + id.Hex() + "\n");
    return git.Fatal("unable to read tree " + id.Hex());
  };
  while (!rest.empty()) {
    TreeEntry entry;
    const size_t space = rest.find(' ');
    if (space == 0 || space > 6) return bad();
    for (char c : rest.substr(0, space)) {
      if (c < '0' || c > '7') return bad();
      entry.mode = entry.mode << 3 | static_cast<uint32_t>(c - '0');
    }
    rest.remove_prefix(space + 1);
    const size_t end = rest.find('\0');
    if (end == 0 || end == std::string_view::npos || end > files::kMaxPathBytes ||
        rest.size() < end + 21)
      return bad();
    entry.name = rest.substr(0, end);
    entry.id = ObjectId::FromRaw(rest.substr(end + 1, 20));
    rest.remove_prefix(end + 21);
    if (!git.Tick(32) || !git.Charge(3 * sizeof(TreeEntry) + end)) return false;
    entries->push_back(std::move(entry));
  }
  return true;
}

bool FlattenTree(Git& git, const ObjectId& id, std::vector<TreeEntry>* entries,
                 const Pathspec* paths, bool with_trees) {
  struct Level {
    std::string path;
    std::vector<TreeEntry> entries;
    size_t next = 0;
  };
  std::vector<Level> open(1);
  if (!ReadTree(git, id, &open[0].entries)) return false;
  while (!open.empty()) {
    Level& top = open.back();
    if (top.next >= top.entries.size()) {
      open.pop_back();
      continue;
    }
    TreeEntry& entry = top.entries[top.next++];
    entry.name = Joined(top.path, entry.name);
    if (!git.Tick(32) || !git.Charge(entry.name.size() + 3 * sizeof(TreeEntry))) return false;
    if (!entry.IsTree()) {
      if (paths == nullptr || paths->Matches(git, entry.name)) entries->push_back(std::move(entry));
      continue;
    }
    if (paths != nullptr && !paths->MayMatchBelow(git, entry.name)) continue;
    if (open.size() > kMostDepth || entry.name.size() > files::kMaxPathBytes)
      return git.Fatal("tree " + id.Hex() + " is too deep");
    Level level{.path = entry.name, .entries = {}};
    const ObjectId below = entry.id;
    if (with_trees && (paths == nullptr || paths->Matches(git, entry.name)))
      entries->push_back(entry);
    if (!ReadTree(git, below, &level.entries)) return false;
    open.push_back(std::move(level));
  }
  return true;
}

bool FindInTree(Git& git, const ObjectId& tree, std::string_view path, TreeEntry* entry,
                bool* found) {
  *found = false;
  *entry = {kModeTree, "", tree};
  while (!path.empty()) {
    if (!entry->IsTree()) return true;
    std::vector<TreeEntry> entries;
    if (!ReadTree(git, entry->id, &entries)) return false;
    const size_t end = std::min(path.find('/'), path.size());
    const std::string_view name = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    const auto at = std::find_if(entries.begin(), entries.end(),
                                 [&](const TreeEntry& each) { return each.name == name; });
    if (at == entries.end()) return true;
    *entry = *at;
  }
  *found = true;
  return true;
}

// Files in the order of their paths fill trees in the order of their names, since a tree's name
// counts as if it had its slash. So each tree is written when the first path comes that is not
// below it, and only those on the way to the current path are open.
bool WriteTreesOf(Git& git, const std::vector<TreeEntry>& files, ObjectId* id) {
  struct Level {
    std::string path, bytes;
  };
  std::vector<Level> open(1);
  const auto put = [&](uint32_t mode, std::string_view name, const ObjectId& object) {
    std::string octal;
    for (uint32_t rest = mode; rest != 0; rest >>= 3)
      octal.insert(octal.begin(), static_cast<char>('0' + (rest & 7)));
    open.back().bytes += octal + " " + std::string(name) + std::string(1, '\0');
    open.back().bytes += object.Raw();
  };
  const auto close = [&] {
    ObjectId tree;
    if (!git.objects().Write(ObjectType::kTree, open.back().bytes, &tree)) return false;
    const std::string path = std::move(open.back().path);
    open.pop_back();
    put(kModeTree, std::string_view(path).substr(path.rfind('/') + 1), tree);
    return true;
  };
  for (const TreeEntry& file : files) {
    if (!git.Tick(32) || !git.Charge(file.name.size() + 64)) return false;
    while (open.size() > 1 && !file.name.starts_with(open.back().path + "/"))
      if (!close()) return false;
    size_t from = open.back().path.empty() ? 0 : open.back().path.size() + 1;
    for (size_t slash = file.name.find('/', from); slash != std::string::npos;
         slash = file.name.find('/', from)) {
      if (open.size() > kMostDepth) return git.Fatal("path '" + file.name + "' is too deep");
      open.push_back({file.name.substr(0, slash), ""});
      from = slash + 1;
    }
    put(file.mode, std::string_view(file.name).substr(from), file.id);
  }
  while (open.size() > 1)
    if (!close()) return false;
  return git.objects().Write(ObjectType::kTree, open[0].bytes, id);
}

bool WriteTrees(Git& git, const std::vector<IndexEntry>& entries, ObjectId* id, bool missing_ok) {
  std::vector<TreeEntry> files;
  for (const IndexEntry& entry : entries) {
    if (!git.Tick(16) || !git.Charge(3 * sizeof(TreeEntry) + entry.path.size())) return false;
    if (entry.stage != 0) {
      git.Err(entry.path + ": unmerged (" + entry.id.Hex() + ")\n");
      return git.Error("error building trees", 128);
    }
    if (entry.intent_to_add) continue;
    if (!missing_ok && (entry.mode & kModeKind) != kModeSubmodule && !git.objects().Has(entry.id)) {
      if (git.over()) return false;
      git.Err("error: invalid object " + std::to_string(entry.mode) + " " + entry.id.Hex() +
              " for '" + entry.path + "'\n");
      return git.Fatal("git-write-tree: error building trees");
    }
    files.push_back({entry.mode, entry.path, entry.id});
  }
  return WriteTreesOf(git, files, id);
}

bool DiffTrees(Git& git, const ObjectId& a, const ObjectId& b, const Pathspec* paths,
               bool recursive, bool show_trees, std::vector<TreeChange>* changes) {
  // Trees that differ and are still to be looked into, the next one at the end. A change that is no
  // tree waits between them, so that all come in the order of their paths.
  struct Job {
    TreeChange change;
    bool is_tree = false;
  };
  std::vector<Job> open(1);
  open[0].change.old_id = a;
  open[0].change.new_id = b;
  open[0].is_tree = true;
  while (!open.empty()) {
    const Job job = std::move(open.back());
    open.pop_back();
    if (!git.Tick(32)) return false;
    if (!job.is_tree) {
      if (!git.Charge(sizeof(TreeChange) * 2 + job.change.path.size())) return false;
      changes->push_back(job.change);
      continue;
    }
    if (job.change.path.size() > files::kMaxPathBytes) return git.Fatal("a tree is too deep");
    std::vector<TreeEntry> old_entries, new_entries;
    if (job.change.old_id == job.change.new_id) continue;
    if (!ReadTree(git, job.change.old_id, &old_entries) ||
        !ReadTree(git, job.change.new_id, &new_entries))
      return false;
    std::vector<Job> found;
    const auto add = [&](const TreeEntry* before, const TreeEntry* after) {
      Job change;
      const TreeEntry& any = before != nullptr ? *before : *after;
      change.change.path = Joined(job.change.path, any.name);
      if (before != nullptr)
        change.change.old_mode = before->mode, change.change.old_id = before->id;
      if (after != nullptr) change.change.new_mode = after->mode, change.change.new_id = after->id;
      const bool tree = any.IsTree();
      if (paths != nullptr && !(tree ? paths->MayMatchBelow(git, change.change.path)
                                     : paths->Matches(git, change.change.path)))
        return true;
      if (!git.Charge(3 * sizeof(Job) + change.change.path.size())) return false;
      if (!tree || !recursive || show_trees) found.push_back(change);
      if (!tree || !recursive) return true;
      change.is_tree = true;
      found.push_back(std::move(change));
      return true;
    };
    size_t i = 0, j = 0;
    while (i < old_entries.size() || j < new_entries.size()) {
      if (!git.Tick(16)) return false;
      const int order = i == old_entries.size()   ? 1
                        : j == new_entries.size() ? -1
                                                  : CompareNames(old_entries[i], new_entries[j]);
      const TreeEntry* before = order <= 0 ? &old_entries[i++] : nullptr;
      const TreeEntry* after = order >= 0 ? &new_entries[j++] : nullptr;
      if (before != nullptr && after != nullptr && before->id == after->id &&
          before->mode == after->mode)
        continue;
      if (!add(before, after)) return false;
    }
    for (size_t n = found.size(); n-- > 0;) open.push_back(std::move(found[n]));
  }
  return true;
}

}  // namespace pysub::shell::git
