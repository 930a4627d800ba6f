// Patches: their heads and hunks. diff_stat.cc has the lists before them.

#include "shell/commands/git/diff_show.h"

#include <algorithm>

#include "shell/commands/git/combined.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/word_diff.h"

namespace pysub::shell::git {
namespace {

// The lines of a hunk and its context: [a_begin, a_end) became [b_begin, b_end).
struct Region {
  DiffHunk span;
  size_t first = 0, last = 0;  // of the changes in it
};

bool IsFunction(std::string_view line) {
  const char c = line.empty() ? '\0' : line[0];
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

class PatchShower {
 public:
  PatchShower(Git& git, const DiffOptions& options, FilePair& pair)
      : git_(git), options_(options), pair_(pair) {}

  bool Run() {
    Git::Scratch scratch(git_);
    if (!NameSide(git_, &pair_.before) || !NameSide(git_, &pair_.after)) return false;
    std::string a, b;
    if (!ReadSide(git_, pair_.before, &a) || !ReadSide(git_, pair_.after, &b)) return false;
    const bool same = pair_.before.id == pair_.after.id && !pair_.before.id.IsNull();
    const bool binary = !options_.text && (IsBinary(a) || IsBinary(b));
    std::vector<DiffHunk> hunks;
    if (!same && !binary) {
      if (!a_.Split(git_, a) || !b_.Split(git_, b) ||
          !DiffLines(git_, a_, b_, options_.rules, &hunks))
        return false;
      // Where only white space differs there is nothing to say.
      if (hunks.empty() && pair_.before.mode == pair_.after.mode && pair_.status != 'R' &&
          pair_.status != 'C')
        return true;
    }
    Head();
    if (same) return !git_.over();
    if (binary) {
      Prefix("Binary files " + NameOf(true) + " and " + NameOf(false) + " differ\n");
      return !git_.over();
    }
    if (hunks.empty()) return true;
    const auto tab = [&](const std::string& name) {
      return name.find(' ') != std::string::npos ? name + "\t" : name;
    };
    Prefix(Coloured(git_, kBold, "--- " + tab(NameOf(true))) + "\n");
    Prefix(Coloured(git_, kBold, "+++ " + tab(NameOf(false))) + "\n");
    return Hunks(hunks);
  }

 private:
  void Prefix(std::string_view text) {
    git_.Out(options_.line_prefix);
    git_.Out(text);
  }

  std::string Shown(const FilePair::Side& side, bool before) {
    std::string path = side.path;
    if (!options_.relative.empty() && path.starts_with(options_.relative))
      path = path.substr(options_.relative.size());
    const std::string prefix = before ? options_.source_prefix : options_.target_prefix;
    while (path.starts_with('/')) path.erase(0, 1);
    return QuotedPath(git_, prefix + path);
  }
  std::string NameOf(bool before) {
    const FilePair::Side& side = before ? pair_.before : pair_.after;
    return side.mode == 0 ? "/dev/null" : Shown(side, before);
  }

  void Head() {
    const FilePair::Side& before = pair_.before;
    const FilePair::Side& after = pair_.after;
    const auto line = [&](const std::string& text) { Prefix(Coloured(git_, kBold, text) + "\n"); };
    const FilePair::Side& a = before.mode == 0 ? after : before;
    const FilePair::Side& b = after.mode == 0 ? before : after;
    line("diff --git " + Shown(a, true) + " " + Shown(b, false));
    if (before.mode == 0) {
      line("new file mode " + ModeText(after.mode));
    } else if (after.mode == 0) {
      line("deleted file mode " + ModeText(before.mode));
    } else if (before.mode != after.mode) {
      line("old mode " + ModeText(before.mode));
      line("new mode " + ModeText(after.mode));
    }
    if (pair_.status == 'R' || pair_.status == 'C') {
      const std::string verb = pair_.status == 'R' ? "rename" : "copy";
      const auto plain = [&](const std::string& path) {
        return QuotedPath(git_, !options_.relative.empty() && path.starts_with(options_.relative)
                                    ? path.substr(options_.relative.size())
                                    : path);
      };
      line("similarity index " + std::to_string(pair_.score) + "%");
      line(verb + " from " + plain(before.path));
      line(verb + " to " + plain(after.path));
    }
    if (before.id == after.id) return;
    std::string index = "index " + Abbreviated(before) + ".." + Abbreviated(after);
    if (before.mode == after.mode) index += " " + ModeText(before.mode);
    line(index);
  }

  std::string Abbreviated(const FilePair::Side& side) {
    if (options_.full_index) return side.id.Hex();
    if (options_.abbrev != 0) return git_.objects().Abbreviate(side.id, options_.abbrev);
    return git_.git_dir.empty() ? side.id.Hex(7) : git_.objects().Abbreviate(side.id);
  }

  // Changes whose contexts touch are shown together.
  bool Hunks(const std::vector<DiffHunk>& hunks) {
    const auto context = static_cast<uint64_t>(options_.context);
    const uint64_t most_between = 2 * context + static_cast<uint64_t>(options_.between);
    for (size_t i = 0; i < hunks.size();) {
      size_t last = i;
      while (last + 1 < hunks.size() && hunks[last + 1].a_begin - hunks[last].a_end <= most_between)
        ++last;
      Region region{hunks[i], i, last};
      Widen(hunks, context, &region);
      if (options_.function_context && !WidenToFunctions(hunks, context, &region)) return false;
      if (!git_.Tick(64 + region.span.a_end - region.span.a_begin) || !One(hunks, region))
        return false;
      i = region.last + 1;
    }
    return true;
  }

  // Whole functions around the changes; other changes that are met on the way come in, too. Each
  // line is looked at once in each direction. False: the script ends.
  bool WidenToFunctions(const std::vector<DiffHunk>& hunks, uint64_t context, Region* region) {
    Widen(hunks, context, region);
    if (!WidenUp(hunks[region->first], &region->span)) return false;
    const DiffHunk up = region->span;
    for (uint64_t seen = 0;;) {
      Widen(hunks, context, region);
      region->span.a_begin = up.a_begin;
      region->span.b_begin = up.b_begin;
      if (!WidenDown(hunks[region->last].a_end, &seen, &region->span)) return false;
      if (region->last + 1 == hunks.size()) return true;
      const uint64_t end = region->span.a_end;
      uint64_t next = hunks[region->last + 1].a_begin;
      if (next == a_.size() && next > 0) --next;
      if (next > end + context) {
        while (next > end && !IsFunction(a_[next])) {
          if (!git_.Tick(8)) return false;
          --next;
        }
        if (next > end) return true;
      }
      ++region->last;
    }
  }

  // To the head of the function that the first change is in, and to the comment right above it.
  bool WidenUp(const DiffHunk& first, DiffHunk* span) {
    uint64_t at = first.a_begin;
    if (at >= a_.size()) {
      // (A whole function that comes at the end needs nothing from the one before it.)
      for (uint64_t i = first.b_begin; i < b_.size(); ++i) {
        if (!git_.Tick(8)) return false;
        if (IsFunction(b_[i])) return true;
      }
      at = a_.size() - std::min<uint64_t>(1, a_.size());
    }
    for (; at > 0 && !IsFunction(a_[at]); --at)
      if (!git_.Tick(8)) return false;
    for (; at > 0 && !Trimmed(a_[at - 1]).empty() && !IsFunction(a_[at - 1]); --at)
      if (!git_.Tick(8)) return false;
    if (at >= span->a_begin) return true;
    span->b_begin -= std::min(span->b_begin, span->a_begin - at);
    span->a_begin = at;
    return true;
  }

  // Up to the next function, without the blank lines before it. *seen: there is none before that.
  bool WidenDown(uint64_t from, uint64_t* seen, DiffHunk* span) {
    uint64_t end = std::max(from, *seen);
    for (; end < a_.size() && !IsFunction(a_[end]); ++end)
      if (!git_.Tick(8)) return false;
    *seen = end;
    for (; end < a_.size() && end > 0 && Trimmed(a_[end - 1]).empty(); --end)
      if (!git_.Tick(8)) return false;
    if (end <= span->a_end) return true;
    span->b_end = std::min<uint64_t>(span->b_end + end - span->a_end, b_.size());
    span->a_end = end;
    return true;
  }

  void Widen(const std::vector<DiffHunk>& hunks, uint64_t context, Region* region) const {
    const DiffHunk& first = hunks[region->first];
    const DiffHunk& last = hunks[region->last];
    const uint64_t before = std::min({context, first.a_begin, first.b_begin});
    const uint64_t behind = std::min({context, a_.size() - last.a_end, b_.size() - last.b_end});
    region->span = {first.a_begin - before, last.a_end + behind, first.b_begin - before,
                    last.b_end + behind};
  }

  static std::string RangeText(uint64_t begin, uint64_t end) {
    const uint64_t count = end - begin;
    std::string text = std::to_string(count == 0 ? begin : begin + 1);
    if (count != 1) text += "," + std::to_string(count);
    return text;
  }

  bool One(const std::vector<DiffHunk>& hunks, const Region& region) {
    const DiffHunk& span = region.span;
    // The function in which it begins, looked for since the last hunk.
    for (uint64_t i = span.a_begin; i-- > looked_;) {
      if (!git_.Tick(8)) return false;
      if (!IsFunction(a_[i])) continue;
      function_ = FunctionOf(a_[i]);
      break;
    }
    looked_ = span.a_begin;
    std::string head = Coloured(git_, kCyan,
                                "@@ -" + RangeText(span.a_begin, span.a_end) + " +" +
                                    RangeText(span.b_begin, span.b_end) + " @@");
    if (!function_.empty())
      head += git_.colour ? " " + Coloured(git_, kReset, function_) : " " + std::string(function_);
    Prefix(head + "\n");
    if (options_.words != WordDiff::kNone)
      return ShowWords(git_, options_, a_, b_, hunks, region.first, region.last, span);
    uint64_t at = span.a_begin;
    for (size_t i = region.first; i <= region.last; ++i) {
      const DiffHunk& hunk = hunks[i];
      for (; at < hunk.a_begin; ++at) Line(' ', a_[at], b_[hunk.b_begin - (hunk.a_begin - at)]);
      for (; at < hunk.a_end; ++at) Line('-', a_[at], "");
      for (uint64_t b = hunk.b_begin; b < hunk.b_end; ++b) Line('+', b_[b], "");
      if (git_.over()) return false;
    }
    const uint64_t behind = hunks[region.last].b_end;
    for (uint64_t i = 0; at < span.a_end; ++at, ++i) Line(' ', a_[at], b_[behind + i]);
    return !git_.over();
  }

  // Of a line that only white space makes different, the new one is shown.
  void Line(char mark, std::string_view line, std::string_view other) {
    if (mark == ' ' && !other.empty()) line = other;
    const bool ends = line.ends_with('\n');
    if (ends) line.remove_suffix(1);
    // (up to three copies of it)
    Git::Scratch scratch(git_);
    if (!git_.Charge(line.size() < 1024 ? 0 : 3 * line.size())) return;
    std::string text;
    const std::string sign(1, options_.marks[mark == ' ' ? 0 : mark == '-' ? 1 : 2]);
    if (mark == ' ')
      text = sign + std::string(line) + std::string(git_.colour ? kReset : "");
    else if (mark == '-')
      text = Coloured(git_, kRed, sign + std::string(line));
    else
      text = Coloured(git_, kGreen, sign) + (line.empty() ? "" : Coloured(git_, kGreen, line));
    Prefix(text + "\n");
    if (!ends) Prefix("\\ No newline at end of file\n");
  }

  Git& git_;
  const DiffOptions& options_;
  FilePair& pair_;
  Lines a_, b_;
  std::string_view function_;
  // Each line is looked at once for all hunks together: hunks only go forward.
  uint64_t looked_ = 0;
};

}  // namespace

std::string Coloured(const Git& git, std::string_view colour, std::string_view text) {
  if (!git.colour) return std::string(text);
  return std::string(colour) + std::string(text) + std::string(kReset);
}

std::string ModeText(uint32_t mode) {
  std::string text(6, '0');
  for (size_t i = 6; i-- > 0; mode >>= 3) text[i] = static_cast<char>('0' + (mode & 7));
  return text;
}

std::string_view FunctionOf(std::string_view line) {
  line = line.substr(0, 80);
  while (!line.empty() && IsSpace(line.back())) line.remove_suffix(1);
  return line;
}

bool ShowPatch(Git& git, const DiffOptions& options, FilePair& pair) {
  if (pair.status == 'U') {
    if (pair.before.mode != 0) return ShowConflict(git, options, pair);
    git.Out("* Unmerged path " + QuotedPath(git, pair.Name()) + "\n");
    return true;
  }
  if (pair.only_listed) return true;
  if (pair.status == 'T') {
    // Another kind of file: one goes and one comes.
    FilePair gone, come;
    gone.before = pair.before;
    gone.after = {pair.after.path, 0, ObjectId(), false};
    gone.status = 'D';
    come.before = {pair.before.path, 0, ObjectId(), false};
    come.after = pair.after;
    come.status = 'A';
    return PatchShower(git, options, gone).Run() && PatchShower(git, options, come).Run();
  }
  return PatchShower(git, options, pair).Run();
}

bool ShowPairs(Git& git, const DiffOptions& options, std::vector<FilePair>& pairs) {
  bool said = false;
  if (!ShowLists(git, options, pairs, &said)) return false;
  if (!options.patch) return true;
  if (said && !pairs.empty()) git.Out(options.line_prefix + "\n");
  for (FilePair& pair : pairs)
    if (!ShowPatch(git, options, pair)) return false;
  return true;
}

}  // namespace pysub::shell::git
