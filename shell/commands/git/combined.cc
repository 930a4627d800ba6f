// "diff --cc": a result beside several parents. Each line of the result knows which parents have
// it; the lines that a parent lost hang before the line of the result where they stood.
//
//   rows_[i]   a line of the result: new_to has a bit for each parent that has it not;
//              lost are the lines that stood before it in some parent, with their parents' bits
//
// A run of rows is not shown when all of its change is against the same parents and some other
// parent has it as it is: then the merge just took that side.

#include "shell/commands/git/combined.h"

#include <algorithm>
#include <map>
#include <utility>

#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/objects.h"

namespace pysub::shell::git {
namespace {

constexpr size_t kMostParents = 16;
constexpr uint64_t kMostCells = 1 << 22;  // of a table of lines that two parents lost

// A line that is gone, and the parents that had it.
struct Lost {
  std::string_view text;
  uint32_t parents = 0;
};
struct Row {
  std::vector<Lost> lost;  // before it
  uint32_t new_to = 0;     // parents that have it not
  bool shown = false;
  bool hides_lost = false;  // it is only context before a change
};

class Shower {
 public:
  Shower(Git& git, const DiffOptions& options, CombinedFile& file)
      : git_(git),
        options_(options),
        file_(file),
        count_(std::min(file.parents.size(), kMostParents)) {}

  bool Run(bool* shown) {
    Git::Scratch scratch(git_);
    *shown = false;
    if (!NameSide(git_, &file_.result)) return false;
    std::string result;
    std::vector<std::string> texts(count_);
    if (!ReadSide(git_, file_.result, &result)) return false;
    bool binary = !options_.text && IsBinary(result);
    for (size_t i = 0; i < count_; ++i) {
      if (!ReadSide(git_, file_.parents[i], &texts[i])) return false;
      binary = binary || (!options_.text && IsBinary(texts[i]));
    }
    if (binary) {
      Head(false);
      git_.Out("Binary files differ\n");
      *shown = true;
      return true;
    }
    if (!lines_.Split(git_, result) || !git_.Charge((lines_.size() + 1) * (sizeof(Row) + 64)))
      return false;
    rows_.resize(lines_.size() + 1);
    parents_.resize(count_);
    for (size_t i = 0; i < count_; ++i)
      if (!AddParent(i, texts[i])) return false;
    // (A file in conflict is named even where nothing is left of it.)
    const bool any = Choose();
    if (git_.over() || (!any && !ModesDiffer() && !file_.result.in_tree)) return !git_.over();
    Head(true);
    *shown = true;
    return Print();
  }

 private:
  bool AddParent(size_t parent, std::string_view text) {
    std::vector<DiffHunk> hunks;
    if (!parents_[parent].Split(git_, text) ||
        !DiffLines(git_, parents_[parent], lines_, options_.rules, &hunks))
      return false;
    const uint32_t bit = 1u << parent;
    for (const DiffHunk& hunk : hunks) {
      for (uint64_t i = hunk.b_begin; i < hunk.b_end; ++i) rows_[i].new_to |= bit;
      std::vector<Lost> fresh;
      for (uint64_t i = hunk.a_begin; i < hunk.a_end; ++i) {
        if (!git_.Tick(16) || !git_.Charge(6 * sizeof(Lost))) return false;
        fresh.push_back({parents_[parent][i], bit});
      }
      std::vector<Lost>& lost = rows_[hunk.b_begin].lost;
      if (lost.empty())
        lost = std::move(fresh);
      else if (!Coalesce(bit, fresh, &lost))
        return false;
    }
    return true;
  }

  // Lines that another parent lost at the same place are the same ones, as far as they stand in
  // the same order: the longest such list is found, and what else is new stands behind what was
  // known already.
  bool Coalesce(uint32_t bit, const std::vector<Lost>& fresh, std::vector<Lost>* lost) {
    const size_t rows = lost->size(), columns = fresh.size(), width = columns + 1;
    const uint64_t cells = (uint64_t{rows} + 1) * width;
    // (Too many for a table: they are told one behind the other.)
    if (cells > kMostCells) {
      lost->insert(lost->end(), fresh.begin(), fresh.end());
      return git_.Tick(fresh.size());
    }
    Git::Scratch scratch(git_);
    if (!git_.Charge(cells * sizeof(uint32_t))) return false;
    std::vector<uint32_t> longest(cells, 0);
    for (size_t i = 1; i <= rows; ++i) {
      if (!git_.Tick(columns * 4)) return false;
      for (size_t j = 1; j <= columns; ++j)
        longest[i * width + j] =
            (*lost)[i - 1].text == fresh[j - 1].text
                ? longest[(i - 1) * width + j - 1] + 1
                : std::max(longest[i * width + j - 1], longest[(i - 1) * width + j]);
    }
    std::vector<Lost> merged;
    merged.reserve(rows + columns);
    for (size_t i = rows, j = columns; i > 0 || j > 0;) {
      if (!git_.Tick(8)) return false;
      if (i > 0 && j > 0 && (*lost)[i - 1].text == fresh[j - 1].text) {
        merged.push_back((*lost)[--i]);
        merged.back().parents |= bit;
        --j;
      } else if (i == 0 || (j > 0 && longest[i * width + j - 1] >= longest[(i - 1) * width + j])) {
        merged.push_back(fresh[--j]);
      } else {
        merged.push_back((*lost)[--i]);
      }
    }
    std::reverse(merged.begin(), merged.end());
    *lost = std::move(merged);
    return true;
  }

  bool IsChanged(size_t row) const { return !rows_[row].lost.empty() || rows_[row].new_to != 0; }

  // The first row from `at` on that is shown, or is not.
  size_t Find(size_t at, bool shown) const {
    while (at < rows_.size() && rows_[at].shown != shown) ++at;
    return at;
  }
  // Where what follows a run begins: behind a row that only lost lines, the row itself does.
  size_t TailOf(size_t begin, size_t end) const {
    return begin + 1 <= end && rows_[end - 1].new_to == 0 ? end - 1 : end;
  }

  // Which changes are of interest: runs, with what is near them, in which not all is the change of
  // one and the same side. False: there is none.
  bool Choose() {
    const uint32_t all = (1u << count_) - 1;
    const auto context = static_cast<size_t>(options_.context);
    bool any = false;
    for (size_t i = 0; i < rows_.size(); ++i) rows_[i].shown = IsChanged(i);
    for (size_t i = Find(0, true); i < rows_.size(); i = Find(i, true)) {
      size_t end = i + 1;
      for (; end < rows_.size(); ++end) {
        if (!git_.Tick(8)) return false;
        if (rows_[end].shown) continue;
        size_t ahead = std::min(TailOf(i, end) + context, rows_.size());
        while (ahead > end && !rows_[ahead - 1].shown) --ahead;
        if (ahead <= end) break;
        end = ahead - 1;
      }
      uint32_t same = 0;
      bool differs = false;
      const auto note = [&](uint32_t parents) {
        if (parents == 0) return;
        if (same == 0) same = parents;
        differs = differs || same != parents;
      };
      for (size_t n = i; n < end; ++n) {
        note(rows_[n].new_to);
        for (const Lost& lost : rows_[n].lost) note(lost.parents);
      }
      const bool interesting = !options_.dense || differs || same == all;
      for (size_t n = i; n < end && !interesting; ++n) rows_[n].shown = false;
      any = any || interesting;
      i = end;
    }
    if (any) AddContext(context);
    return any;
  }

  void AddContext(size_t context) {
    size_t i = Find(0, true);
    while (i < rows_.size()) {
      for (size_t n = i > context ? i - context : 0; n < i; ++n) {
        if (!rows_[n].shown) rows_[n].hides_lost = true;
        rows_[n].shown = true;
      }
      size_t end = Find(i, false);
      if (end >= rows_.size()) return;
      const size_t next = Find(end, true);
      end = TailOf(i, end);
      if (next < rows_.size() && next < end + context) {
        for (; end < next; ++end) rows_[end].shown = true;
        i = next;
        continue;
      }
      for (size_t n = end; n < std::min(end + context, rows_.size()); ++n) rows_[n].shown = true;
      i = next;
    }
  }

  bool ModesDiffer() const {
    return std::any_of(
        file_.parents.begin(), file_.parents.end(),
        [&](const FilePair::Side& parent) { return parent.mode != file_.result.mode; });
  }

  void Head(bool with_names) {
    const std::string_view kind = options_.dense ? "diff --cc " : "diff --combined ";
    git_.Out(Coloured(git_, kBold, std::string(kind) + QuotedPath(git_, file_.path)) + "\n");
    std::string index = "index ";
    const bool modes_differ = ModesDiffer();
    for (size_t i = 0; i < count_; ++i) index += (i == 0 ? "" : ",") + Name(file_.parents[i].id);
    git_.Out(Coloured(git_, kBold,
                      index + ".." + Name(file_.result.in_tree ? ObjectId() : file_.result.id)) +
             "\n");
    bool added = true;
    for (size_t i = 0; i < count_; ++i) added = added && file_.parents[i].mode == 0;
    if (modes_differ && file_.result.mode == 0) {
      std::string modes;
      for (size_t i = 0; i < count_; ++i)
        modes += (i == 0 ? "" : ",") + ModeText(file_.parents[i].mode);
      git_.Out(Coloured(git_, kBold, "deleted file mode " + modes) + "\n");
    } else if (modes_differ && added) {
      git_.Out(Coloured(git_, kBold, "new file mode " + ModeText(file_.result.mode)) + "\n");
    } else if (modes_differ) {
      std::string modes;
      for (size_t i = 0; i < count_; ++i)
        modes += (i == 0 ? "" : ",") + ModeText(file_.parents[i].mode);
      git_.Out(Coloured(git_, kBold, "mode " + modes + ".." + ModeText(file_.result.mode)) + "\n");
    }
    if (!with_names) return;
    const std::string a =
        added ? "/dev/null" : QuotedPath(git_, options_.source_prefix + file_.path);
    const std::string b = file_.result.mode == 0
                              ? "/dev/null"
                              : QuotedPath(git_, options_.target_prefix + file_.path);
    git_.Out(Coloured(git_, kBold, "--- " + a) + "\n" + Coloured(git_, kBold, "+++ " + b) + "\n");
  }

  std::string Name(const ObjectId& id) {
    return options_.full_index ? id.Hex() : git_.objects().Abbreviate(id);
  }

  bool Print() {
    std::string_view function;
    for (size_t at = 0; at < rows_.size();) {
      if (!git_.Tick(16)) return false;
      if (!rows_[at].shown) {
        if (at < lines_.size() && IsHead(lines_[at])) function = lines_[at];
        ++at;
        continue;
      }
      const size_t end = Find(at, false);
      if (!Hunk(at, end, std::exchange(function, {}))) return false;
      at = end;
    }
    return !git_.over();
  }

  static bool IsHead(std::string_view line) {
    const char c = line.empty() ? '\0' : line[0];
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  }

  bool Hunk(size_t begin, size_t end, std::string_view function) {
    const std::string marks(count_ + 1, '@');
    std::string head = marks;
    for (size_t parent = 0; parent < count_; ++parent) {
      const uint32_t bit = 1u << parent;
      uint64_t first = 1, length = 0;
      for (size_t i = 0; i < end; ++i) {
        uint64_t& place = i >= begin ? length : first;
        for (const Lost& lost : rows_[i].lost)
          if ((lost.parents & bit) != 0) ++place;
        if (i < lines_.size() && (rows_[i].new_to & bit) == 0) ++place;
      }
      if (!git_.Tick(end + 16)) return false;
      head += " -" + std::to_string(first) + "," + std::to_string(length);
    }
    const size_t length = std::min(end, lines_.size()) - std::min(begin, lines_.size());
    head += " +" + std::to_string(begin + 1) + "," + std::to_string(length) + " " + marks;
    // (The last letter of what is shown of the function is left out by the real one, too.)
    function = function.substr(0, std::min<size_t>(40, function.find('\n')));
    while (!function.empty() && IsSpace(function.back())) function.remove_suffix(1);
    if (!function.empty()) function.remove_suffix(1);
    git_.Out(Coloured(git_, kCyan, head) + (function.empty() ? "" : " " + std::string(function)) +
             "\n");
    for (size_t i = begin; i < end; ++i) {
      for (const Lost& lost : rows_[i].lost)
        if (!rows_[i].hides_lost) Line(lost.parents, '-', lost.text);
      if (i < lines_.size()) Line(rows_[i].new_to, '+', lines_[i]);
      if (git_.over()) return false;
    }
    return true;
  }

  void Line(uint32_t parents, char mark, std::string_view line) {
    std::string text;
    for (size_t i = 0; i < count_; ++i) text += (parents >> i & 1) != 0 ? mark : ' ';
    // (That a last line has no newline is not told here.)
    if (line.ends_with('\n')) line.remove_suffix(1);
    text += line;
    if (parents != 0) text = Coloured(git_, mark == '-' ? kRed : kGreen, text);
    git_.Out(text + "\n");
  }

  Git& git_;
  const DiffOptions& options_;
  CombinedFile& file_;
  size_t count_;
  Lines lines_;
  std::vector<Lines> parents_;
  std::vector<Row> rows_;
};

}  // namespace

bool ShowCombined(Git& git, const DiffOptions& options, CombinedFile& file, bool* shown) {
  return Shower(git, options, file).Run(shown);
}

bool ShowConflict(Git& git, const DiffOptions& options, const FilePair& pair) {
  const IndexEntry* theirs = git.index().Find(pair.Name(), 3);
  if (theirs == nullptr) return true;
  CombinedFile file{.path = pair.Name(), .parents = {}, .result = pair.after, .statuses = {}};
  file.parents.push_back(pair.before);
  file.parents.push_back({pair.Name(), theirs->mode, theirs->id, false});
  bool shown = false;
  return ShowCombined(git, options, file, &shown);
}

bool CombinedFiles(Git& git, const DiffOptions& options, const std::vector<ObjectId>& parent_trees,
                   const ObjectId& tree, const Pathspec* paths, std::vector<CombinedFile>* files) {
  std::map<std::string, std::vector<FilePair>> changes;
  for (size_t i = 0; i < parent_trees.size(); ++i) {
    std::vector<FilePair> found;
    if (!DiffTreePairs(git, parent_trees[i], tree, paths, &found) ||
        !ArrangePairs(git, options, &found))
      return false;
    for (FilePair& pair : found) {
      if (!git.Tick(32) || !git.Charge(sizeof(FilePair) + 128 + 3 * pair.Name().size()))
        return false;
      std::vector<FilePair>& known = changes[pair.Name()];
      // (One that the parents before have not changed differs not from all.)
      if (known.size() == i) known.push_back(std::move(pair));
    }
  }
  for (auto& [path, each] : changes) {
    if (each.size() != parent_trees.size()) continue;
    CombinedFile file{.path = path, .parents = {}, .result = each[0].after, .statuses = {}};
    for (FilePair& pair : each) {
      file.statuses += pair.status;
      file.parents.push_back(std::move(pair.before));
    }
    files->push_back(std::move(file));
  }
  return true;
}

namespace {

// The line of one file of --raw, --name-status or --name-only.
void ListCombined(Git& git, const DiffOptions& options, const CombinedFile& file) {
  std::string line = options.line_prefix;
  if (options.raw) {
    const auto id = [&](const ObjectId& id) {
      if (options.full_index) return id.Hex();
      if (id.IsNull() && options.abbrev != 0) return id.Hex(options.abbrev);
      return options.abbrev != 0 ? git.objects().Abbreviate(id, options.abbrev)
                                 : git.objects().Abbreviate(id);
    };
    line.append(file.parents.size(), ':');
    for (const FilePair::Side& parent : file.parents) line += ModeText(parent.mode) + " ";
    line += ModeText(file.result.mode);
    for (const FilePair::Side& parent : file.parents) line += " " + id(parent.id);
    line += " " + id(file.result.id) + " ";
  }
  if (options.raw || options.name_status) line += file.statuses + (options.nul ? '\0' : '\t');
  git.Out(line);
  git.Out(options.nul ? file.path : QuotedPath(git, file.path));
  git.Out(std::string(1, options.nul ? '\0' : '\n'));
}

}  // namespace

bool ListsFirstParent(const DiffOptions& options) {
  return options.stat || options.shortstat || options.numstat || options.summary;
}

bool ShowCombinedFiles(Git& git, const DiffOptions& options, std::vector<FilePair>& beside_first,
                       std::vector<CombinedFile>& files, bool* any) {
  DiffOptions lists = options;
  lists.patch = lists.name_only = lists.name_status = lists.raw = false;
  bool said = false;
  if (!ShowLists(git, lists, beside_first, &said)) return false;
  if (options.raw || options.name_status || options.name_only) {
    for (const CombinedFile& file : files) {
      if (!git.Tick(64)) return false;
      ListCombined(git, options, file);
      said = true;
    }
  }
  *any = *any || said;
  if (!options.patch) return !git.over();
  for (CombinedFile& file : files) {
    if (std::exchange(said, false)) git.Out("\n");
    bool shown = false;
    if (!ShowCombined(git, options, file, &shown)) return false;
    *any = *any || shown;
  }
  return !git.over();
}

}  // namespace pysub::shell::git
