// blame: for each line the commit that it came with. Lines are handed from a commit to its parents
// as long as these have them.
//
// A suspect is a file in a commit that some lines may have come with. The newest one is compared
// with each parent: lines that are the same there become the parent's, those that are left are its
// own.
//
//   result   line 1 2 3 4 5        all of them are C's to begin with
//   C's diff to B: 2 is new        C keeps 2, B gets 1 3 4 5 (with their numbers in B's file)
//   B's diff to A: 4 5 are new     B keeps 4 5, A gets 1 3
//
// All of it is one unit: nothing can be shown before the last line has its commit.

#include <algorithm>
#include <map>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/line_hunks.h"
#include "shell/commands/git/make_commit.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"
#include "shell/regex/regex.h"

namespace pysub::shell::git {
namespace {

constexpr Takes kValue = Takes::kValue;
enum BlameWord {
  kRange = 1,
  kLongNames,
  kRawTime,
  kSuppress,
  kEmail,
  kNumbers,
  kNames,
  kPorcelain,
  kLinePorcelain,
  kWhite,
  kMinimal,
  kDate,
  kAbbrev,
  kRoot,
  kNothing,
  kAnnotate,
  kRefused,
  kBlankBoundary
};
constexpr WordRow kBlameWords[] = {
    {kRange, 'L', "", kValue},
    {kLongNames, 'l', ""},
    {kRawTime, 't', ""},
    {kSuppress, 's', ""},
    {kEmail, 'e', "show-email"},
    {kNumbers, 'n', "show-number"},
    {kNames, 'f', "show-name"},
    {kPorcelain, 'p', "porcelain"},
    {kLinePorcelain, 0, "line-porcelain"},
    {kWhite, 'w', ""},
    {kDate, 0, "date", kValue},
    {kAbbrev, 0, "abbrev", kValue},
    {kRoot, 0, "root"},
    {kBlankBoundary, 'b', ""},
    {kNothing, 0, "progress"},
    {kMinimal, 0, "minimal"},
    {kNothing, 'M', "", Takes::kOptional},
    {kRefused, 'C', "", Takes::kOptional},
    {kAnnotate, 'c', ""},
    {kRefused, 'S', "", kValue},
    {kRefused, 0, "reverse"},
    {kRefused, 0, "incremental"},
    {kRefused, 0, "contents", kValue},
    {kRefused, 0, "ignore-rev", kValue},
    {kRefused, 0, "ignore-revs-file", kValue},
    {kNothing, 0, "first-parent"},
};

// Lines [begin, begin + count) of the result are lines [at, ...) of a commit's file.
struct Part {
  uint64_t begin = 0, count = 0, at = 0;
};

struct Suspect {
  std::string path;
  std::vector<Part> parts;
  int64_t time = 0;
};

struct Blamed {
  ObjectId commit;  // null: not committed yet
  std::string path;
  uint64_t line = 0;
  bool boundary = false;
};

// The file that is blamed and what it is in `start`: `from_work` has the first from the work tree.
struct BlameFile {
  std::string shown, path;  // as it was typed, and from the top of the work tree
  std::string revision;
  ObjectId start;
  bool from_work = false;
  std::string text, committed;
};

// What a file was called before a commit renamed it.
bool OldName(Git& git, const ObjectId& before, const ObjectId& after, std::string* path,
             TreeEntry* entry, bool* found) {
  std::vector<FilePair> pairs;
  DiffOptions options;
  options.renames = 50;
  if (!DiffTreePairs(git, before, after, nullptr, &pairs) || !FindRenames(git, options, &pairs))
    return false;
  for (const FilePair& pair : pairs) {
    if (pair.status != 'R' || pair.after.path != *path) continue;
    *path = pair.before.path;
    return FindInTree(git, before, *path, entry, found);
  }
  return true;
}

class Blamer {
 public:
  Blamer(Git& git, const LineRules& rules) : git_(git), rules_(rules) {}

  // What was handed to commits before finds those that brought it.
  bool Run(std::vector<Blamed>* result, const std::vector<ObjectId>& ends) {
    result_ = result;
    ends_ = ends;
    while (!open_.empty()) {
      if (!git_.Tick(256)) return false;
      // The newest first, so that a commit has all of its lines when it is looked at.
      auto best = open_.begin();
      for (auto at = open_.begin(); at != open_.end(); ++at)
        if (at->second.time > best->second.time) best = at;
      const auto key = best->first;
      Suspect suspect = std::move(best->second);
      open_.erase(best);
      if (!One(key.first, suspect)) return false;
    }
    return true;
  }

  bool Hand(const ObjectId& id, const std::string& path, std::vector<Part> parts) {
    Suspect& suspect = open_[{id, path}];
    if (suspect.path.empty()) {
      Git::Scratch scratch(git_);
      Commit commit;
      if (!ReadCommit(git_, id, &commit)) return false;
      suspect.time = commit.time;
    }
    if (!git_.Charge(256 + parts.size() * 3 * sizeof(Part))) return false;
    suspect.path = path;
    suspect.parts.insert(suspect.parts.end(), parts.begin(), parts.end());
    return true;
  }

  // The lines of a file that no commit has yet, against another parent of what is being merged.
  bool HandToMerged(const ObjectId& id, const ObjectId& head_tree, const BlameFile& file,
                    const Lines& lines, std::vector<Part>* kept) {
    Commit commit;
    TreeEntry entry;
    bool found = false;
    std::string path = file.path, text;
    if (!ReadCommit(git_, id, &commit) || !FindInTree(git_, commit.tree, path, &entry, &found))
      return false;
    if (!found && !OldName(git_, commit.tree, head_tree, &path, &entry, &found)) return false;
    if (!found || entry.IsTree()) return !git_.over();
    Lines old_lines;
    std::vector<DiffHunk> hunks;
    if (!git_.objects().ReadTyped(entry.id, ObjectType::kBlob, &text) ||
        !old_lines.Split(git_, text) || !DiffLines(git_, old_lines, lines, rules_, &hunks))
      return false;
    std::vector<Part> rest, taken;
    for (const Part& part : *kept) Divide(part, hunks, lines.size(), &rest, &taken);
    *kept = std::move(rest);
    return taken.empty() ? !git_.over() : Hand(id, path, std::move(taken));
  }

 private:
  void Blame(const ObjectId& id, const std::string& path, const std::vector<Part>& parts,
             bool boundary) {
    for (const Part& part : parts)
      for (uint64_t i = 0; i < part.count && part.begin + i < result_->size(); ++i)
        (*result_)[part.begin + i] = {id, path, part.at + i, boundary};
  }

  bool One(const ObjectId& id, Suspect& suspect) {
    Git::Scratch scratch(git_);
    Commit commit;
    if (!ReadCommit(git_, id, &commit)) return false;
    const bool end = std::find(ends_.begin(), ends_.end(), id) != ends_.end();
    if (end || commit.parents.empty()) {
      Blame(id, suspect.path, suspect.parts, true);
      return true;
    }
    TreeEntry here;
    bool found = false;
    if (!FindInTree(git_, commit.tree, suspect.path, &here, &found)) return false;
    std::string text;
    Lines lines;
    if (found &&
        (!git_.objects().ReadTyped(here.id, ObjectType::kBlob, &text) || !lines.Split(git_, text)))
      return false;
    std::vector<std::pair<ObjectId, std::pair<std::string, std::vector<Part>>>> handed;
    // A parent that has the very same file takes all.
    for (const ObjectId& parent : commit.parents) {
      TreeEntry there;
      Commit above;
      if (!ReadCommit(git_, parent, &above) ||
          !FindInTree(git_, above.tree, suspect.path, &there, &found))
        return false;
      if (found && there.id == here.id) return Hand(parent, suspect.path, std::move(suspect.parts));
    }
    for (const ObjectId& parent : commit.parents) {
      if (suspect.parts.empty()) break;
      TreeEntry there;
      Commit above;
      std::string path = suspect.path, old;
      if (!ReadCommit(git_, parent, &above) || !FindInTree(git_, above.tree, path, &there, &found))
        return false;
      if (!found && !OldName(git_, above.tree, commit.tree, &path, &there, &found)) return false;
      if (!found) continue;
      Lines old_lines;
      std::vector<DiffHunk> hunks;
      if (!git_.objects().ReadTyped(there.id, ObjectType::kBlob, &old) ||
          !old_lines.Split(git_, old) || !DiffLines(git_, old_lines, lines, rules_, &hunks))
        return false;
      std::vector<Part> kept, taken;
      for (const Part& part : suspect.parts) Divide(part, hunks, lines.size(), &kept, &taken);
      suspect.parts = std::move(kept);
      if (!taken.empty()) handed.push_back({parent, {path, std::move(taken)}});
    }
    Blame(id, suspect.path, suspect.parts, false);
    for (auto& [parent, what] : handed)
      if (!Hand(parent, what.first, std::move(what.second))) return false;
    return true;
  }

  // The lines of a part that the parent has, too, go to it.
  void Divide(const Part& part, const std::vector<DiffHunk>& hunks, uint64_t size,
              std::vector<Part>* kept, std::vector<Part>* taken) {
    uint64_t at = part.at;
    const uint64_t end = std::min(part.at + part.count, size);
    const auto put = [&](std::vector<Part>* list, uint64_t from, uint64_t to, uint64_t place) {
      if (to > from && git_.Charge(3 * sizeof(Part)))
        list->push_back({part.begin + (from - part.at), to - from, place});
    };
    uint64_t same_new = 0, same_old = 0;  // behind the last change
    for (size_t i = 0; i <= hunks.size() && at < end; ++i) {
      const uint64_t until = i < hunks.size() ? hunks[i].b_begin : size;
      if (at < until) {
        const uint64_t to = std::min(end, until);
        put(taken, at, to, same_old + (at - same_new));
        at = to;
      }
      if (i == hunks.size()) break;
      if (at < end && at < hunks[i].b_end) {
        const uint64_t to = std::min(end, hunks[i].b_end);
        put(kept, at, to, at);
        at = to;
      }
      same_new = hunks[i].b_end;
      same_old = hunks[i].a_end;
    }
  }

  Git& git_;
  const LineRules& rules_;
  std::map<std::pair<ObjectId, std::string>, Suspect> open_;
  std::vector<Blamed>* result_ = nullptr;
  std::vector<ObjectId> ends_;
};

struct BlameOptions {
  bool long_names = false, raw_time = false, suppress = false, email = false, numbers = false,
       names = false, porcelain = false, line_porcelain = false, root = false, annotate = false;
  std::string date = "iso";
  size_t abbrev = 0;
  std::vector<std::string> ranges;
};

// "-L 5,10", "-L 5,+3", "-L /regex/,+2".
bool TakeRange(Git& git, const std::string& range, const Lines& lines, const std::string& path,
               uint64_t* begin, uint64_t* end) {
  const auto place = [&](std::string_view* text, uint64_t from, bool is_end, uint64_t* line) {
    if (text->starts_with('/')) {
      const size_t close = text->find('/', 1);
      if (close == std::string_view::npos)
        return git.Fatal("-L argument not 'start,end:file' or ':funcname:file'");
      std::string error;
      const auto regex = Regex::Compile(text->substr(1, close - 1), {.syntax = RegexSyntax::kGrep},
                                        &git.io().account(), &error);
      if (!regex)
        return git.Fatal("-L parameter '" + std::string(text->substr(1, close - 1)) +
                         "': " + error);
      for (uint64_t i = from; i < lines.size(); ++i) {
        std::string_view content = lines[i];
        if (content.ends_with('\n')) content.remove_suffix(1);
        if (regex->Search(RegexSubject(content), 0, nullptr, 0, RegexAnchor::kNone,
                          &git.io().account()) != RegexOutcome::kMatch)
          continue;
        *line = i + 1;
        text->remove_prefix(close + 1);
        return true;
      }
      return git.Fatal("-L parameter '" + std::string(text->substr(1, close - 1)) +
                       "' starting at line " + std::to_string(from + 1) + ": No match");
    }
    const bool plus = text->starts_with('+') && is_end, minus = text->starts_with('-') && is_end;
    if (plus || minus) text->remove_prefix(1);
    size_t digits = 0;
    while (digits < text->size() && (*text)[digits] >= '0' && (*text)[digits] <= '9') ++digits;
    const uint64_t number = static_cast<uint64_t>(ParseNumber(text->substr(0, digits)).value_or(0));
    if (!plus && !minus && digits > 0 && number == 0) return git.Fatal("-L invalid line number: 0");
    *line = plus    ? from + number
            : minus ? (from >= number ? from + 2 - std::max<uint64_t>(number, 1) : 1)
                    : number;
    text->remove_prefix(digits);
    return true;
  };
  std::string_view rest = range;
  if (rest.starts_with(':')) return git.Fatal("'-L :function' is not supported");
  *begin = 1;
  *end = 0;
  if (!rest.starts_with(',') && !place(&rest, 0, false, begin)) return false;
  if (rest.starts_with(',')) {
    rest.remove_prefix(1);
    if (!rest.empty() && !place(&rest, *begin - 1, true, end)) return false;
  }
  if (!rest.empty()) return git.Fatal("-L argument not 'start,end:file' or ':funcname:file'");
  if (*end > 0 && *begin > *end) std::swap(*begin, *end);
  if (*begin > lines.size())
    return git.Fatal("file " + path + " has only " + Plural(lines.size(), "line", "lines"));
  *begin = std::max<uint64_t>(*begin, 1);
  *end = *end == 0 ? lines.size() : std::min<uint64_t>(*end, lines.size());
  return true;
}

struct Shown {
  Identity author, committer;
  std::string summary, previous;
  bool told = false;
};

bool ShowPorcelain(Git& git, const BlameOptions& o, const std::vector<Blamed>& blamed,
                   const std::vector<uint8_t>& wanted, const Lines& lines,
                   std::map<ObjectId, Shown>* commits) {
  for (size_t i = 0; i < blamed.size(); ++i) {
    if (wanted[i] == 0) continue;
    const Blamed& line = blamed[i];
    const bool first = i == 0 || wanted[i - 1] == 0 || blamed[i - 1].commit != line.commit ||
                       blamed[i - 1].path != line.path || blamed[i - 1].line + 1 != line.line;
    std::string head =
        line.commit.Hex() + " " + std::to_string(line.line + 1) + " " + std::to_string(i + 1);
    if (first) {
      size_t count = 1;
      while (i + count < blamed.size() && wanted[i + count] != 0 &&
             blamed[i + count].commit == line.commit && blamed[i + count].path == line.path &&
             blamed[i + count].line == line.line + count)
        ++count;
      head += " " + std::to_string(count);
    }
    git.Out(head + "\n");
    Shown& shown = (*commits)[line.commit];
    if (!shown.told || o.line_porcelain) {
      shown.told = true;
      const auto person = [&](std::string_view role, const Identity& who) {
        const std::string name(role);
        git.Out(name + " " + who.name + "\n" + name + "-mail <" + who.mail + ">\n" + name +
                "-time " + std::to_string(who.time) + "\n" + name + "-tz " + ZoneText(who.zone) +
                "\n");
      };
      person("author", shown.author);
      person("committer", shown.committer);
      git.Out("summary " + shown.summary + "\n");
      if (line.boundary) git.Out("boundary\n");
      if (!shown.previous.empty()) git.Out("previous " + shown.previous + "\n");
      git.Out("filename " + line.path + "\n");
    }
    std::string_view text = lines[i];
    git.Out("\t" + std::string(text) + (text.ends_with('\n') ? "" : "\n"));
    if (git.over()) return false;
  }
  return true;
}

// False: one of the words was refused.
bool ReadBlameWords(Git& git, WordReader& reader, BlameOptions* o, LineRules* rules) {
  while (reader.Next()) {
    switch (reader.id()) {
      case kRange: o->ranges.push_back(reader.value()); break;
      case kLongNames: o->long_names = true; break;
      case kRawTime: o->raw_time = true; break;
      case kSuppress: o->suppress = true; break;
      case kEmail: o->email = !reader.negated(); break;
      case kNumbers: o->numbers = true; break;
      case kNames: o->names = true; break;
      case kPorcelain: o->porcelain = true; break;
      case kLinePorcelain: o->porcelain = o->line_porcelain = true; break;
      case kWhite: rules->all = true; break;
      case kMinimal: rules->algorithm = LineAlgorithm::kMinimal; break;
      case kDate: o->date = reader.value(); break;
      case kAbbrev:
        o->abbrev = static_cast<size_t>(
            std::clamp<int64_t>(ParseNumber(reader.value()).value_or(7), 4, 40));
        break;
      case kRoot: o->root = true; break;
      case kAnnotate: o->annotate = true; break;
      case kRefused: return RefuseOption(git, reader);
      default: break;
    }
  }
  return reader.ok();
}

// False: there is no such file, which was said.
bool ReadBlameFile(Git& git, BlameFile* file) {
  ObjectId tree;
  TreeEntry entry;
  bool there = false;
  if (!Peel(git, file->start, ObjectType::kTree, &tree) ||
      !FindInTree(git, tree, file->path, &entry, &there))
    return false;
  if (there && !entry.IsTree() &&
      !git.objects().ReadTyped(entry.id, ObjectType::kBlob, &file->committed))
    return false;
  if (!there || entry.IsTree()) {
    const bool staged =
        file->from_work && git.index().Load(git) && git.index().FindAny(file->path) != nullptr;
    if (!staged)
      return !git.over() && git.Fatal("no such path '" + file->path + "' in " +
                                      (file->from_work ? "HEAD" : file->revision));
  }
  if (!file->from_work) {
    if (!git.Charge(file->committed.size())) return false;
    file->text = file->committed;
  } else {
    const WorkFile work = LookAt(git, file->path);
    if (work.mode == 0)
      return !git.over() &&
             git.Fatal("Cannot lstat '" + file->path + "': No such file or directory");
    if (!ReadWorkFile(git, file->path, work, &file->text)) return false;
  }
  return true;
}

// What is told of the commit of a line.
bool DescribeCommit(Git& git, const BlameFile& file, const Blamed& line, Shown* shown) {
  if (line.commit.IsNull()) {
    shown->author = shown->committer = ParseIdentity(Committer(git));
    shown->author.name = shown->committer.name = "Not Committed Yet";
    shown->author.mail = shown->committer.mail = "not.committed.yet";
    shown->summary = "Version of " + file.shown + " from " + file.shown;
    shown->previous = file.start.Hex() + " " + file.path;
  } else {
    Commit commit;
    if (!ReadCommit(git, line.commit, &commit)) return false;
    shown->author = ParseIdentity(commit.author);
    shown->committer = ParseIdentity(commit.committer);
    shown->summary = SubjectOf(commit.message);
    for (const ObjectId& parent : commit.parents) {
      Commit above;
      TreeEntry old;
      bool has = false;
      if (!ReadCommit(git, parent, &above) || !FindInTree(git, above.tree, line.path, &old, &has))
        return false;
      std::string path = line.path;
      if (!has && !OldName(git, above.tree, commit.tree, &path, &old, &has)) return false;
      if (has && shown->previous.empty()) shown->previous = parent.Hex() + " " + path;
    }
  }
  return true;
}

using Commits = std::map<ObjectId, Shown>;

// How wide the columns are.
struct BlameWidths {
  size_t name = 0, file = 0, number = 0, line = 0;
  bool renamed = false;  // a line comes from another file, so names are shown
};

bool Measure(Git& git, const BlameOptions& o, const BlameFile& file,
             const std::vector<Blamed>& blamed, const std::vector<uint8_t>& wanted,
             Commits* commits, BlameWidths* widths) {
  size_t last_wanted = 0;
  for (size_t i = 0; i < blamed.size(); ++i) {
    if (wanted[i] == 0) continue;
    last_wanted = i + 1;
    if (!git.Tick(32)) return false;
    const auto [at, is_new] = commits->try_emplace(blamed[i].commit);
    if (is_new) {
      if (!git.Charge(512)) return false;
      if (!DescribeCommit(git, file, blamed[i], &at->second)) return false;
    }
    const Identity& who = at->second.author;
    widths->name = std::max(widths->name, ColumnsOf(o.email ? "<" + who.mail + ">" : who.name));
    widths->renamed = widths->renamed || blamed[i].path != file.path;
    widths->file = std::max(widths->file, ColumnsOf(blamed[i].path));
    widths->line = std::max(widths->line, std::to_string(blamed[i].line + 1).size());
  }
  widths->number = std::to_string(last_wanted).size();
  return true;
}

// A line of `git annotate`, up to the text.
std::string AnnotateHead(const std::string& id, const std::string& who, const std::string& date,
                         const std::string& number) {
  const auto wide = [](const std::string& text) {
    return std::string(10 - std::min<size_t>(10, text.size()), ' ') + text;
  };
  return id + "\t(" + wide(who) + "\t" + wide(date) + "\t" + number + ")";
}

Outcome ShowLines(Git& git, const BlameOptions& o, const std::vector<Blamed>& blamed,
                  const std::vector<uint8_t>& wanted, const Lines& lines, const BlameWidths& widths,
                  Commits* commits) {
  size_t digits = o.abbrev != 0 ? o.abbrev + 1 : 8;
  if (o.long_names) digits = 40;
  const bool named = widths.renamed || o.names;
  for (size_t i = 0; i < blamed.size(); ++i) {
    if (wanted[i] == 0) continue;
    const Blamed& line = blamed[i];
    const Shown& shown = (*commits)[line.commit];
    std::string out;
    if (line.boundary && !o.root)
      out = "^" + line.commit.Hex(digits - 1);
    else
      out = line.commit.Hex(digits);
    if (named)
      out += " " + line.path +
             std::string(widths.file - std::min(widths.file, ColumnsOf(line.path)), ' ');
    if (o.numbers) {
      const std::string number = std::to_string(line.line + 1);
      out += " " + std::string(widths.line - std::min(widths.line, number.size()), ' ') + number;
    }
    const std::string number = std::to_string(i + 1);
    const std::string padded =
        std::string(widths.number - std::min(widths.number, number.size()), ' ') + number;
    if (o.annotate) {
      const Identity& who = shown.author;
      const std::string date = o.raw_time ? std::to_string(who.time) + " " + ZoneText(who.zone)
                                          : ShowDate(git, who.time, who.zone, o.date).value_or("");
      out = AnnotateHead(line.commit.Hex(digits), o.email ? "<" + who.mail + ">" : who.name, date,
                         number);
    } else if (o.suppress) {
      out += " " + padded + ") ";
    } else {
      const std::string who = o.email ? "<" + shown.author.mail + ">" : shown.author.name;
      const std::string date =
          o.raw_time ? std::to_string(shown.author.time) + " " + ZoneText(shown.author.zone)
                     : ShowDate(git, shown.author.time, shown.author.zone, o.date).value_or("");
      out += " (" + who + std::string(widths.name - std::min(widths.name, ColumnsOf(who)), ' ') +
             " " + date + " " + padded + ") ";
    }
    std::string_view content = lines[i];
    git.Out(out);
    git.Out(content);
    if (!content.ends_with('\n')) git.Out("\n");
  }
  return git.over() ? 2 : 0;
}

}  // namespace

Outcome RunAnnotate(Git& git) { return RunBlame(git); }

Outcome RunBlame(Git& git) {
  BlameOptions o;
  o.annotate = git.command == "annotate";
  LineRules rules;
  WordReader reader(git, {kBlameWords}, WordReader::kUsual);
  if (!ReadBlameWords(git, reader, &o, &rules)) return git.over() ? 2 : git.status();
  // "FILE", "REV FILE", "FILE REV" or "REV -- FILE".
  std::vector<std::string> words = reader.operands();
  BlameFile file;
  if (words.empty() || words.size() > 2)
    return Usage(git, "git blame [<options>] [<rev-opts>] [<rev>] [--] <file>");
  file.shown = words.back();
  if (words.size() == 2) file.revision = words[0];
  RevisionWords found;
  if (!file.revision.empty() && !AddRevisions(git, file.revision, &found)) {
    if (git.over() || git.status() != 0) return git.over() ? 2 : git.status();
    return git.Fatal("bad revision '" + file.revision + "'") ? 0 : 128;
  }
  const std::optional<std::string> path = PathInTree(git, file.shown);
  if (!path)
    return git.Fatal(file.shown + ": '" + file.shown + "' is outside repository at '" +
                     git.work_tree + "'")
               ? 0
               : 128;
  file.path = *path;
  std::vector<ObjectId> ends;
  for (const WalkTip& tip : found.tips) {
    if (tip.excluded)
      ends.push_back(tip.id);
    else
      file.start = tip.id;
  }
  file.from_work = file.start.IsNull();
  if (file.from_work) {
    if (!git.NeedWorkTree()) return git.status();
    const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
    if (!head) return git.over() ? 2 : git.Fatal("no such path '" + *path + "' in HEAD") ? 0 : 128;
    file.start = *head;
  }
  if (!ReadBlameFile(git, &file)) return git.over() ? 2 : git.status();
  Lines lines, old_lines;
  std::vector<DiffHunk> hunks;
  if (!lines.Split(git, file.text) || !old_lines.Split(git, file.committed) ||
      !DiffLines(git, old_lines, lines, rules, &hunks))
    return git.status();
  if (!git.Charge(lines.size() * (sizeof(Blamed) + path->size() + 8) +
                  3 * hunks.size() * sizeof(Part)))
    return 2;
  std::vector<Blamed> blamed(lines.size());
  for (size_t i = 0; i < blamed.size(); ++i) blamed[i] = {ObjectId(), *path, i, false};
  // What is not committed stays with nobody.
  std::vector<Part> parts;
  uint64_t new_at = 0, old_at = 0;
  for (const DiffHunk& hunk : hunks) {
    if (hunk.b_begin > new_at) parts.push_back({new_at, hunk.b_begin - new_at, old_at});
    new_at = hunk.b_end;
    old_at = hunk.a_end;
  }
  if (lines.size() > new_at) parts.push_back({new_at, lines.size() - new_at, old_at});
  std::vector<uint8_t> wanted(lines.size(), o.ranges.empty() ? 1 : 0);
  for (const std::string& range : o.ranges) {
    uint64_t begin = 0, end = 0;
    if (!TakeRange(git, range, lines, *path, &begin, &end)) return git.over() ? 2 : git.status();
    for (uint64_t i = begin; i <= end; ++i) wanted[i - 1] = 1;
  }
  Blamer blamer(git, rules);
  if (!blamer.Hand(file.start, *path, std::move(parts))) return StatusOf(git);
  // In the middle of a merge the other side may have brought the rest.
  std::vector<Part> fresh;
  for (const DiffHunk& hunk : hunks)
    if (hunk.b_end > hunk.b_begin)
      fresh.push_back({hunk.b_begin, hunk.b_end - hunk.b_begin, hunk.b_begin});
  std::string heads;
  if (file.from_work && !fresh.empty() && ReadGitFile(git, "MERGE_HEAD", &heads)) {
    ObjectId tree;
    if (!Peel(git, file.start, ObjectType::kTree, &tree)) return StatusOf(git);
    for (std::string_view rest = heads; !rest.empty();) {
      const std::optional<ObjectId> id = ObjectId::FromHex(Trimmed(TakeLine(&rest)));
      if (id && !blamer.HandToMerged(*id, tree, file, lines, &fresh)) return StatusOf(git);
    }
  }
  if (!blamer.Run(&blamed, ends)) return StatusOf(git);
  Commits commits;
  BlameWidths widths;
  if (!Measure(git, o, file, blamed, wanted, &commits, &widths))
    return git.over() ? 2 : git.status();
  if (!o.porcelain) return ShowLines(git, o, blamed, wanted, lines, widths, &commits);
  if (ShowPorcelain(git, o, blamed, wanted, lines, &commits)) return 0;
  return git.over() ? 2 : git.status();
}

}  // namespace pysub::shell::git
