// What is said of all files before their patches: --raw, --name-only, --numstat, --stat, --summary,
// --check.

#include <algorithm>

#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/objects.h"

namespace pysub::shell::git {
namespace {

struct Counted {
  std::string name;
  size_t pair = 0;  // which it is of
  uint64_t added = 0, deleted = 0;
  bool binary = false, unmerged = false;
};

bool CountOne(Git& git, const DiffOptions& options, FilePair& pair, Counted* counted) {
  Git::Scratch scratch(git);
  if (pair.status == 'U') {
    counted->unmerged = true;
    return true;
  }
  if (pair.before.id == pair.after.id && !pair.before.id.IsNull()) return true;
  std::string a, b;
  if (!ReadSide(git, pair.before, &a) || !ReadSide(git, pair.after, &b)) return false;
  if (!options.text && (IsBinary(a) || IsBinary(b))) {
    counted->binary = true;
    counted->deleted = a.size();
    counted->added = b.size();
    if (a == b) counted->deleted = counted->added = 0;
    return true;
  }
  Lines a_lines, b_lines;
  std::vector<DiffHunk> hunks;
  if (!a_lines.Split(git, a) || !b_lines.Split(git, b) ||
      !DiffLines(git, a_lines, b_lines, options.rules, &hunks))
    return false;
  for (const DiffHunk& hunk : hunks) {
    counted->deleted += hunk.a_end - hunk.a_begin;
    counted->added += hunk.b_end - hunk.b_begin;
  }
  return true;
}

// Of a binary file 64 bytes are as much as a line.
std::vector<Damage> DamageOf(const std::vector<Counted>& counts) {
  std::vector<Damage> damages;
  damages.reserve(counts.size());
  for (const Counted& each : counts) {
    const uint64_t all = each.added + each.deleted;
    damages.push_back({.name = each.name, .size = each.binary ? (all + 63) / 64 : all});
  }
  return damages;
}

std::string Stripped(const DiffOptions& options, const std::string& path) {
  return !options.relative.empty() && path.starts_with(options.relative)
             ? path.substr(options.relative.size())
             : path;
}

bool IsMoved(const FilePair& pair) { return pair.status == 'R' || pair.status == 'C'; }
// Of --no-index both names are shown, whatever the change is.
bool HasTwoNames(const Git& git, const FilePair& pair) {
  return IsMoved(pair) || (git.outside && pair.before.path != pair.after.path);
}

// --compact-summary: what --summary would say, in few letters.
std::string_view CompactSummary(const FilePair& pair) {
  const uint32_t before = pair.before.mode, after = pair.after.mode;
  if (pair.status == 'A')
    return after == kModeLink ? "new +l" : after == kModeProgram ? "new +x" : "new";
  if (pair.status == 'D') return "gone";
  if (before == kModeLink && after != kModeLink) return "mode -l";
  if (before != kModeLink && after == kModeLink) return "mode +l";
  if (before == kModeFile && after == kModeProgram) return "mode +x";
  if (before == kModeProgram && after == kModeFile) return "mode -x";
  return "";
}

bool CountAll(Git& git, const DiffOptions& options, std::vector<FilePair>& pairs,
              std::vector<Counted>* counts) {
  if (!git.Charge(pairs.size() * 3 * sizeof(Counted))) return false;
  for (FilePair& pair : pairs) {
    Counted counted;
    if (!git.Tick(64) || !CountOne(git, options, pair, &counted)) return false;
    counted.pair = static_cast<size_t>(&pair - pairs.data());
    // What differs in nothing that counts is not listed.
    if (pair.status == 'M' && pair.before.mode == pair.after.mode && !counted.binary &&
        counted.added + counted.deleted == 0)
      continue;
    counted.name = HasTwoNames(git, pair) ? RenameText(git, Stripped(options, pair.before.path),
                                                       Stripped(options, pair.after.path))
                                          : QuotedPath(git, Stripped(options, pair.Name()));
    const std::string_view what = options.compact ? CompactSummary(pair) : "";
    if (!what.empty()) counted.name += " (" + std::string(what) + ")";
    if (!git.Charge(counted.name.size())) return false;
    counts->push_back(std::move(counted));
  }
  return true;
}

size_t DigitsOf(uint64_t number) { return std::to_string(number).size(); }

uint64_t Scaled(uint64_t count, uint64_t width, uint64_t most) {
  return count == 0 || most == 0 ? 0 : 1 + count * (width - 1) / most;
}

// "…/a/long/name": what does not fit goes at the front, at a slash where there is one.
std::string Shortened(const std::string& name, size_t width) {
  if (ColumnsOf(name) <= width || width < 3) return name;
  std::string rest = name;
  size_t columns = ColumnsOf(rest);
  while (!rest.empty() && columns > width - 3) {
    do rest.erase(0, 1);
    while (!rest.empty() && (static_cast<uint8_t>(rest[0]) & 0xc0) == 0x80);
    --columns;
  }
  const size_t slash = rest.find('/');
  return "..." + (slash != std::string::npos ? rest.substr(slash) : rest);
}

void TotalsLine(Git& git, const DiffOptions& options, size_t files, uint64_t added,
                uint64_t deleted) {
  std::string text =
      " " + std::to_string(files) + (files == 1 ? " file changed" : " files changed");
  if (files > 0) {
    if (added > 0 || deleted == 0) text += ", " + Plural(added, "insertion(+)", "insertions(+)");
    if (deleted > 0 || added == 0) text += ", " + Plural(deleted, "deletion(-)", "deletions(-)");
  }
  git.Out(options.line_prefix + text + "\n");
}

void Totals(Git& git, const DiffOptions& options, const std::vector<Counted>& counts) {
  uint64_t added = 0, deleted = 0;
  size_t files = 0;
  for (const Counted& each : counts) {
    if (each.unmerged) continue;
    ++files;
    if (each.binary) continue;
    added += each.added;
    deleted += each.deleted;
  }
  TotalsLine(git, options, files, added, deleted);
}

void Stat(Git& git, const DiffOptions& options, const std::vector<Counted>& counts) {
  uint64_t most = 0;
  size_t longest = 0, binary_width = 0, number_width = 0;
  for (const Counted& each : counts) {
    longest = std::max(longest, ColumnsOf(each.name));
    if (each.unmerged) {
      binary_width = std::max<size_t>(binary_width, 8);
    } else if (each.binary) {
      binary_width = std::max(binary_width, 14 + DigitsOf(each.added) + DigitsOf(each.deleted));
      number_width = 3;
    } else {
      most = std::max(most, each.added + each.deleted);
    }
  }
  number_width = std::max(number_width, DigitsOf(most));
  size_t width = static_cast<size_t>(options.stat_width);
  if (width == 0) {
    width = 80;
    if (const auto columns = git.Env("COLUMNS"))
      if (const auto number = ParseNumber(*columns); number && *number > 0)
        width = static_cast<size_t>(std::min<int64_t>(*number, 10000));
    width -= std::min(width, ColumnsOf(options.line_prefix));
  }
  width = std::max(width, 16 + 6 + number_width);
  size_t graph = most + 4 > binary_width ? most : binary_width - 4;
  const auto graph_limit = static_cast<size_t>(options.stat_graph_width);
  const auto name_limit = static_cast<size_t>(options.stat_name_width);
  if (graph_limit > 0) graph = std::min(graph, graph_limit);
  size_t names = name_limit > 0 ? std::min(longest, name_limit) : longest;
  if (names + number_width + 6 + graph > width) {
    const size_t share = width * 3 / 8;
    const size_t room = share > number_width + 6 ? share - number_width - 6 : 0;
    if (graph > room) graph = std::max<size_t>(room, 6);
    if (graph_limit > 0) graph = std::min(graph, graph_limit);
    const size_t left = width > number_width + 6 + graph ? width - number_width - 6 - graph : 0;
    if (names > left)
      names = left;
    else
      graph = width - number_width - 6 - names;
  }
  size_t shown = 0;
  for (const Counted& each : counts) {
    if (options.stat_count > 0 && shown++ == static_cast<size_t>(options.stat_count)) {
      git.Out(options.line_prefix + " ...\n");
      break;
    }
    const std::string name = Shortened(each.name, names);
    const size_t columns = ColumnsOf(name);
    std::string line = options.line_prefix + " " + name +
                       std::string(columns < names ? names - columns : 0, ' ') + " | ";
    const auto number = [&](const std::string& text) {
      return std::string(number_width > text.size() ? number_width - text.size() : 0, ' ') + text;
    };
    if (each.unmerged) {
      // (The real one ends no line here.)
      git.Out(line + "Unmerged");
      continue;
    } else if (each.binary) {
      line += number("Bin");
      if (each.added != 0 || each.deleted != 0)
        line += " " + Coloured(git, kRed, std::to_string(each.deleted)) + " -> " +
                Coloured(git, kGreen, std::to_string(each.added)) + " bytes";
    } else {
      uint64_t add = each.added, del = each.deleted;
      if (graph <= most) {
        uint64_t total = Scaled(add + del, graph, most);
        if (total < 2 && add > 0 && del > 0) total = 2;
        if (add < del) {
          add = Scaled(add, graph, most);
          del = total - add;
        } else {
          del = Scaled(del, graph, most);
          add = total - del;
        }
      }
      line += number(std::to_string(each.added + each.deleted));
      if (each.added + each.deleted > 0) line += " ";
      if (add > 0) line += Coloured(git, kGreen, std::string(add, '+'));
      if (del > 0) line += Coloured(git, kRed, std::string(del, '-'));
    }
    git.Out(line + "\n");
  }
  Totals(git, options, counts);
}

std::string ScoreText(const FilePair& pair) {
  if (!IsMoved(pair)) return "";
  std::string digits = std::to_string(pair.score);
  return std::string(3 - std::min<size_t>(3, digits.size()), '0') + digits;
}

void NameStatus(Git& git, const DiffOptions& options, const FilePair& pair, bool raw) {
  std::string line = options.line_prefix;
  if (raw) {
    const auto id = [&](const FilePair::Side& side) {
      // What only the work tree has is not named.
      const ObjectId known = side.in_tree ? ObjectId() : side.id;
      if (options.full_index || options.abbrev >= ObjectId::kHexSize) return known.Hex();
      if (known.IsNull())
        return known.Hex(options.abbrev != 0 ? options.abbrev
                                             : git.objects().Abbreviate(known).size());
      return options.abbrev != 0 ? git.objects().Abbreviate(known, options.abbrev)
                                 : git.objects().Abbreviate(known);
    };
    FilePair::Side before = pair.before, after = pair.after;
    if (pair.status == 'U') {
      before = FilePair::Side();
      after.id = ObjectId();
    }
    line += ":" + ModeText(before.mode) + " " + ModeText(after.mode) + " " + id(before) + " " +
            id(after) + " ";
  }
  line += pair.status;
  line += ScoreText(pair);
  const std::string separator(1, options.nul ? '\0' : '\t'), end(1, options.nul ? '\0' : '\n');
  const auto name = [&](const std::string& path) {
    return options.nul ? Stripped(options, path) : QuotedPath(git, Stripped(options, path));
  };
  const bool by_before = IsMoved(pair) || (git.outside && pair.before.mode != 0);
  line += separator + name(by_before ? pair.before.path : pair.Name());
  if (IsMoved(pair)) line += separator + name(pair.after.path);
  git.Out(line + end);
}

// --check: white space at ends of lines, conflict markers.
bool Check(Git& git, FilePair& pair) {
  Git::Scratch scratch(git);
  std::string a, b;
  if (pair.status == 'U' || !ReadSide(git, pair.before, &a) || !ReadSide(git, pair.after, &b))
    return !git.over() && git.status() == 0;
  if (IsBinary(b)) return true;
  Lines a_lines, b_lines;
  std::vector<DiffHunk> hunks;
  if (!a_lines.Split(git, a) || !b_lines.Split(git, b) ||
      !DiffLines(git, a_lines, b_lines, {}, &hunks))
    return false;
  bool bad = false;
  for (const DiffHunk& hunk : hunks) {
    for (uint64_t i = hunk.b_begin; i < hunk.b_end; ++i) {
      std::string_view line = b_lines[i];
      if (line.ends_with('\n')) line.remove_suffix(1);
      std::string why;
      if (line.starts_with("<<<<<<< ") || line == "=======" || line.starts_with(">>>>>>> ")) {
        git.Out(pair.after.path + ":" + std::to_string(i + 1) + ": leftover conflict marker\n");
        bad = true;
      }
      if (!line.empty() && IsSpace(line.back())) why = "trailing whitespace";
      const size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
      if (line.substr(0, indent).find(" \t") != std::string_view::npos)
        why += std::string(why.empty() ? "" : ", ") + "space before tab in indent";
      if (why.empty()) continue;
      bad = true;
      git.Out(pair.after.path + ":" + std::to_string(i + 1) + ": " + why + ".\n+" +
              std::string(line) + "\n");
    }
  }
  uint64_t blank = b_lines.size();
  while (blank > 0 && Trimmed(b_lines[blank - 1]).empty()) --blank;
  if (blank < b_lines.size() && !hunks.empty() && hunks.back().b_end == b_lines.size() &&
      hunks.back().b_begin < b_lines.size()) {
    git.Out(pair.after.path + ":" + std::to_string(std::max(blank, hunks.back().b_begin) + 1) +
            ": new blank line at EOF.\n");
    bad = true;
  }
  if (bad) git.set_status(2);
  return true;
}

}  // namespace

size_t ColumnsOf(std::string_view text) {
  size_t columns = 0;
  for (char c : text)
    if ((static_cast<uint8_t>(c) & 0xc0) != 0x80) ++columns;
  return columns;
}

std::string RenameText(Git& git, const std::string& a, const std::string& b) {
  const std::string quoted_a = QuotedPath(git, a), quoted_b = QuotedPath(git, b);
  if (quoted_a != a || quoted_b != b) return quoted_a + " => " + quoted_b;
  size_t head = 0, tail = 0;
  for (size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i)
    if (a[i] == '/') head = i + 1;
  const size_t overlap = head > 0 ? 1 : 0;
  for (size_t i = 0; head + i <= a.size() + overlap && head + i <= b.size() + overlap; ++i) {
    // (At i = 0 both are at their ends.)
    const char x = i == 0 ? '\0' : a[a.size() - i], y = i == 0 ? '\0' : b[b.size() - i];
    if (x != y) break;
    if (x == '/') tail = i;
    if (i == a.size() || i == b.size()) break;
  }
  const size_t a_middle = a.size() > head + tail ? a.size() - head - tail : 0;
  const size_t b_middle = b.size() > head + tail ? b.size() - head - tail : 0;
  std::string text = a.substr(head, a_middle) + " => " + b.substr(head, b_middle);
  if (head + tail > 0) text = a.substr(0, head) + "{" + text + "}" + a.substr(a.size() - tail);
  return text;
}

void ShowSummary(Git& git, const std::vector<FilePair>& pairs) {
  for (const FilePair& pair : pairs) {
    if (!git.Tick(32)) return;
    const std::string modes = ModeText(pair.before.mode) + " => " + ModeText(pair.after.mode);
    if (pair.status == 'A')
      git.Out(" create mode " + ModeText(pair.after.mode) + " " + QuotedPath(git, pair.after.path) +
              "\n");
    else if (pair.status == 'D')
      git.Out(" delete mode " + ModeText(pair.before.mode) + " " +
              QuotedPath(git, pair.before.path) + "\n");
    else if (IsMoved(pair)) {
      git.Out(std::string(pair.status == 'R' ? " rename " : " copy ") +
              RenameText(git, pair.before.path, pair.after.path) + " (" +
              std::to_string(pair.score) + "%)\n");
      if (pair.before.mode != pair.after.mode) git.Out(" mode change " + modes + "\n");
    } else if (pair.status != 'U' && pair.before.mode != pair.after.mode) {
      git.Out(" mode change " + modes + " " + QuotedPath(git, pair.after.path) + "\n");
    }
  }
}

bool ShowTotals(Git& git, const DiffOptions& options, std::vector<FilePair>& pairs) {
  std::vector<Counted> counts;
  if (!CountAll(git, options, pairs, &counts)) return false;
  Totals(git, options, counts);
  return true;
}

bool ShowLists(Git& git, const DiffOptions& options, std::vector<FilePair>& pairs, bool* said) {
  *said = false;
  if (pairs.empty()) return true;
  for (FilePair& pair : pairs) {
    if (!git.Tick(32)) return false;
    if (options.check && !Check(git, pair)) return false;
    if (options.raw)
      NameStatus(git, options, pair, true);
    else if (options.name_status)
      NameStatus(git, options, pair, false);
    else if (options.name_only) {
      const std::string path = Stripped(options, pair.Name());
      if (options.nul)
        git.Out(path + std::string(1, '\0'));
      else
        git.Out(options.line_prefix + QuotedPath(git, path) + "\n");
    }
  }
  *said = options.raw || options.name_status || options.name_only;
  const bool counts_lines = options.dirstat.is_on && options.dirstat.unit == Dirstat::Unit::kLines;
  std::vector<Damage> damages;
  if (options.numstat || options.stat || options.shortstat || counts_lines) {
    std::vector<Counted> counts;
    if (!CountAll(git, options, pairs, &counts)) return false;
    for (size_t i = 0; options.numstat && i < counts.size(); ++i) {
      const Counted& each = counts[i];
      if (each.unmerged) continue;
      const std::string numbers =
          each.binary ? "-\t-\t"
                      : std::to_string(each.added) + "\t" + std::to_string(each.deleted) + "\t";
      std::string name = each.name;
      if (options.nul) {
        const std::string nul(1, '\0');
        const FilePair& pair = pairs[each.pair];
        name =
            HasTwoNames(git, pair) ? nul + pair.before.path + nul + pair.after.path : pair.Name();
      }
      git.Out(options.line_prefix + numbers + name + std::string(1, options.nul ? '\0' : '\n'));
    }
    if (options.stat) Stat(git, options, counts);
    if (options.shortstat) Totals(git, options, counts);
    if (counts_lines) damages = DamageOf(counts);
    *said = true;
  }
  if (options.dirstat.is_on) {
    if (!counts_lines && !MeasureDamage(git, options, pairs, &damages)) return false;
    if (!ShowDirstat(git, options, std::move(damages))) return false;
  }
  if (options.summary) {
    ShowSummary(git, pairs);
    *said = *said || std::any_of(pairs.begin(), pairs.end(),
                                 [](const FilePair& pair) { return pair.status != 'M'; });
  }
  return !git.over();
}

}  // namespace pysub::shell::git
