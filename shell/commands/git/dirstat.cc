// --dirstat: how much of what changed lies in which directory.

#include <algorithm>

#include "shell/commands/git/diff_show.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

// A directory that is gone through; `base` ends with its slash, and is empty at the top.
struct Open {
  std::string_view base;
  uint64_t sum = 0, sources = 0;  // a file is two sources, a directory one
};

// Bytes that went and bytes that came.
bool DamageOf(Git& git, const FilePair& pair, uint64_t* damage) {
  Git::Scratch scratch(git);
  std::string a, b;
  uint64_t shared = 0;
  if (!ReadSide(git, pair.before, &a) || !ReadSide(git, pair.after, &b) ||
      !CountShared(git, a, b, &shared))
    return false;
  *damage = std::max<uint64_t>(1, a.size() + b.size() - 2 * std::min({shared, a.size(), b.size()}));
  return true;
}

// What is said of a directory, unless all of it lies in one that is in it. What was told counts
// above it only when that is asked for.
uint64_t Told(Git& git, const DiffOptions& options, const Open& open, uint64_t all) {
  const uint64_t permille = open.sum * 1000 / all;
  if (open.base.empty() || open.sources == 1 || open.sum == 0 ||
      permille < static_cast<uint64_t>(options.dirstat.permille))
    return open.sum;
  const std::string percent = std::to_string(permille / 10);
  git.Out(options.line_prefix + std::string(4 - std::min<size_t>(4, percent.size()), ' ') +
          percent + "." + std::to_string(permille % 10) + "% " + std::string(open.base) + "\n");
  return options.dirstat.cumulative ? open.sum : 0;
}

}  // namespace

bool TakeDirstat(Git& git, std::string_view text, DiffOptions* options) {
  Dirstat& dirstat = options->dirstat;
  dirstat.is_on = true;
  std::string wrong;
  while (!text.empty()) {
    const std::string word(text.substr(0, text.find(',')));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    const size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    if (word == "changes") {
      dirstat.unit = Dirstat::Unit::kChanges;
    } else if (word == "lines") {
      dirstat.unit = Dirstat::Unit::kLines;
    } else if (word == "files") {
      dirstat.unit = Dirstat::Unit::kFiles;
    } else if (word == "cumulative" || word == "noncumulative") {
      dirstat.cumulative = word == "cumulative";
    } else if (digits == 0) {
      wrong += "  Unknown dirstat parameter '" + word + "'\n";
    } else {
      const std::string_view tenths = std::string_view(word).substr(digits);
      const bool has_tenths = tenths.size() > 1 && tenths[0] == '.' &&
                              tenths.find_first_not_of("0123456789", 1) == std::string_view::npos;
      if (!tenths.empty() && !has_tenths)
        wrong += "  Failed to parse dirstat cut-off percentage '" + word + "'\n";
      dirstat.permille =
          10 * std::min<int64_t>(ParseNumber(word.substr(0, digits)).value_or(1000), 1000) +
          (has_tenths ? tenths[1] - '0' : 0);
    }
  }
  return wrong.empty() || git.Fatal("Failed to parse --dirstat/-X option parameter:\n" + wrong);
}

bool MeasureDamage(Git& git, const DiffOptions& options, const std::vector<FilePair>& pairs,
                   std::vector<Damage>* damages) {
  if (!git.Charge(pairs.size() * sizeof(Damage))) return false;
  for (const FilePair& pair : pairs) {
    Damage damage{.name = pair.Name(), .size = 0};
    const bool is_same = pair.before.id == pair.after.id && !pair.before.id.IsNull();
    if (!git.Tick(16) || !git.Charge(damage.name.size())) return false;
    if (!is_same && options.dirstat.unit == Dirstat::Unit::kFiles)
      damage.size = 1;
    else if (!is_same && !DamageOf(git, pair, &damage.size))
      return false;
    damages->push_back(std::move(damage));
  }
  return true;
}

bool ShowDirstat(Git& git, const DiffOptions& options, std::vector<Damage> damages) {
  uint64_t all = 0;
  for (const Damage& each : damages) all += each.size;
  if (all == 0) return true;
  std::sort(damages.begin(), damages.end(),
            [](const Damage& a, const Damage& b) { return a.name < b.name; });
  std::vector<Open> open(1);
  size_t at = 0;
  while (!open.empty()) {
    if (!git.Tick(32)) return false;
    Open& top = open.back();
    const std::string_view name = at < damages.size() ? damages[at].name : std::string_view();
    if (at < damages.size() && name.starts_with(top.base)) {
      const size_t slash = name.find('/', top.base.size());
      if (slash != std::string_view::npos) {
        open.push_back({.base = name.substr(0, slash + 1)});
      } else {
        top.sum += damages[at++].size;
        top.sources += 2;
      }
      continue;
    }
    const uint64_t sum = Told(git, options, top, all);
    open.pop_back();
    if (open.empty()) break;
    open.back().sum += sum;
    ++open.back().sources;
  }
  return !git.over();
}

}  // namespace pysub::shell::git
