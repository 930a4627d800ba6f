// Names of objects as users write them. What stands in front is found first, then each step behind
// it:
//
//   main@{2}^{tree}     the log of main, two entries back; its tree
//   HEAD~3^2            three times the first parent, then the second one
//   :2:src/a.c          the index, stage 2
//   v1:src/a.c          a path in the tree of v1
//
// A short name may be a ref in several places; FullRefName() asks them in git's order: "x" itself
// (HEAD), refs/x, refs/tags/x, refs/heads/x, refs/remotes/x, refs/remotes/x/HEAD. A hexadecimal
// beginning of an object's name comes last.

#include "shell/commands/git/revision.h"

#include <algorithm>
#include <cctype>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/tree.h"
#include "shell/regex/regex.h"

namespace pysub::shell::git {
namespace {

constexpr size_t kMostName = 4096;
constexpr int64_t kMostSteps = 1 << 24;  // of HEAD~n

bool IsHex(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return HexDigit(c) >= 0; });
}

// Takes a revision apart from left to right.
class Finder {
 public:
  Finder(Git& git, Named* named) : git_(git), named_(*named) {}

  bool Find(std::string_view text) {
    if (text.empty() || text.size() > kMostName) return false;
    if (text.starts_with(":/") && text.size() > 2) return ByMessage(text.substr(2), true);
    if (text.starts_with(':')) return FromIndex(text.substr(1));
    const size_t colon = FindColon(text);
    if (colon != std::string_view::npos)
      return FromTree(text.substr(0, colon), text.substr(colon + 1));
    return Commitish(text);
  }

 private:
  // Braces may hold a colon.
  static size_t FindColon(std::string_view text) {
    int depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '{') ++depth;
      if (text[i] == '}' && depth > 0) --depth;
      if (text[i] == ':' && depth == 0) return i;
    }
    return std::string_view::npos;
  }

  bool FromIndex(std::string_view text) {
    uint8_t stage = 0;
    if (text.size() > 2 && text[0] >= '0' && text[0] <= '3' && text[1] == ':') {
      stage = static_cast<uint8_t>(text[0] - '0');
      text.remove_prefix(2);
    }
    std::string path(text);
    if (path.starts_with("./") || path.starts_with("../")) {
      const std::optional<std::string> inside = PathInTree(git_, path);
      if (!inside) return false;
      path = *inside;
    }
    if (!git_.index().Load(git_)) return false;
    const IndexEntry* entry = git_.index().Find(path, stage);
    if (entry == nullptr) return false;
    named_ = {entry->id, "", path, entry->mode};
    return true;
  }

  bool FromTree(std::string_view revision, std::string_view path) {
    ObjectId tree;
    if (!Commitish(revision) || !Peel(git_, named_.id, ObjectType::kTree, &tree)) return false;
    std::string inside(path);
    if (path == "." || path.starts_with("./") || path.starts_with("../")) {
      const std::optional<std::string> found = PathInTree(git_, path);
      if (!found) return false;
      inside = *found;
    }
    const std::string_view given = inside;
    TreeEntry entry;
    bool found = false;
    if (!FindInTree(git_, tree, given, &entry, &found) || !found) return false;
    named_ = {entry.id, "", inside, entry.mode};
    return true;
  }

  // A base and what follows it: ^ ~ ^{...} @{...}.
  bool Commitish(std::string_view text) {
    size_t end = 0;
    while (end < text.size() && text[end] != '^' && text[end] != '~' &&
           !(text[end] == '@' && end + 1 < text.size() && text[end + 1] == '{'))
      ++end;
    std::string base(text.substr(0, end));
    std::string_view rest = text.substr(end);
    if (base == "@") base = "HEAD";
    if (rest.starts_with("@{")) {
      if (!FromLog(base, &rest)) return false;
    } else if (base.empty() || !Base(base)) {
      return false;
    }
    while (!rest.empty()) {
      if (!git_.Tick(32)) return false;
      const char mark = rest[0];
      rest.remove_prefix(1);
      named_.ref.clear();
      if (mark == '^' && rest.starts_with('{')) {
        const size_t close = rest.find('}');
        if (close == std::string_view::npos || !PeelTo(rest.substr(1, close - 1))) return false;
        rest.remove_prefix(close + 1);
        continue;
      }
      size_t digits = 0;
      while (digits < rest.size() && rest[digits] >= '0' && rest[digits] <= '9') ++digits;
      int64_t number = 1;
      if (digits > 0) number = ParseNumber(rest.substr(0, digits)).value_or(kMostSteps + 1);
      rest.remove_prefix(digits);
      if (number > kMostSteps) return false;
      if (mark == '^' ? !Parent(number) : mark != '~' || !Ancestor(number)) return false;
    }
    return true;
  }

  bool Base(const std::string& name) {
    if (name.size() == ObjectId::kHexSize) {
      if (std::optional<ObjectId> id = ObjectId::FromHex(name)) {
        named_ = {*id, "", "", 0};
        return true;
      }
    }
    if (std::optional<std::string> full = FullRefName(git_, name)) {
      const std::optional<ObjectId> id = git_.refs().Resolve(*full);
      if (!id) return false;
      named_ = {*id, *full, "", 0};
      return true;
    }
    if (git_.over()) return false;
    // "v1.0-3-gabc1234": what describe says.
    std::string_view hex = name;
    const size_t g = name.rfind("-g");
    if (g != std::string::npos && name.size() - g - 2 >= 4 &&
        IsHex(std::string_view(name).substr(g + 2)))
      hex = std::string_view(name).substr(g + 2);
    if (hex.size() < 4 || hex.size() > ObjectId::kHexSize || !IsHex(hex)) return false;
    return ByPrefix(Lower(hex));
  }

  bool ByPrefix(const std::string& hex) {
    Git::Scratch scratch(git_);
    std::vector<ObjectId> ids;
    if (!git_.objects().FindPrefix(hex, 64, &ids)) return false;
    if (ids.size() > 1) {
      // One commit among them is meant.
      std::vector<ObjectId> commits;
      for (const ObjectId& id : ids)
        if (git_.objects().TypeOf(id) == ObjectType::kCommit) commits.push_back(id);
      if (commits.size() == 1) ids = commits;
    }
    if (ids.size() > 1) {
      git_.Err("error: short object ID " + hex + " is ambiguous\nhint: The candidates are:\n");
      for (const ObjectId& id : ids) {
        git_.Err("hint:   " + git_.objects().Abbreviate(id) + " " +
                 std::string(TypeName(git_.objects().TypeOf(id))) + "\n");
      }
    }
    if (ids.size() != 1) return false;
    named_ = {ids[0], "", "", 0};
    return true;
  }

  bool FromLog(const std::string& base, std::string_view* rest) {
    const size_t close = rest->find('}');
    if (close == std::string_view::npos) return false;
    const std::string_view inside = rest->substr(2, close - 2);
    rest->remove_prefix(close + 1);
    const std::optional<int64_t> number = ParseNumber(inside);
    if (number && *number < 0) {
      if (!base.empty()) return false;
      const std::optional<std::string> branch = PreviousBranch(git_, -*number);
      return branch && Base(*branch);
    }
    std::string name = base;
    if (name.empty()) name = "HEAD";
    const std::string lower = Lower(inside);
    if (lower == "u" || lower == "upstream" || lower == "push") {
      std::string branch =
          base.empty() || base == "HEAD" ? git_.refs().HeadBranch() : "refs/heads/" + base;
      if (branch.empty()) return git_.Fatal("HEAD does not point to a branch");
      const std::optional<std::string> upstream = UpstreamOf(git_, branch);
      if (!upstream) {
        if (!git_.refs().Resolve(branch))
          return git_.Fatal("no such branch: '" + ShortRef(branch) + "'");
        return git_.Fatal("no upstream configured for branch '" + ShortRef(branch) + "'");
      }
      const std::optional<ObjectId> id = git_.refs().Resolve(*upstream);
      if (!id) return false;
      named_ = {*id, *upstream, "", 0};
      return true;
    }
    // The log of the branch itself, when none is named.
    std::string full = "HEAD";
    if (base.empty()) {
      const std::string branch = git_.refs().HeadBranch();
      if (!branch.empty()) full = branch;
    } else {
      const std::optional<std::string> found = FullRefName(git_, name);
      if (!found) return false;
      full = *found;
    }
    std::vector<LogLine> lines;
    Git::Scratch scratch(git_);
    if (!git_.refs().ReadLog(full, &lines)) return false;
    const std::string shown = base.empty() ? ShortRef(full) : base;
    named_.ref.clear();
    if (number) {
      const auto at = static_cast<uint64_t>(*number);
      if (lines.empty() && at == 0) return Base(name);
      if (at < lines.size()) {
        named_ = {lines[lines.size() - 1 - at].after, "", "", 0};
        return true;
      }
      if (at == lines.size() && at > 0 && !lines[0].before.IsNull()) {
        named_ = {lines[0].before, "", "", 0};
        return true;
      }
      if (lines.empty()) return git_.Fatal("log for '" + shown + "' is empty");
      return git_.Fatal("log for '" + shown + "' only has " + std::to_string(lines.size()) +
                        " entries");
    }
    const std::optional<Moment> moment = ParseMoment(git_, inside);
    if (!moment || lines.empty()) return false;
    named_ = {lines[0].before.IsNull() ? lines[0].after : lines[0].before, "", "", 0};
    for (const LogLine& line : lines)
      if (line.time <= moment->time) named_.id = line.after;
    return true;
  }

  bool PeelTo(std::string_view what) {
    ObjectType type = ObjectType::kNone;
    if (what == "object") return git_.objects().Has(named_.id);
    if (what.starts_with('/')) return ByMessage(what.substr(1), false);
    if (!what.empty()) {
      type = TypeOfName(what);
      if (type == ObjectType::kNone) return false;
    }
    ObjectId id;
    if (!Peel(git_, named_.id, type, &id)) return false;
    named_.id = id;
    return true;
  }

  bool Parent(int64_t number) {
    ObjectId id;
    if (!Peel(git_, named_.id, ObjectType::kCommit, &id)) return false;
    named_.id = id;
    if (number == 0) return true;
    Git::Scratch scratch(git_);
    Commit commit;
    if (!ReadCommit(git_, id, &commit)) return false;
    if (static_cast<uint64_t>(number) > commit.parents.size()) return false;
    named_.id = commit.parents[static_cast<size_t>(number - 1)];
    return true;
  }

  bool Ancestor(int64_t steps) {
    if (!Parent(0)) return false;
    for (; steps > 0; --steps)
      if (!git_.Tick(64) || !Parent(1)) return false;
    return true;
  }

  // The newest commit whose message matches: of all refs, or of what is behind the one named.
  bool ByMessage(std::string_view pattern, bool all) {
    const bool negated = pattern.starts_with("!-");
    if (negated)
      pattern.remove_prefix(2);
    else if (pattern.starts_with("!!"))
      pattern.remove_prefix(1);
    std::string error;
    const auto regex = Regex::Compile(pattern, {.syntax = RegexSyntax::kPosixExtended},
                                      &git_.io().account(), &error);
    if (!regex) return false;
    WalkOptions options;
    if (all) {
      std::vector<Ref> refs;
      if (!git_.refs().List("refs/", &refs)) return false;
      for (const Ref& ref : refs) {
        ObjectId id;
        if (Peel(git_, ref.id, ObjectType::kCommit, &id))
          options.tips.push_back({.id = id, .excluded = false, .left = false, .name = {}});
      }
      if (std::optional<ObjectId> head = git_.refs().Resolve("HEAD"))
        options.tips.push_back({.id = *head, .excluded = false, .left = false, .name = {}});
    } else {
      ObjectId id;
      if (!Peel(git_, named_.id, ObjectType::kCommit, &id)) return false;
      options.tips.push_back({.id = id, .excluded = false, .left = false, .name = {}});
    }
    Walk walk;
    WalkItem item;
    if (!walk.Start(git_, options)) return false;
    while (walk.Next(git_, options, &item)) {
      Git::Scratch scratch(git_);
      Commit commit;
      if (!ReadCommit(git_, item.id, &commit)) return false;
      const bool matches =
          regex->Search(RegexSubject(commit.message), 0, nullptr, 0, RegexAnchor::kNone,
                        &git_.io().account()) == RegexOutcome::kMatch;
      if (matches == negated) continue;
      named_ = {item.id, "", "", 0};
      return true;
    }
    return false;
  }

  Git& git_;
  Named& named_;
};

}  // namespace

std::optional<std::string> FullRefName(Git& git, std::string_view name) {
  if (name == "@") name = "HEAD";
  for (std::string_view prefix : {"", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"}) {
    const std::string full = std::string(prefix) + std::string(name);
    if (!IsRefName(full, true)) continue;
    // Without a prefix only HEAD and its kin are refs: their names are upper case.
    if (prefix.empty() && !name.starts_with("refs/") &&
        !std::all_of(name.begin(), name.end(),
                     [](char c) { return (c >= 'A' && c <= 'Z') || c == '_' || c == '-'; }))
      continue;
    if (git.refs().Resolve(full)) return full;
    if (git.over()) return std::nullopt;
  }
  const std::string head = "refs/remotes/" + std::string(name) + "/HEAD";
  if (IsRefName(head) && git.refs().Resolve(head)) return head;
  return std::nullopt;
}

std::optional<std::string> DetachedText(Git& git, const ObjectId& head) {
  Git::Scratch scratch(git);
  std::vector<LogLine> lines;
  if (!git.refs().ReadLog("HEAD", &lines)) return std::nullopt;
  for (size_t i = lines.size(); i-- > 0;) {
    const std::string& message = lines[i].message;
    const size_t to = message.find(" to ");
    if (!message.starts_with("checkout: moving from ") || to == std::string::npos) continue;
    // A ref is named as long as it stands where HEAD was taken to. "HEAD" always does, and says
    // nothing.
    const std::string name = message.substr(to + 4);
    std::string shown = git.objects().Abbreviate(lines[i].after);
    Named named;
    ObjectId there;
    if (name != "HEAD" && !ObjectId::FromHex(name) && FullRefName(git, name) &&
        FindRevision(git, name, &named) && Peel(git, named.id, ObjectType::kCommit, &there) &&
        there == lines[i].after) {
      shown = named.ref;
      for (std::string_view prefix : {"refs/tags/", "refs/remotes/"})
        if (shown.starts_with(prefix)) shown.erase(0, prefix.size());
    }
    return (lines[i].after == head ? "detached at " : "detached from ") + shown;
  }
  return std::nullopt;
}

bool FindRevision(Git& git, std::string_view text, Named* named) {
  return Finder(git, named).Find(text);
}

bool TryCommit(Git& git, std::string_view text, ObjectId* id) {
  Named named;
  return FindRevision(git, text, &named) && Peel(git, named.id, ObjectType::kCommit, id);
}

bool FindCommit(Git& git, std::string_view text, ObjectId* id) {
  if (TryCommit(git, text, id)) return true;
  if (git.over() || git.status() != 0) return false;
  return git.Fatal("invalid reference: " + std::string(text));
}

bool FindTree(Git& git, std::string_view text, ObjectId* id) {
  Named named;
  if (FindRevision(git, text, &named) && Peel(git, named.id, ObjectType::kTree, id)) return true;
  if (git.over() || git.status() != 0) return false;
  return git.Fatal("Not a valid object name " + std::string(text));
}

std::optional<std::string> UpstreamOf(Git& git, std::string_view branch) {
  if (!branch.starts_with("refs/heads/")) return std::nullopt;
  const std::string name(branch.substr(11));
  const auto remote = git.config().Get("branch." + name + ".remote");
  const auto merge = git.config().Get("branch." + name + ".merge");
  if (!remote || !merge) return std::nullopt;
  if (*remote == ".") return *merge;
  if (!merge->starts_with("refs/heads/")) return std::nullopt;
  return "refs/remotes/" + *remote + "/" + merge->substr(11);
}

std::optional<std::string> PreviousBranch(Git& git, int64_t n) {
  std::vector<LogLine> lines;
  Git::Scratch scratch(git);
  if (n < 1 || !git.refs().ReadLog("HEAD", &lines)) return std::nullopt;
  for (size_t i = lines.size(); i-- > 0;) {
    constexpr std::string_view kMoved = "checkout: moving from ";
    const std::string_view message = lines[i].message;
    if (!message.starts_with(kMoved)) continue;
    const size_t to = message.find(" to ", kMoved.size());
    if (to == std::string_view::npos || --n > 0) continue;
    return std::string(message.substr(kMoved.size(), to - kMoved.size()));
  }
  return std::nullopt;
}

bool AddRevisions(Git& git, std::string_view word, RevisionWords* result, bool objects) {
  const auto add = [&](std::string_view name, bool excluded, bool left) {
    Named named;
    ObjectId id;
    if (!FindRevision(git, name, &named)) return false;
    id = named.id;
    if (!objects && !Peel(git, named.id, ObjectType::kCommit, &id)) return false;
    if (objects && !git.objects().Has(id))
      return git.over() ? false : git.Fatal("bad object " + std::string(name));
    if (!git.Charge(3 * sizeof(WalkTip) + name.size())) return false;
    result->tips.push_back(
        {.id = id, .excluded = excluded, .left = left, .name = std::string(name)});
    return true;
  };
  const size_t dots = word.find("..");
  if (dots != std::string_view::npos && word != ".." && !word.starts_with("../") &&
      word.find("/..") == std::string_view::npos) {
    const bool symmetric = word.substr(dots).starts_with("...");
    std::string_view a = word.substr(0, dots), b = word.substr(dots + (symmetric ? 3 : 2));
    if (a.empty()) a = "HEAD";
    if (b.empty()) b = "HEAD";
    const size_t before = result->tips.size();
    const auto both = [&] {
      if (!symmetric) return add(a, true, false) && add(b, false, false);
      if (!add(a, false, true) || !add(b, false, false)) return false;
      std::vector<ObjectId> bases;
      if (!MergeBases(git, result->tips[before].id, {result->tips[before + 1].id}, &bases))
        return false;
      for (const ObjectId& base : bases)
        result->tips.push_back({.id = base, .excluded = true, .left = false, .name = {}});
      result->symmetric = true;
      return true;
    };
    if (both()) return true;
    result->tips.resize(before);
    if (git.over() || git.status() != 0) return false;
  }
  if (word.starts_with('^') && word.size() > 1) return add(word.substr(1), true, false);
  for (std::string_view suffix : {"^@", "^!", "^-"}) {
    const size_t at = word.rfind(suffix);
    if (at == std::string_view::npos || at == 0) continue;
    // "^-2": without what the second parent has.
    const std::string_view digits = word.substr(at + 2);
    const int64_t number = digits.empty() ? 1 : ParseNumber(digits).value_or(0);
    if (!digits.empty() && (suffix != "^-" || number < 1)) continue;
    const std::string_view base = word.substr(0, at);
    ObjectId id;
    Commit commit;
    if (!TryCommit(git, base, &id) || !ReadCommit(git, id, &commit)) return false;
    if (suffix == "^-" && static_cast<uint64_t>(number) > commit.parents.size()) return false;
    if (suffix != "^@" && !add(base, false, false)) return false;
    for (size_t i = 0; i < commit.parents.size(); ++i)
      if ((suffix != "^-" || i + 1 == static_cast<uint64_t>(number)) &&
          !add(commit.parents[i].Hex(), suffix != "^@", false))
        return false;
    return true;
  }
  return add(word, false, false);
}

namespace {

// "REV:./PATH" begins where the user is, every other path at the top.
bool IsRelative(std::string_view path) { return path.starts_with("./") || path.starts_with("../"); }

}  // namespace

bool SayAmbiguous(Git& git, const std::string& word) {
  return git.Fatal("ambiguous argument '" + word +
                   "': unknown revision or path not in the working tree.\n"
                   "Use '--' to separate paths from revisions, like this:\n'git <command> "
                   "[<revision>...] -- [<file>...]'");
}

// "REV:PATH" of a revision that there is: says that it has no such path. False either way.
bool SayMissingPath(Git& git, const std::string& word) {
  const size_t colon = word.find(':');
  Named named;
  if (colon == 0 && word.size() > 1 && word[1] != '/') {
    // ":2:a" or ":a", in the index.
    const bool staged = word.size() > 3 && word[1] >= '0' && word[1] <= '3' && word[2] == ':';
    std::string path = word.substr(staged ? 3 : 1);
    if (!git.index().Load(git)) return false;
    const bool is_relative = IsRelative(path);
    if (is_relative) {
      const std::optional<std::string> inside = PathInTree(git, path);
      if (!inside)
        return git.Fatal("'" + path + "' is outside repository at '" + git.work_tree + "'");
      path = *inside;
    }
    const std::string full = is_relative ? path : git.prefix + path;
    const IndexEntry* any = git.index().FindAny(path);
    const char stage = staged ? word[1] : '0';
    if (any != nullptr)
      return git.Fatal("path '" + path + "' is in the index, but not at stage " +
                       std::string(1, stage) +
                       "\nhint: Did you mean ':" + std::to_string(any->stage) + ":" + path + "'?");
    if (any = git.index().FindAny(full); any != nullptr) {
      const std::string mark = ":" + std::to_string(any->stage) + ":";
      return git.Fatal("path '" + full + "' is in the index, but not '" + path +
                       "'\nhint: Did you mean '" + mark + full + "' aka '" + mark + "./" + path +
                       "'?");
    }
    if (git.Exists(git.WorkPath(path)))
      return git.Fatal("path '" + path + "' exists on disk, but not in the index");
    return git.Fatal("path '" + path + "' does not exist (neither on disk nor in the index)");
  }
  if (colon == std::string::npos || colon == 0) return false;
  if (git.Exists(word.starts_with('/') ? word : git.cwd + "/" + word)) return false;
  if (!FindRevision(git, word.substr(0, colon), &named)) {
    if (git.over() || git.status() != 0) return false;
    return git.Fatal("invalid object name '" + word.substr(0, colon) + "'.");
  }
  const std::string revision = word.substr(0, colon);
  std::string path = word.substr(colon + 1);
  if (IsRelative(path)) {
    path = PathInTree(git, path).value_or(path);
  } else if (!git.prefix.empty() && FindRevision(git, revision + ":" + git.prefix + path, &named)) {
    return git.Fatal("path '" + git.prefix + path + "' exists, but not '" + path +
                     "'\nhint: Did you mean '" + revision + ":" + git.prefix + path + "' aka '" +
                     revision + ":./" + path + "'?");
  }
  if (git.over()) return false;
  const bool on_disk = git.Exists(path.starts_with('/') ? path : git.WorkPath(path));
  return git.Fatal("path '" + path +
                   (on_disk ? "' exists on disk, but not in '" : "' does not exist in '") +
                   revision + "'");
}

bool SayMisspelt(Git& git, const std::string& word) {
  const bool may_be_path =
      word.size() > 1 && word[0] == ':' && std::isalnum(static_cast<unsigned char>(word[1])) == 0;
  return !may_be_path && SayMissingPath(git, word);
}

bool SortWords(Git& git, std::span<const std::string> words, bool has_dashes, size_t dashes,
               RevisionWords* result, bool objects) {
  bool in_paths = false;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (has_dashes && i >= dashes) in_paths = true;
    if (in_paths) {
      result->paths.push_back(word);
      if (has_dashes) continue;
      // Without "--" a path has to be there.
      const bool is_special = word.starts_with(':') && !IsRelative(word.substr(1));
      const std::string path = word.starts_with('/') || is_special ? word : git.cwd + "/" + word;
      if (!word.empty() && (git.Exists(path) || HasWildcards(word) || is_special)) continue;
      return SayAmbiguous(git, word);
    }
    if (AddRevisions(git, word, result, objects)) {
      if (has_dashes || !git.Exists(word.starts_with('/') ? word : git.cwd + "/" + word)) continue;
      return git.Fatal("ambiguous argument '" + word +
                       "': both revision and filename\n"
                       "Use '--' to separate paths from revisions, like this:\n'git <command> "
                       "[<revision>...] -- [<file>...]'");
    }
    if (git.over() || git.status() != 0) return false;
    SayMisspelt(git, word);
    if (git.over() || git.status() != 0) return false;
    if (has_dashes) return git.Fatal("bad revision '" + word + "'");
    in_paths = true;
    --i;
  }
  return true;
}

}  // namespace pysub::shell::git
