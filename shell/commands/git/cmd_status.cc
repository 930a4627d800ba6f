// status, in all its forms.
//
// One unit: what is shown first (branch, conflicts) depends on all that is found.

#include <algorithm>

#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/status.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/words.h"

namespace pysub::shell::git {
namespace {

enum StatusWord {
  kShort = 1,
  kBranch,
  kPorcelain,
  kLong,
  kVerbose,
  kUntracked,
  kIgnored,
  kNul,
  kNoRenames,
  kFindRenames,
  kAheadBehind,
  kColumn,
  kShowStash,
  kSubmodules
};
constexpr WordRow kStatusWords[] = {
    {kShort, 's', "short"},
    {kBranch, 'b', "branch"},
    {kPorcelain, 0, "porcelain", Takes::kOptional},
    {kLong, 0, "long"},
    {kVerbose, 'v', "verbose"},
    {kUntracked, 'u', "untracked-files", Takes::kOptional},
    {kIgnored, 0, "ignored", Takes::kOptional},
    {kNul, 'z', "null"},
    {kNoRenames, 0, "renames"},
    {kFindRenames, 'M', "find-renames", Takes::kOptional},
    {kAheadBehind, 0, "ahead-behind"},
    {kColumn, 0, "column", Takes::kOptional},
    {kShowStash, 0, "show-stash"},
    {kSubmodules, 0, "ignore-submodules", Takes::kOptional},
};

struct ShortLine {
  std::string path, from;
  char staged = ' ', changed = ' ';
  const FilePair* index_pair = nullptr;
  const FilePair* work_pair = nullptr;
  const StatusReport::Conflict* conflict = nullptr;
};

std::vector<ShortLine> Lines(const StatusReport& report) {
  std::vector<ShortLine> lines;
  for (const FilePair& pair : report.staged) {
    ShortLine line{.path = pair.Name(),
                   .from = pair.status == 'R' || pair.status == 'C' ? pair.before.path : "",
                   .staged = pair.status};
    line.index_pair = &pair;
    lines.push_back(std::move(line));
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const ShortLine& a, const ShortLine& b) { return a.path < b.path; });
  const size_t staged = lines.size();
  for (const FilePair& pair : report.changed) {
    const auto end = lines.begin() + static_cast<ptrdiff_t>(staged);
    const auto at = std::lower_bound(
        lines.begin(), end, pair.Name(),
        [](const ShortLine& line, const std::string& key) { return line.path < key; });
    if (at != end && at->path == pair.Name() && pair.status != 'R') {
      at->changed = pair.status;
      at->work_pair = &pair;
      continue;
    }
    ShortLine line{.path = pair.Name(),
                   .from = pair.status == 'R' ? pair.before.path : "",
                   .changed = pair.status};
    if (pair.status == 'A') line.staged = ' ';
    line.work_pair = &pair;
    lines.push_back(std::move(line));
  }
  for (const auto& conflict : report.conflicts) {
    const std::string code = ConflictCode(conflict.stages);
    ShortLine line{.path = conflict.path, .from = {}, .staged = code[0], .changed = code[1]};
    line.conflict = &conflict;
    lines.push_back(std::move(line));
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const ShortLine& a, const ShortLine& b) { return a.path < b.path; });
  return lines;
}

// "## main...origin/main [ahead 1]"
bool BranchLine(Git& git, bool nul, bool ahead_behind) {
  const std::string end(1, nul ? '\0' : '\n');
  const std::string branch = git.refs().HeadBranch();
  const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
  if (branch.empty()) {
    git.Out("## " + Coloured(git, kRed, "HEAD (no branch)") + end);
    return true;
  }
  std::string line = "## ";
  if (!head) line += "No commits yet on ";
  line += Coloured(git, kGreen, ShortRef(branch));
  const std::optional<std::string> upstream = UpstreamOf(git, branch);
  if (upstream) {
    line += "..." + Coloured(git, kRed, ShortRef(*upstream));
    const std::optional<ObjectId> theirs = git.refs().Resolve(*upstream);
    uint64_t ahead = 0, behind = 0;
    if (!theirs) {
      line += " [gone]";
    } else if (head && *head != *theirs && ahead_behind) {
      if (!CountApart(git, *head, *theirs, &ahead, &behind)) return false;
      line += " [";
      if (ahead > 0) line += "ahead " + Coloured(git, kGreen, std::to_string(ahead));
      if (ahead > 0 && behind > 0) line += ", ";
      if (behind > 0) line += "behind " + Coloured(git, kRed, std::to_string(behind));
      line += "]";
    } else if (head && *head != *theirs) {
      line += " [different]";
    }
  }
  git.Out(line + end);
  return true;
}

void ShowShort(Git& git, const StatusReport& report, bool nul, bool relative) {
  const auto shown = [&](const std::string& path) {
    return QuotedWithSpaces(git, relative ? RelativePath(path, git.prefix) : path);
  };
  for (const ShortLine& line : Lines(report)) {
    std::string codes;
    const bool conflict = line.conflict != nullptr;
    codes += line.staged == ' '
                 ? " "
                 : Coloured(git, conflict ? kRed : kGreen, std::string(1, line.staged));
    codes += line.changed == ' ' ? " " : Coloured(git, kRed, std::string(1, line.changed));
    if (conflict && git.colour)
      codes = Coloured(git, kRed, std::string(1, line.staged) + line.changed);
    if (nul)
      git.Out(codes + " " + line.path + std::string(1, '\0') +
              (line.from.empty() ? "" : line.from + std::string(1, '\0')));
    else
      git.Out(codes + " " + (line.from.empty() ? "" : shown(line.from) + " -> ") +
              shown(line.path) + "\n");
  }
  const auto others = [&](const std::vector<std::string>& paths, const char* mark) {
    for (const std::string& path : paths) {
      if (nul)
        git.Out(std::string(mark) + " " + path + std::string(1, '\0'));
      else
        git.Out(Coloured(git, kRed, mark) + " " + shown(path) + "\n");
    }
  };
  others(report.untracked, "??");
  others(report.ignored, "!!");
}

// --porcelain=v2
bool ShowSecond(Git& git, const StatusReport& report, bool nul, bool branch_too) {
  const std::string end(1, nul ? '\0' : '\n');
  const auto shown = [&](const std::string& path) { return nul ? path : QuotedPath(git, path); };
  if (branch_too) {
    const std::string branch = git.refs().HeadBranch();
    const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
    git.Out("# branch.oid " + (head ? head->Hex() : "(initial)") + end);
    git.Out("# branch.head " + (branch.empty() ? "(detached)" : ShortRef(branch)) + end);
    if (const auto upstream = UpstreamOf(git, branch)) {
      git.Out("# branch.upstream " + ShortRef(*upstream) + end);
      const std::optional<ObjectId> theirs = git.refs().Resolve(*upstream);
      uint64_t ahead = 0, behind = 0;
      if (theirs && head) {
        if (!CountApart(git, *head, *theirs, &ahead, &behind)) return false;
        git.Out("# branch.ab +" + std::to_string(ahead) + " -" + std::to_string(behind) + end);
      }
    }
  }
  std::string conflicts;
  for (const ShortLine& line : Lines(report)) {
    if (line.conflict != nullptr) {
      const auto& c = *line.conflict;
      const std::string path = git.WorkPath(line.path);
      const auto stat = git.fs().Lstat(git.caller(), path);
      const uint32_t mode = !stat.ok()                 ? 0
                            : stat->IsSymlink()        ? kModeLink
                            : (stat->mode & 0100) != 0 ? kModeProgram
                                                       : kModeFile;
      conflicts += std::string("u ") + line.staged + line.changed + " N... " +
                   ModeText(c.modes[0]) + " " + ModeText(c.modes[1]) + " " + ModeText(c.modes[2]) +
                   " " + ModeText(mode) + " " + c.ids[0].Hex() + " " + c.ids[1].Hex() + " " +
                   c.ids[2].Hex() + " " + shown(line.path) + end;
      continue;
    }
    const auto mark = [](char c) { return c == ' ' ? '.' : c; };
    const FilePair::Side none;
    const FilePair::Side* head = line.index_pair != nullptr  ? &line.index_pair->before
                                 : line.work_pair != nullptr ? &line.work_pair->before
                                                             : &none;
    const FilePair::Side* index = line.index_pair != nullptr ? &line.index_pair->after : head;
    const FilePair::Side* work = line.work_pair != nullptr ? &line.work_pair->after : index;
    std::string text = line.from.empty() ? "1 " : "2 ";
    text += std::string(1, mark(line.staged)) + mark(line.changed) + " N... " +
            ModeText(head->mode) + " " + ModeText(index->mode) + " " + ModeText(work->mode) + " " +
            head->id.Hex() + " " + index->id.Hex() + " ";
    if (!line.from.empty()) {
      const FilePair& pair = line.index_pair != nullptr ? *line.index_pair : *line.work_pair;
      text += std::string(1, pair.status) + std::to_string(pair.score) + " " + shown(line.path) +
              std::string(1, nul ? '\0' : '\t') + shown(line.from) + end;
    } else {
      text += shown(line.path) + end;
    }
    git.Out(text);
  }
  git.Out(conflicts);
  for (const std::string& path : report.untracked) git.Out("? " + shown(path) + end);
  for (const std::string& path : report.ignored) git.Out("! " + shown(path) + end);
  return true;
}

}  // namespace

Outcome RunStatus(Git& git) {
  StatusOptions options;
  bool is_short = git.config().GetBool("status.short", false),
       branch = git.config().GetBool("status.branch", false), nul = false;
  int porcelain = 0;
  options.untracked = git.config().Get("status.showuntrackedfiles").value_or("normal");
  WordReader reader(git, {kStatusWords});
  while (reader.Next()) {
    const std::string value = reader.value();
    switch (reader.id()) {
      case kShort: is_short = !reader.negated(); break;
      case kBranch: branch = !reader.negated(); break;
      case kPorcelain:
        if (value == "v2" || value == "2")
          porcelain = 2;
        else if (value.empty() || value == "v1" || value == "1")
          porcelain = 1;
        else
          return git.Fatal("unsupported porcelain version '" + value + "'") ? 0 : 128;
        break;
      case kLong: is_short = false; break;
      case kUntracked:
        options.untracked = value.empty() ? "all" : value;
        if (reader.negated()) options.untracked = "no";
        if (options.untracked != "no" && options.untracked != "normal" &&
            options.untracked != "all")
          return git.Fatal("Invalid untracked files mode '" + value + "'") ? 0 : 128;
        break;
      case kIgnored:
        options.ignored = !reader.negated() && value != "no";
        if (!value.empty()) options.ignored_mode = value;
        break;
      case kNul:
        nul = true;
        if (porcelain == 0 && !is_short) porcelain = 1;
        break;
      case kNoRenames: options.renames = reader.negated() ? 0 : 50; break;
      case kAheadBehind: options.ahead_behind = !reader.negated(); break;
      case kVerbose: return git.Fatal("'status --verbose' is not supported") ? 0 : 128;
      default: break;
    }
  }
  if (!reader.ok()) return git.status();
  Pathspec paths;
  if (!paths.Parse(git, reader.operands())) return git.status();
  if (!paths.empty()) options.paths = &paths;
  StatusReport report;
  if (!CollectStatus(git, options, &report)) return git.over() ? 2 : git.status();
  if (porcelain > 0) git.colour = false;
  if (porcelain == 2) return ShowSecond(git, report, nul, branch) ? 0 : git.status();
  if (is_short || porcelain == 1) {
    if (branch && !BranchLine(git, nul, options.ahead_behind)) return git.status();
    const bool relative = porcelain == 0 && git.config().GetBool("status.relativepaths", true);
    ShowShort(git, report, nul, relative);
    return 0;
  }
  return ShowLongStatus(git, options, report) ? 0 : git.status();
}

}  // namespace pysub::shell::git
