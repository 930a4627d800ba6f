// "diff --cc": a result beside several parents. Each line of the result knows which parents have it;
// the lines that a parent lost hang before the line of the result where they stood.

#include "shell/commands/git/combined.h"

#include <algorithm>
#include <map>

#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/tree.h"

namespace pysub::shell::git {
namespace {

constexpr size_t kMostParents = 16;

// A line that is gone, and the parents that had it.
struct Lost {
  std::string_view text;
  uint32_t parents = 0;
};
struct Row {
  std::vector<Lost> lost;    // before it
  uint32_t new_to = 0;       // parents that have it not
  bool interesting = false, shown = false;
};

class Shower {
 public:
  Shower(Git& git, const DiffOptions& options, CombinedFile& file)
      : git_(git), options_(options), file_(file), count_(std::min(file.parents.size(), kMostParents)) {}

  bool Run(bool* shown) {
    Git::Scratch scratch(git_);
    *shown = false;
    if (!NameSide(git_, &file_.result)) return false;
    std::string result;
    std::vector<std::string> texts(count_);
    if (!ReadSide(git_, file_.result, &result)) return false;
    bool binary = IsBinary(result);
    for (size_t i = 0; i < count_; ++i) {
      if (!ReadSide(git_, file_.parents[i], &texts[i])) return false;
      binary = binary || IsBinary(texts[i]);
    }
    if (binary) {
      Head();
      git_.Out("Binary files differ\n");
      *shown = true;
      return true;
    }
    if (!lines_.Split(git_, result) || !git_.Charge((lines_.size() + 1) * (sizeof(Row) + 64))) return false;
    rows_.resize(lines_.size() + 1);
    parents_.resize(count_);
    for (size_t i = 0; i < count_; ++i)
      if (!AddParent(i, texts[i])) return false;
    if (!Choose()) return !git_.over();
    Head();
    *shown = true;
    return Print();
  }

 private:
  bool AddParent(size_t parent, std::string_view text) {
    std::vector<DiffHunk> hunks;
    if (!parents_[parent].Split(git_, text) || !DiffLines(git_, parents_[parent], lines_, options_.whitespace, &hunks)) return false;
    const uint32_t bit = 1u << parent;
    for (const DiffHunk& hunk : hunks) {
      for (uint64_t i = hunk.b_begin; i < hunk.b_end; ++i) rows_[i].new_to |= bit;
      // Lines that another parent lost at the same place are the same ones.
      std::vector<Lost>& lost = rows_[hunk.b_begin].lost;
      size_t from = 0;
      for (uint64_t i = hunk.a_begin; i < hunk.a_end; ++i) {
        if (!git_.Tick(16 + lost.size()) || !git_.Charge(2 * sizeof(Lost))) return false;
        size_t at = from;
        while (at < lost.size() && (lost[at].text != parents_[parent][i] || (lost[at].parents & bit) != 0)) ++at;
        if (at < lost.size()) {
          lost[at].parents |= bit;
          from = at + 1;
        } else {
          lost.insert(lost.begin() + static_cast<ptrdiff_t>(std::max(from, parent == 0 ? lost.size() : from)), {parents_[parent][i], bit});
          from = parent == 0 ? lost.size() : from + 1;
        }
      }
    }
    return true;
  }

  // Which changes are of interest: a run that differs from every parent. False: there is none.
  bool Choose() {
    const uint32_t all = (1u << count_) - 1;
    bool any = false;
    for (size_t i = 0; i < rows_.size();) {
      if (!IsChanged(i)) {
        ++i;
        continue;
      }
      size_t end = i;
      uint32_t touched = 0;
      // What is the same as one parent, and the other lost it, says nothing new.
      std::vector<uint8_t> same(count_, 1);
      while (end < rows_.size() && IsChanged(end)) {
        const Row& row = rows_[end];
        touched |= row.new_to;
        for (const Lost& lost : row.lost) touched |= lost.parents;
        ++end;
        if (end - 1 < lines_.size() && row.new_to == 0 && end < rows_.size() && rows_[end].lost.empty() && rows_[end].new_to == 0) break;
      }
      const bool interesting = touched == all;
      for (size_t n = i; n < end; ++n) rows_[n].interesting = interesting;
      any = any || interesting;
      i = end;
      if (!git_.Tick(end - i + 16)) return false;
    }
    return any;
  }

  bool IsChanged(size_t row) const { return !rows_[row].lost.empty() || (row < lines_.size() && rows_[row].new_to != 0); }

  void Head() {
    git_.Out(Coloured(git_, kBold, "diff --cc " + QuotedPath(git_, file_.path)) + "\n");
    std::string index = "index ";
    bool modes_differ = false;
    for (size_t i = 0; i < count_; ++i) {
      index += (i == 0 ? "" : ",") + Name(file_.parents[i].id);
      modes_differ = modes_differ || file_.parents[i].mode != file_.result.mode;
    }
    git_.Out(Coloured(git_, kBold, index + ".." + Name(file_.result.in_tree ? ObjectId() : file_.result.id)) + "\n");
    bool added = true;
    for (size_t i = 0; i < count_; ++i) added = added && file_.parents[i].mode == 0;
    if (modes_differ && file_.result.mode == 0) {
      std::string modes;
      for (size_t i = 0; i < count_; ++i) modes += (i == 0 ? "" : ",") + ModeText(file_.parents[i].mode);
      git_.Out(Coloured(git_, kBold, "deleted file mode " + modes) + "\n");
    } else if (modes_differ && added) {
      git_.Out(Coloured(git_, kBold, "new file mode " + ModeText(file_.result.mode)) + "\n");
    } else if (modes_differ) {
      std::string modes;
      for (size_t i = 0; i < count_; ++i) modes += (i == 0 ? "" : ",") + ModeText(file_.parents[i].mode);
      git_.Out(Coloured(git_, kBold, "mode " + modes + ".." + ModeText(file_.result.mode)) + "\n");
    }
    const std::string a = added ? "/dev/null" : QuotedPath(git_, options_.source_prefix + file_.path);
    const std::string b = file_.result.mode == 0 ? "/dev/null" : QuotedPath(git_, options_.target_prefix + file_.path);
    git_.Out(Coloured(git_, kBold, "--- " + a) + "\n" + Coloured(git_, kBold, "+++ " + b) + "\n");
  }

  std::string Name(const ObjectId& id) { return options_.full_index ? id.Hex() : git_.objects().Abbreviate(id); }

  bool Print() {
    const auto context = static_cast<size_t>(options_.context);
    size_t at = 0;
    const size_t total = lines_.size();
    while (at < rows_.size()) {
      while (at < rows_.size() && !rows_[at].interesting) ++at;
      if (at >= rows_.size()) break;
      size_t begin = at > context ? at - context : 0;
      size_t end = at;
      // As far as the next interesting line is near.
      for (size_t i = at; i < rows_.size(); ++i) {
        if (rows_[i].interesting) end = i + 1;
        else if (i >= end + 2 * context) break;
      }
      const size_t stop = std::min(end + context, total);
      begin = std::min(begin, total);
      if (!Hunk(begin, stop)) return false;
      at = std::max(stop, end);
    }
    return !git_.over();
  }

  bool Hunk(size_t begin, size_t end) {
    // Where it begins and how long it is in each parent.
    std::string head = std::string(count_ + 1, '@');
    std::string_view function;
    for (size_t parent = 0; parent < count_; ++parent) {
      const uint32_t bit = 1u << parent;
      uint64_t first = 1, length = 0;
      for (size_t i = 0; i <= std::min(end, lines_.size()); ++i) {
        const bool inside = i >= begin;
        if (i == end && !(end == lines_.size() || false)) break;
        for (const Lost& lost : rows_[i].lost)
          if ((lost.parents & bit) != 0) ++(inside ? length : first);
        if (i < end && i < lines_.size() && (rows_[i].new_to & bit) == 0) ++(inside ? length : first);
      }
      if (!git_.Tick(end + 16)) return false;
      if (length == 0 && first > 0) --first;
      head += " -" + std::to_string(first) + (length == 1 ? "" : "," + std::to_string(length));
    }
    const size_t length = end - begin;
    head += " +" + std::to_string(length == 0 ? begin : begin + 1) + (length == 1 ? "" : "," + std::to_string(length)) + " " + std::string(count_ + 1, '@');
    head = Coloured(git_, kCyan, head);
    for (size_t i = begin; i-- > 0;) {
      const char c = lines_[i].empty() ? '\0' : lines_[i][0];
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$') {
        function = FunctionOf(lines_[i]);
        break;
      }
    }
    git_.Out(head + (function.empty() ? "" : " " + std::string(function)) + "\n");
    for (size_t i = begin; i <= end; ++i) {
      if (i == end && end != lines_.size()) break;
      for (const Lost& lost : rows_[i].lost) Line(lost.parents, '-', lost.text);
      if (i < end) Line(rows_[i].new_to, '+', lines_[i]);
      if (git_.over()) return false;
    }
    return true;
  }

  void Line(uint32_t parents, char mark, std::string_view line) {
    std::string text;
    for (size_t i = 0; i < count_; ++i) text += (parents >> i & 1) != 0 ? mark : ' ';
    const bool ends = line.ends_with('\n');
    if (ends) line.remove_suffix(1);
    text += line;
    if (parents != 0) text = Coloured(git_, mark == '-' ? kRed : kGreen, text);
    git_.Out(text + "\n");
    if (!ends) git_.Out("\\ No newline at end of file\n");
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
  CombinedFile file{.path = pair.Name(), .parents = {}, .result = pair.after};
  file.parents.push_back(pair.before);
  file.parents.push_back({pair.Name(), theirs->mode, theirs->id, false});
  bool shown = false;
  return ShowCombined(git, options, file, &shown);
}

bool CombinedFiles(Git& git, const std::vector<ObjectId>& parent_trees, const ObjectId& tree,
                   const Pathspec* paths, std::vector<CombinedFile>* files) {
  std::map<std::string, std::vector<TreeChange>> changes;
  for (size_t i = 0; i < parent_trees.size(); ++i) {
    std::vector<TreeChange> found;
    if (!DiffTrees(git, parent_trees[i], tree, paths, true, false, &found)) return false;
    for (TreeChange& change : found) {
      if (!git.Tick(32) || !git.Charge(sizeof(TreeChange) + 128 + change.path.size())) return false;
      std::vector<TreeChange>& known = changes[change.path];
      // (One that the parents before have not changed differs not from all.)
      if (known.size() == i) known.push_back(std::move(change));
    }
  }
  for (auto& [path, each] : changes) {
    if (each.size() != parent_trees.size()) continue;
    CombinedFile file{.path = path, .parents = {}, .result = {path, each[0].new_mode, each[0].new_id, false}};
    for (const TreeChange& change : each) file.parents.push_back({path, change.old_mode, change.old_id, false});
    files->push_back(std::move(file));
  }
  return true;
}

}  // namespace pysub::shell::git
