// What scripts ask: cat-file, rev-parse, hash-object, write-tree, commit-tree, read-tree, mktree.
//
// Those that read names or bytes from standard input collect them in `text` first; cat-file --batch
// then is a unit a line, and `at` is where the next line begins.

#include <algorithm>

#include "shell/commands/git/check_object.h"
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

// A tree as ls-tree and cat-file -p show it.
void TreeLine(Git& git, const TreeEntry& entry, const std::string& path, bool nul) {
  const std::string type = entry.IsTree()                               ? "tree"
                           : (entry.mode & kModeKind) == kModeSubmodule ? "commit"
                                                                        : "blob";
  git.Out(ModeText(entry.mode) + " " + type + " " + entry.id.Hex() + "\t" +
          (nul ? path + std::string(1, '\0') : QuotedPath(git, path) + "\n"));
}

bool Pretty(Git& git, const ObjectId& id) {
  Object object;
  if (!git.objects().Read(id, &object)) return false;
  if (object.type != ObjectType::kTree) {
    git.Out(object.bytes);
    return !git.over();
  }
  std::vector<TreeEntry> entries;
  if (!ReadTree(git, id, &entries)) return false;
  for (const TreeEntry& entry : entries) TreeLine(git, entry, entry.name, false);
  return !git.over();
}

enum CatWord {
  kPretty = 1,
  kType,
  kSize,
  kExists,
  kBatch,
  kBatchCheck,
  kBatchAll,
  kTextconv,
  kUnordered,
  kBuffer,
  kFollow
};
constexpr WordRow kCatWords[] = {{kPretty, 'p', ""},
                                 {kType, 't', ""},
                                 {kSize, 's', ""},
                                 {kExists, 'e', ""},
                                 {kBatch, 0, "batch", kOptional},
                                 {kBatchCheck, 0, "batch-check", kOptional},
                                 {kBatchAll, 0, "batch-all-objects"},
                                 {kTextconv, 0, "textconv"},
                                 {kTextconv, 0, "filters"},
                                 {kUnordered, 0, "unordered"},
                                 {kBuffer, 0, "buffer"},
                                 {kFollow, 0, "follow-symlinks"}};

// A line of --batch.
bool BatchLine(Git& git, const std::string& name, const std::string& format, bool with_bytes) {
  Named named;
  ObjectType type = ObjectType::kNone;
  uint64_t size = 0;
  if (!FindRevision(git, name, &named) || !git.objects().Info(named.id, &type, &size, true)) {
    if (git.over()) return false;
    git.set_status(0);
    git.Out(name + " missing\n");
    return true;
  }
  std::string line;
  for (size_t i = 0; i < format.size(); ++i) {
    const std::string_view rest = std::string_view(format).substr(i);
    const auto field = [&](std::string_view field_name, const std::string& value) {
      if (!rest.starts_with(field_name)) return false;
      line += value;
      i += field_name.size() - 1;
      return true;
    };
    if (field("%(objectname)", named.id.Hex()) ||
        field("%(objecttype)", std::string(TypeName(type))) ||
        field("%(objectsize)", std::to_string(size)) || field("%(rest)", "") ||
        field("%(deltabase)", ObjectId().Hex()))
      continue;
    line += format[i];
  }
  git.Out(line + "\n");
  if (!with_bytes) return true;
  Object object;
  if (!git.objects().Read(named.id, &object)) return false;
  git.Out(object.bytes);
  git.Out("\n");
  return true;
}

}  // namespace

Outcome RunCatFile(Git& git) {
  int mode = 0;
  bool all = false;
  std::string format = "%(objectname) %(objecttype) %(objectsize)";
  WordReader reader(git, {kCatWords});
  while (reader.Next()) {
    switch (reader.id()) {
      case kBatchAll: all = true; break;
      case kUnordered:
      case kBuffer: break;
      case kTextconv:
      case kFollow: return RefuseOption(git, reader) ? 0 : 128;
      default:
        mode = reader.id();
        if ((mode == kBatch || mode == kBatchCheck) && reader.has_value()) format = reader.value();
    }
  }
  if (!reader.ok()) return git.status();
  const std::vector<std::string>& words = reader.operands();
  State& state = git.state();
  if (mode == kBatch || mode == kBatchCheck) {
    if (all) {
      std::vector<ObjectId> ids;
      if (!git.objects().ListAll(&ids)) return StatusOf(git);
      for (const ObjectId& id : ids) {
        Git::Scratch scratch(git);
        if (!BatchLine(git, id.Hex(), format, mode == kBatch)) return StatusOf(git);
      }
      return 0;
    }
    if (!ReadAllInput(git)) return WhileNoInput(git);
    bool worked = false;  // each unit gets something done
    while (state.at < state.text.size()) {
      if (std::exchange(worked, true) && git.io().Tick(64)) return std::nullopt;
      std::string_view rest = std::string_view(state.text).substr(state.at);
      const size_t before = rest.size();
      const std::string line(TakeLine(&rest));
      state.at += before - rest.size();
      Git::Scratch scratch(git);
      if (!BatchLine(git, line, format, mode == kBatch)) return StatusOf(git);
    }
    return 0;
  }
  if (words.size() != (mode == 0 ? 2u : 1u))
    return Usage(git, "git cat-file (-t | -s | -e | -p | <type>) <object>");
  Named named;
  if (!FindRevision(git, words.back(), &named)) {
    if (!git.over() && git.status() == 0) SayMissingPath(git, words.back());
    if (git.over() || git.status() != 0) return StatusOf(git);
    return git.Fatal("Not a valid object name " + words.back()) ? 0 : 128;
  }
  if (mode == kExists) return git.objects().Has(named.id) ? 0 : 1;
  ObjectType type = ObjectType::kNone;
  uint64_t size = 0;
  if (!git.objects().Info(named.id, &type, &size, true))
    return git.over() || git.status() != 0 ? StatusOf(git)
           : git.Fatal(mode == kType || mode == kSize ? "git cat-file: could not get object info"
                                                      : "Not a valid object name " + words.back())
               ? 0
               : 128;
  if (mode == kType)
    git.Out(std::string(TypeName(type)) + "\n");
  else if (mode == kSize)
    git.Out(std::to_string(size) + "\n");
  else if (mode == kPretty)
    return Pretty(git, named.id) ? 0 : StatusOf(git);
  else {
    const ObjectType wanted = TypeOfName(words[0]);
    ObjectId id;
    if (wanted == ObjectType::kNone)
      return git.Fatal("invalid object type \"" + words[0] + "\"") ? 0 : 128;
    Object object;
    if (!Peel(git, named.id, wanted, &id))
      return git.over() || git.status() != 0                            ? StatusOf(git)
             : git.Fatal("git cat-file " + words.back() + ": bad file") ? 0
                                                                        : 128;
    if (!git.objects().Read(id, &object)) return StatusOf(git);
    git.Out(object.bytes);
  }
  return git.over() ? 2 : 0;
}

// ---- rev-parse

namespace {

class RevParser {
 public:
  explicit RevParser(Git& git) : git_(git) {}

  int Run() {
    for (size_t i = 0; i < git_.words.size(); ++i) {
      const std::string& word = git_.words[i];
      if (dashes_) {
        Say(word);
        continue;
      }
      if (word == "--") {
        dashes_ = true;
        if (!only_revisions_) Say(word);
        continue;
      }
      if (word.starts_with('-') && word.size() > 1) {
        const std::optional<int> status = Option(word, i);
        if (status) return *status;
        continue;
      }
      if (!Revision(word)) {
        if (git_.over()) return 2;
        if (quiet_) return 1;
        return StatusOf(git_);
      }
    }
    if (verified_ == 1 && !said_) SayName(single_.id, single_.ref, false);
    if (verify_ && !said_) {
      if (quiet_) return 1;
      return git_.Fatal("Needed a single revision") ? 0 : 128;
    }
    return git_.over() ? 2 : 0;
  }

 private:
  void Say(const std::string& text) { git_.Out(text + "\n"); }
  bool Repository() { return git_.NeedRepository(); }

  std::optional<int> Option(const std::string& word, size_t& at) {
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals),
                      value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (name == "--git-path" || name == "--default" || name == "--prefix") {
      if (at + 1 >= git_.words.size())
        return git_.Fatal("the option '" + name + "' needs a value") ? 0 : 128;
      const std::string next = git_.words[++at];
      if (name == "--git-path") {
        if (!Repository()) return StatusOf(git_);
        Say(DirectoryFromHere() == "." ? next : JoinPath(DirectoryFromHere(), next));
      } else if (name == "--default" && at + 1 == git_.words.size() && !said_ && verified_ == 0 &&
                 !Revision(next)) {
        return StatusOf(git_);
      }
      return std::nullopt;
    }
    if (name == "--verify")
      verify_ = true;
    else if (name == "-q" || name == "--quiet")
      quiet_ = true;
    else if (name == "--short") {
      verify_ = true;
      shorten_ = true;
      digits_ =
          value.empty()
              ? 0
              : static_cast<size_t>(std::clamp<int64_t>(ParseNumber(value).value_or(7), 4, 40));
    } else if (name == "--abbrev-ref")
      abbrev_ref_ = true;
    else if (name == "--symbolic-full-name")
      full_name_ = true;
    else if (name == "--symbolic")
      symbolic_ = true;
    else if (name == "--not")
      inverted_ = !inverted_;
    else if (name == "--since" || name == "--after" || name == "--until" || name == "--before")
      return SayMoment(name == "--since" || name == "--after" ? "--max-age=" : "--min-age=", value);
    else if (name == "--revs-only")
      only_revisions_ = true;
    else if (name == "--sq-quote" || name == "--parseopt")
      return git_.Fatal("'rev-parse " + name + "' is not supported") ? 0 : 128;
    else if (name == "--no-revs" || name == "--flags" || name == "--no-flags" ||
             name == "--path-format" || name == "--end-of-options")
      return std::nullopt;
    else if (name == "--is-inside-git-dir" || name == "--is-inside-work-tree" ||
             name == "--is-bare-repository") {
      if (!Repository()) return StatusOf(git_);
      const bool in_dir = (git_.cwd + "/").starts_with(git_.git_dir + "/");
      if (name == "--is-inside-git-dir")
        Say(in_dir ? "true" : "false");
      else if (name == "--is-inside-work-tree")
        Say(!git_.work_tree.empty() && !in_dir && (git_.cwd + "/").starts_with(git_.work_tree + "/")
                ? "true"
                : "false");
      else
        Say(git_.config().GetBool("core.bare", false) ? "true" : "false");
    } else if (name == "--is-shallow-repository")
      Say("false");
    else if (name == "--git-dir" || name == "--absolute-git-dir" || name == "--git-common-dir") {
      if (!Repository()) return StatusOf(git_);
      Say(name == "--absolute-git-dir" ? git_.git_dir
          : name == "--git-dir"        ? git_.git_dir_shown
                                       : DirectoryFromHere());
    } else if (name == "--show-toplevel") {
      if (!git_.NeedWorkTree()) return StatusOf(git_);
      Say(git_.work_tree);
    } else if (name == "--show-prefix") {
      if (!Repository()) return StatusOf(git_);
      Say(git_.prefix);
    } else if (name == "--show-cdup") {
      if (!Repository()) return StatusOf(git_);
      Say(WayUp());
    } else if (name == "--show-superproject-working-tree") {
      return std::nullopt;
    } else if (name == "--show-object-format") {
      Say("sha1");
    } else if (name == "--all") {
      return SayRefs("refs/", 0, value);
    } else if (name == "--branches") {
      return SayRefs("refs/heads/", 11, value);
    } else if (name == "--tags") {
      return SayRefs("refs/tags/", 10, value);
    } else if (name == "--remotes") {
      return SayRefs("refs/remotes/", 13, value);
    } else {
      Say(word);
    }
    return std::nullopt;
  }

  // `bare`: where a name begins that --symbolic shows.
  std::optional<int> SayRefs(const std::string& prefix, size_t bare, const std::string& glob) {
    if (!Repository()) return StatusOf(git_);
    std::vector<Ref> refs;
    if (!git_.refs().List(prefix, &refs)) return StatusOf(git_);
    for (const Ref& ref : refs) {
      if (glob.empty() || WildMatch(git_, prefix + glob, ref.name, false))
        SayName(ref.id, symbolic_ ? ref.name.substr(bare) : ref.name, false);
    }
    return std::nullopt;
  }

  std::optional<int> SayMoment(const std::string& name, const std::string& value) {
    const auto moment = ParseMoment(git_, value);
    const int64_t now = git_.io().RealTimeNs() / 1'000'000'000;
    Say(name + std::to_string(moment ? moment->time : now));
    return std::nullopt;
  }

  // "../" from where we are to the top of the work tree.
  std::string WayUp() const {
    std::string up;
    for (char c : git_.prefix)
      if (c == '/') up += "../";
    return up;
  }

  // The repository as seen from here when it was found; one that was named is shown as it was.
  std::string DirectoryFromHere() {
    const bool found = git_.git_dir_shown == git_.git_dir && !git_.Env("GIT_DIR") &&
                       git_.git_dir == git_.WorkPath(".git");
    return found && !git_.prefix.empty() ? WayUp() + ".git" : git_.git_dir_shown;
  }

  void SayName(const ObjectId& id, const std::string& ref, bool excluded) {
    said_ = true;
    const std::string mark = excluded != inverted_ ? "^" : "";
    if ((abbrev_ref_ || full_name_ || symbolic_) && !ref.empty()) {
      std::string name = ref;
      if (ref == "HEAD" && !symbolic_) {
        const std::string branch = git_.refs().HeadBranch();
        if (!branch.empty()) name = branch;
      }
      Say(mark + (abbrev_ref_ ? ShortRef(name) : name));
      return;
    }
    if (abbrev_ref_ || full_name_) return;
    Say(mark + (shorten_ ? digits_ != 0 ? git_.objects().Abbreviate(id, digits_)
                                        : git_.objects().Abbreviate(id)
                         : id.Hex()));
  }

  bool Revision(const std::string& word) {
    if (!Repository()) return false;
    Named named;
    if (FindRevision(git_, word, &named)) {
      if (verify_) {
        // (It is said at the end, when it is the only one.)
        ++verified_;
        single_ = named;
        return true;
      }
      SayName(named.id, symbolic_ ? word : named.ref, false);
      return true;
    }
    if (git_.over() || git_.status() != 0) return false;
    RevisionWords words;
    if ((word.find("..") != std::string::npos || word.starts_with('^') ||
         word.find("^@") != std::string::npos || word.find("^!") != std::string::npos ||
         word.find("^-") != std::string::npos) &&
        AddRevisions(git_, word, &words, true)) {
      // The included ones first, as the real one says them.
      if (word.find("...") != std::string::npos) {
        SayName(words.tips[1].id, "", false);
        SayName(words.tips[0].id, "", false);
        for (size_t i = 2; i < words.tips.size(); ++i) SayName(words.tips[i].id, "", true);
        return true;
      }
      for (const WalkTip& tip : words.tips)
        if (!tip.excluded) SayName(tip.id, "", false);
      for (const WalkTip& tip : words.tips)
        if (tip.excluded) SayName(tip.id, "", true);
      return true;
    }
    if (git_.over() || git_.status() != 0) return false;
    if (verify_ || shorten_) {
      if (quiet_) return false;
      return git_.Fatal("Needed a single revision");
    }
    // A path that is there is said as it is.
    if (!only_revisions_ && git_.Exists(word.starts_with('/') ? word : JoinPath(git_.cwd, word))) {
      Say(word);
      return true;
    }
    if (only_revisions_) return true;
    Say(word);
    SayMisspelt(git_, word);
    if (git_.over() || git_.status() != 0) return false;
    return SayAmbiguous(git_, word);
  }

  Git& git_;
  bool verify_ = false, quiet_ = false, shorten_ = false, abbrev_ref_ = false, full_name_ = false,
       symbolic_ = false, only_revisions_ = false, inverted_ = false, dashes_ = false,
       said_ = false;
  size_t digits_ = 0, verified_ = 0;
  Named single_;
};

}  // namespace

Outcome RunRevParse(Git& git) { return RevParser(git).Run(); }

// ---- writing

namespace {
enum HashWord { kWriteIt = 1, kStdin, kHashType, kHashPath, kNoFilters, kStdinPaths, kLiterally };
constexpr WordRow kHashWords[] = {{kWriteIt, 'w', ""},          {kStdin, 0, "stdin"},
                                  {kHashType, 't', "", kValue}, {kHashPath, 0, "path", kValue},
                                  {kNoFilters, 0, "filters"},   {kStdinPaths, 0, "stdin-paths"},
                                  {kLiterally, 0, "literally"}};
}  // namespace

Outcome RunHashObject(Git& git) {
  bool write = false, input = false, literally = false;
  std::string type_name = "blob";
  ObjectType type = ObjectType::kBlob;
  WordReader reader(git, {kHashWords});
  while (reader.Next()) {
    if (reader.id() == kWriteIt) write = true;
    if (reader.id() == kStdin) input = true;
    if (reader.id() == kLiterally) literally = true;
    if (reader.id() == kHashType) type = TypeOfName(type_name = reader.value());
    if (reader.id() == kStdinPaths) return RefuseOption(git, reader) ? 0 : 128;
  }
  if (!reader.ok()) return git.status();
  if (type == ObjectType::kNone)
    return git.Fatal("invalid object type \"" + type_name + "\"") ? 0 : 128;
  if (write && !git.NeedRepository()) return git.status();
  const auto hash = [&](std::string_view bytes) {
    ObjectId id;
    if (!literally && !CheckObject(git, type, bytes)) return false;
    if (write ? !git.objects().Write(type, bytes, &id)
              : (id = HashObject(git, type, bytes), git.over()))
      return false;
    git.Out(id.Hex() + "\n");
    return true;
  };
  if (input) {
    if (!ReadAllInput(git)) return WhileNoInput(git);
    if (!hash(git.state().text)) return StatusOf(git);
  }
  for (const std::string& word : reader.operands()) {
    std::string bytes;
    int error = 0;
    Git::Scratch scratch(git);
    if (!git.ReadWhole(word.starts_with('/') ? word : JoinPath(git.cwd, word), &bytes, &error))
      return git.over() ? 2
             : git.Fatal("could not open '" + word +
                         "' for reading: " + std::string(ErrnoText(error)))
                 ? 0
                 : 128;
    if (!hash(bytes)) return StatusOf(git);
  }
  return git.over() ? 2 : 0;
}

Outcome RunWriteTree(Git& git) {
  bool missing = false;
  for (const std::string& word : git.words) {
    if (word == "--missing-ok")
      missing = true;
    else
      return git.Fatal("'" + word + "' is not supported") ? 0 : 128;
  }
  ObjectId tree;
  if (!git.index().Load(git) || !WriteTrees(git, git.index().entries, &tree, missing))
    return StatusOf(git);
  git.Out(tree.Hex() + "\n");
  return 0;
}

Outcome RunMktree(Git& git) {
  if (!ReadAllInput(git)) return WhileNoInput(git);
  std::vector<TreeEntry> entries;
  std::string_view rest = git.state().text;
  while (!rest.empty()) {
    if (!git.Tick(64)) return 2;
    const std::string_view line = TakeLine(&rest);
    const size_t tab = line.find('\t');
    const size_t first = line.find(' '),
                 second = first == std::string_view::npos ? first : line.find(' ', first + 1);
    if (tab == std::string_view::npos || second == std::string_view::npos || second > tab)
      return git.Fatal("input format error: " + std::string(line)) ? 0 : 128;
    TreeEntry entry;
    for (char c : line.substr(0, first))
      entry.mode = entry.mode << 3 | static_cast<uint32_t>((c - '0') & 7);
    const std::optional<ObjectId> id = ObjectId::FromHex(line.substr(second + 1, tab - second - 1));
    entry.name = line.substr(tab + 1);
    if (!id || entry.name.empty() || entry.name.find('/') != std::string::npos)
      return git.Fatal("input format error: " + std::string(line)) ? 0 : 128;
    entry.id = *id;
    if (!git.Charge(3 * sizeof(TreeEntry) + entry.name.size())) return 2;
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(), [](const TreeEntry& a, const TreeEntry& b) {
    return a.name + (a.IsTree() ? "/" : "") < b.name + (b.IsTree() ? "/" : "");
  });
  std::string bytes;
  for (const TreeEntry& entry : entries) {
    std::string octal;
    for (uint32_t mode = entry.mode; mode != 0; mode >>= 3)
      octal.insert(octal.begin(), static_cast<char>('0' + (mode & 7)));
    bytes += octal + " " + entry.name + std::string(1, '\0') + std::string(entry.id.Raw());
  }
  ObjectId id;
  if (!git.objects().Write(ObjectType::kTree, bytes, &id)) return StatusOf(git);
  git.Out(id.Hex() + "\n");
  return 0;
}

namespace {
enum CommitTreeWord { kParent = 1, kText, kFromFile, kSign };
constexpr WordRow kCommitTreeWords[] = {{kParent, 'p', "", kValue},
                                        {kText, 'm', "", kValue},
                                        {kFromFile, 'F', "", kValue},
                                        {kSign, 'S', "gpg-sign", kOptional}};
}  // namespace

Outcome RunCommitTree(Git& git) {
  std::vector<ObjectId> parents;
  std::string message;
  bool has_message = false;
  WordReader reader(git, {kCommitTreeWords});
  while (reader.Next()) {
    ObjectId id;
    if (reader.id() == kParent) {
      if (!FindCommit(git, reader.value(), &id)) return StatusOf(git);
      parents.push_back(id);
    } else if (reader.id() == kText) {
      message += (has_message ? "\n" : "") + reader.value() + "\n";
      has_message = true;
    } else if (reader.id() == kFromFile) {
      if (!git.ReadWhole(JoinPath(git.cwd, reader.value()), &message))
        return git.over()                                                              ? 2
               : git.Fatal("git commit-tree: failed to open '" + reader.value() + "'") ? 0
                                                                                       : 128;
      has_message = true;
    } else {
      return git.Fatal("commits cannot be signed here") ? 0 : 128;
    }
  }
  if (!reader.ok()) return git.status();
  if (reader.operands().size() != 1) return git.Fatal("must give exactly one tree") ? 0 : 128;
  ObjectId tree, id;
  if (!FindTree(git, reader.operands()[0], &tree)) return StatusOf(git);
  if (!has_message) {
    if (!ReadAllInput(git)) return WhileNoInput(git);
    message = git.state().text;
  }
  std::string author, committer;
  if (!AuthorForCommit(git, &author) || !CommitterForCommit(git, &committer) ||
      !WriteCommit(git, tree, parents, author, committer, message, &id))
    return StatusOf(git);
  git.Out(id.Hex() + "\n");
  return 0;
}

namespace {

// read-tree -m: what the index has otherwise than the tree must not have been changed besides.
bool CheckOneWay(Git& git, const ObjectId& tree) {
  std::vector<TreeEntry> files;
  if (!git.index().Load(git)) return false;
  if (git.index().HasUnmerged()) return git.Fatal("You need to resolve your current index first");
  if (!FlattenTree(git, tree, &files)) return false;
  size_t at = 0;  // both are sorted by their names
  for (IndexEntry& entry : git.index().entries) {
    if (!git.Tick(64)) return false;
    for (; at < files.size() && files[at].name < entry.path; ++at)
      if (!git.Tick(8)) return false;
    const bool same = at < files.size() && files[at].name == entry.path &&
                      files[at].id == entry.id && files[at].mode == entry.mode;
    if (same) continue;
    WorkChange change = WorkChange::kNone;
    WorkFile file;
    if (!CompareWithWork(git, &entry, &change, &file)) return false;
    if (change != WorkChange::kNone && file.exists)
      return git.Error("Entry '" + entry.path + "' not uptodate. Cannot merge.", 128);
  }
  return true;
}

// -u: files go from what the index has, or from HEAD where nothing of it is to stay.
bool UpdateFiles(Git& git, const ObjectId& tree, bool reset) {
  SwitchOptions options;
  options.force = reset;
  ObjectId from;
  const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
  if (!reset) {
    if (!WriteTrees(git, git.index().entries, &from)) return false;
  } else if (head && !Peel(git, *head, ObjectType::kTree, &from)) {
    return false;
  }
  return SwitchTrees(git, from, tree, options);
}

}  // namespace

Outcome RunReadTree(Git& git) {
  bool update = false, reset = false, empty = false, merge = false;
  std::vector<std::string> words;
  for (const std::string& word : git.words) {
    if (word == "-u")
      update = true;
    else if (word == "--reset")
      reset = true;
    else if (word == "-m")
      merge = true;
    else if (word == "--empty")
      empty = true;
    else if (word.starts_with('-'))
      return git.Fatal("'" + word + "' is not supported") ? 0 : 128;
    else
      words.push_back(word);
  }
  if (words.size() > 1 || (words.empty() && !empty))
    return git.Fatal("'read-tree' takes one tree here") ? 0 : 128;
  if (update && !merge && !reset)
    return git.Fatal("-u is meaningless without -m, --reset, or --prefix") ? 0 : 128;
  ObjectId tree;
  if (!empty && !FindTree(git, words[0], &tree)) return StatusOf(git);
  if (merge && !git.NeedWorkTree()) return git.status();
  if (merge && !reset && !CheckOneWay(git, tree)) return StatusOf(git);
  if (update) {
    if (!git.NeedWorkTree()) return git.status();
    return UpdateFiles(git, tree, reset) ? 0 : StatusOf(git);
  }
  if (!SetIndex(git, tree) || !git.index().Write(git)) return StatusOf(git);
  return 0;
}

}  // namespace pysub::shell::git
