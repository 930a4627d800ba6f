// The search for a pattern rule that makes a target, with files in the middle that other rules
// make.
//
//   for "src/a.o"
//     %.o: %.c        the pattern has no '/': directory "src/", stem "a", so src/a.c is needed
//     src/%.o: %.c    stem "a", and no directory is taken off: a.c is needed
//
// A rule applies when its prerequisites are there. When none does, prerequisites that another rule
// could make count as well: files in the middle. Such chains have no rule twice (in_use) and at
// most kMostRules rules, so the recursion here is bounded, and what was found impossible is
// remembered.

#include <algorithm>

#include "shell/commands/make/maker.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::maker {
namespace {
// Rules that follow each other.
constexpr int kMostRules = 24;
}  // namespace

// A rule one of whose targets matches.
struct Maker::Candidate {
  uint32_t rule = 0;
  uint32_t match = 0;     // which of its targets
  std::string stem;       // without the directory
  std::string directory;  // that is taken off, when the pattern has none
  size_t length = 0;      // of the stem, with the directory
};

// A rule that applies, and what it needs.
// It is entered among the targets only when the whole search has succeeded: a try leaves no trace.
struct Maker::Found {
  uint32_t rule = 0;
  uint32_t match = 0;
  std::string stem;
  std::vector<PatternNeed> needs;
  // Of the prerequisites that are made on the way: by which rule.
  std::map<std::string, Found> middles;
};

// Called once for a target that has no recipe.
bool Maker::SearchImplicit(uint32_t target) {
  const std::string name = targets_[target].name;
  Found found;
  if (!SearchPattern(name, target, 0, &found) || over()) return false;
  ApplyFound(target, found);
  return true;
}

// All rules whose pattern matches; those with the shortest stem are tried first, and all without
// files in the middle before any with them.
bool Maker::SearchPattern(std::string_view name, uint32_t for_target, int depth, Found* found) {
  const size_t slash = name.rfind('/');
  const std::string_view directory =
      slash == std::string_view::npos ? std::string_view() : name.substr(0, slash + 1);
  std::vector<Candidate> candidates;
  bool specific = false;
  for (size_t i = 0; i < rules_.size(); ++i) {
    const PatternRule& rule = rules_[i];
    if (!Look(4 + rule.targets.size())) return false;
    // A rule with prerequisites and no recipe takes a built-in one away.
    if ((!rule.needs.empty() && rule.recipe == kNone) || rule.in_use) continue;
    for (size_t j = 0; j < rule.targets.size(); ++j) {
      const std::string& text = rule.targets[j];
      // No file in the middle is made by a rule for any name, unless that is terminal: everything
      // would be tried.
      if (depth > 0 && text == "%" && !rule.terminal) continue;
      const bool cuts = !directory.empty() && text.find('/') == std::string::npos;
      const std::string_view subject = cuts ? name.substr(directory.size()) : name;
      const std::optional<std::string_view> stem = StemOf(CutPattern(text), subject);
      if (!stem || (stem->empty() && subject.empty())) continue;
      if (text != "%") specific = true;
      // (it only says that the suffix is known)
      if (rule.needs.empty() && rule.recipe == kNone) continue;
      Candidate c;
      c.rule = static_cast<uint32_t>(i);
      c.match = static_cast<uint32_t>(j);
      c.stem = std::string(*stem);
      if (cuts) c.directory = std::string(directory);
      c.length = c.stem.size() + c.directory.size();
      candidates.push_back(std::move(c));
    }
  }
  // Among equals the order of the makefile decides.
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.length < b.length; });
  // A name that a rule for some names matches is not made by those for any name.
  if (specific) {
    std::erase_if(candidates, [&](const Candidate& c) {
      const PatternRule& rule = rules_[c.rule];
      return !rule.terminal &&
             std::find(rule.targets.begin(), rule.targets.end(), "%") != rule.targets.end();
    });
  }
  for (const bool middles : {false, true}) {
    for (const Candidate& c : candidates) {
      if (middles && rules_[c.rule].terminal) continue;
      if (over()) return false;
      if (TryRule(c, name, for_target, depth, middles, found)) return true;
    }
  }
  return false;
}

// The prerequisites of a rule, with its stem.
bool Maker::NeedsOf(const Candidate& candidate, std::string_view name, uint32_t for_target,
                    std::vector<PatternNeed>* needs) {
  for (const PatternNeed& need : rules_[candidate.rule].needs) {
    std::string text = need.name;
    if (!need.second) {
      const Pattern p = CutPattern(text);
      text = p.has_percent ? candidate.directory + p.before + candidate.stem + p.after : p.before;
      needs->push_back({std::move(text), need.order_only, false});
      if (!Look(16)) return false;
      continue;
    }
    // Each '%' is the stem; then it is expanded for the target as it is so far.
    // The stem is put in as $*, and not as text: a dollar in a name must not be expanded.
    const std::string stem = candidate.directory + candidate.stem;
    std::string with;
    for (const char c : text) c == '%' ? with += "$*" : with += c;
    const uint32_t scope =
        NewScope(for_target < targets_.size() && targets_[for_target].scope != kNone
                     ? targets_[for_target].scope
                     : 0);
    if (over()) return false;
    (void)Define("@", std::string(name), Origin::kAutomatic, false, scope, {});
    (void)Define("*", stem, Origin::kAutomatic, false, scope, {});
    // (the scope is that of the prerequisites' text, and is dropped at once)
    const uint32_t outer = scope_;
    scope_ = scope;
    std::string out;
    const bool fine = ExpandNow(std::move(with), &out);
    scope_ = outer;
    DropScope(scope);
    if (!fine || !SplitNeeds(out, true, needs)) return false;
  }
  return true;
}

// A rule applies when all that it needs is there, is spoken of, or can be made.
bool Maker::TryRule(const Candidate& candidate, std::string_view name, uint32_t for_target,
                    int depth, bool middles, Found* found) {
  std::vector<PatternNeed> needs;
  if (!NeedsOf(candidate, name, for_target, &needs)) return false;
  found->middles.clear();
  rules_[candidate.rule].in_use = true;
  bool fine = true;
  for (const PatternNeed& need : needs) {
    if (!Look(64)) fine = false;
    if (!fine) break;
    // The same name is asked for by many rules; the answer does not change within a run.
    if (impossible_.contains(need.name)) {
      fine = false;
      break;
    }
    if (FindTarget(need.name) != kNone || Exists(need.name) || !SearchVpath(need.name).empty())
      continue;
    fine = false;
    if (middles && depth < kMostRules) {
      Found other;
      if (SearchPattern(need.name, kNone, depth + 1, &other)) {
        found->middles[need.name] = std::move(other);
        fine = true;
      } else if (!over() && Charge(need.name.size() + 128)) {
        impossible_.emplace(need.name, true);
      }
    }
  }
  rules_[candidate.rule].in_use = false;
  if (!fine || over()) return false;
  found->rule = candidate.rule;
  found->match = candidate.match;
  found->stem = candidate.directory + candidate.stem;
  found->needs = std::move(needs);
  return true;
}

// Enters what the search found: prerequisites, those in the middle with their own rules.
// Recurses as deep as the chain that was found.
void Maker::ApplyFound(uint32_t target, const Found& found) {
  if (!Charge(found.needs.size() * 3 * sizeof(Dependency) + found.stem.size() + 64)) return;
  std::vector<Dependency> list;
  list.reserve(found.needs.size());
  const PatternRule rule = rules_[found.rule];
  for (const PatternNeed& need : found.needs) {
    auto middle = found.middles.find(need.name);
    const bool was_there = FindTarget(need.name) != kNone;
    const uint32_t needed = EnterTarget(need.name);
    if (over() || !Look(32)) return;
    if (middle != found.middles.end()) {
      // A name that a makefile mentions is not removed at the end.
      if (was_there) targets_[needed].secondary = true;
      targets_[needed].intermediate = true;
      targets_[needed].tried_implicit = true;
      ApplyFound(needed, middle->second);
      const std::string& pattern = rules_[middle->second.rule].targets[middle->second.match];
      const uint32_t as_target = FindTarget(pattern);
      if (as_target != kNone && targets_[as_target].precious) targets_[needed].precious = true;
    } else if (rule.terminal) {
      targets_[needed].tried_implicit = true;
    }
    Dependency d;
    d.target = needed;
    d.order_only = need.order_only;
    list.push_back(d);
  }
  Target& t = targets_[target];
  // Before those that explicit rules gave: $< is that of the rule.
  t.needs.insert(t.needs.begin(), list.begin(), list.end());
  t.stem = found.stem;
  t.has_stem = true;
  t.recipe = rule.recipe;
  t.is_target = true;
  const uint32_t as_target = FindTarget(rule.targets[found.match]);
  if (as_target != kNone && targets_[as_target].precious) t.precious = true;
  // A rule with several targets makes all of them when it runs.
  for (size_t i = 0; i < rule.targets.size(); ++i) {
    if (i == found.match) continue;
    const Pattern p = CutPattern(rule.targets[i]);
    // (the directory stands before a pattern that has none)
    const size_t slash = found.stem.rfind('/');
    const bool cuts = rule.targets[i].find('/') == std::string::npos && slash != std::string::npos;
    const std::string directory = cuts ? found.stem.substr(0, slash + 1) : "";
    const uint32_t other =
        EnterTarget(directory + p.before + found.stem.substr(directory.size()) + p.after);
    if (over() || !Charge(3 * sizeof(uint32_t))) return;
    if (other == target) continue;
    targets_[other].is_target = true;
    targets_[target].also.push_back(other);
  }
}

}  // namespace pysub::shell::maker
