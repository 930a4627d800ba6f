// Targets, pattern rules, times of files, VPATH.

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "pysub/files/file_system.h"
#include "shell/commands/make/maker.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::maker {

uint32_t Maker::FindTarget(std::string_view name) const {
  auto found = index_.find(name);
  return found == index_.end() ? kNone : found->second;
}

// A target made here has neither rule nor file yet; it exists because its name was used.
uint32_t Maker::EnterTarget(std::string_view name) {
  const uint32_t found = FindTarget(name);
  if (found != kNone) return found;
  if (!Charge(3 * sizeof(Target) + 2 * name.size() + 128)) return 0;
  Work(64);
  // References into targets_ are no longer valid behind this.
  Target& t = targets_.emplace_back();
  t.name = std::string(name);
  const auto target = static_cast<uint32_t>(targets_.size() - 1);
  index_.emplace(t.name, target);
  return target;
}

// One more rule with "::" of the same name.
// It shares variables with the first, and is not in index_: the name finds the first one.
uint32_t Maker::AddDouble(uint32_t first) {
  if (!Charge(3 * sizeof(Target) + 2 * targets_[first].name.size() + 128)) return 0;
  uint32_t last = first;
  // (the chain is walked: many rules of one name cost their square, and that work is counted)
  while (targets_[last].next_double != kNone && Look(1)) last = targets_[last].next_double;
  Target t;
  t.name = targets_[first].name;
  t.first_double = first;
  t.scope = targets_[first].scope;
  targets_.push_back(std::move(t));
  const auto target = static_cast<uint32_t>(targets_.size() - 1);
  targets_[last].next_double = target;
  return target;
}

// ---- pattern rules

// A rule of the same targets and prerequisites gives way, or stays when the new one is built in.
// A later rule of a makefile takes the place of an earlier one and stands last; built-in rules are
// asked for after those of makefiles.
void Maker::AddPatternRule(PatternRule rule, bool overrides) {
  uint64_t size = 2 * sizeof(PatternRule);
  for (const std::string& name : rule.targets) size += name.size() + 64;
  for (const PatternNeed& need : rule.needs) size += need.name.size() + 64;
  if (!Charge(size)) return;
  for (size_t i = 0; i < rules_.size(); ++i) {
    const PatternRule& old = rules_[i];
    if (!Look(4)) return;
    if (old.targets != rule.targets || old.needs.size() != rule.needs.size()) continue;
    bool same = true;
    for (size_t j = 0; j < old.needs.size(); ++j) same &= old.needs[j].name == rule.needs[j].name;
    if (!same) continue;
    if (!overrides) return;
    rules_.erase(rules_.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  rules_.push_back(std::move(rule));
}

// The list that .SUFFIXES has now, in its order.
std::vector<std::string> Maker::Suffixes() const {
  std::vector<std::string> names;
  const uint32_t target = FindTarget(".SUFFIXES");
  if (target == kNone) return names;
  for (const Dependency& d : targets_[target].needs) {
    if (d.target < targets_.size()) names.push_back(targets_[d.target].name);
  }
  return names;
}

// `source` empty: the rule that makes nothing.
void Maker::AddSuffixRule(std::string_view target, std::string_view source, uint32_t recipe) {
  PatternRule rule;
  rule.targets = {"%" + std::string(target)};
  if (!source.empty()) rule.needs.push_back({"%" + std::string(source), false, false});
  rule.recipe = recipe;
  AddPatternRule(std::move(rule), false);
}

// ".c.o:" is "%.o: %.c", ".c:" is "%: %.c". A suffix alone is a rule that makes nothing: a file
// with a known suffix is not made by rules for any file.
// Done when all is read, since the list of suffixes may have changed on the last line.
void Maker::ConvertSuffixRules() {
  const std::vector<std::string> suffixes = Suffixes();
  for (const std::string& first : suffixes) {
    AddSuffixRule(first, "", kNone);
    const uint32_t alone = FindTarget(first);
    if (alone != kNone && targets_[alone].recipe != kNone)
      AddSuffixRule("", first, targets_[alone].recipe);
    for (const std::string& second : suffixes) {
      if (over() || !Look(64)) return;
      if (first == second) continue;
      const uint32_t both = FindTarget(first + second);
      // (the pair was never written as a rule)
      if (both == kNone || targets_[both].recipe == kNone) continue;
      if (!targets_[both].needs.empty()) {
        const uint32_t recipe = targets_[both].recipe;
        ComplainAt(recipe_texts_[recipe].place,
                   "warning: ignoring prerequisites on suffix rule definition");
      }
      AddSuffixRule(second, first, targets_[both].recipe);
    }
  }
}

// What the targets with a dot say of the others.
// Done when all is read: they may stand anywhere in it.
void Maker::TakeSpecialTargets() {
  // For each prerequisite of the special target, with all its "::" rules.
  const auto each = [&](std::string_view name, auto&& make) {
    const uint32_t target = FindTarget(name);
    if (target == kNone) return;
    for (uint32_t t = target; t < targets_.size(); t = targets_[t].next_double) {
      for (size_t i = 0; i < targets_[t].needs.size() && Look(8); ++i) {
        const uint32_t needed = targets_[t].needs[i].target;
        if (needed >= targets_.size()) continue;
        for (uint32_t n = needed; n < targets_.size(); n = targets_[n].next_double)
          make(targets_[n]);
      }
    }
  };
  // Whether somebody wrote it as a target; *needs: with prerequisites. Without them it holds for
  // all.
  const auto has = [&](std::string_view name, bool* needs) {
    const uint32_t target = FindTarget(name);
    if (target == kNone || !targets_[target].is_target) return false;
    *needs = !targets_[target].needs.empty();
    return true;
  };
  bool needs = false;
  each(".PRECIOUS", [](Target& t) { t.precious = true; });
  each(".LOW_RESOLUTION_TIME", [](Target&) {});
  each(".PHONY", [](Target& t) {
    t.phony = t.is_target = true;
    // Its file is never looked at.
    t.time = t.time_before = kMissing;
  });
  each(".INTERMEDIATE", [](Target& t) {
    if (!t.of_command_line) t.intermediate = true;
  });
  each(".SECONDARY", [](Target& t) {
    if (!t.of_command_line) t.intermediate = t.secondary = true;
  });
  if (has(".SECONDARY", &needs) && !needs) {
    all_secondary_ = true;
    for (Target& t : targets_) {
      if (!Look(1)) return;
      if (!t.of_command_line) t.intermediate = t.secondary = true;
    }
  }
  if (has(".PRECIOUS", &needs) && !needs) all_precious_ = true;
  if (has(".EXPORT_ALL_VARIABLES", &needs)) exports_all_ = true;
  if (has(".DELETE_ON_ERROR", &needs)) deletes_on_error_ = true;
  if (has(".IGNORE", &needs)) {
    if (needs) {
      each(".IGNORE", [](Target& t) { t.flags |= kIgnore; });
    } else {
      settings_.ignore = true;
    }
  }
  if (has(".SILENT", &needs)) {
    if (needs) {
      each(".SILENT", [](Target& t) { t.flags |= kSilent; });
    } else {
      silent_all_ = settings_.silent = true;
    }
  }
  const uint32_t other = FindTarget(".DEFAULT");
  default_recipe_ = other == kNone ? kNone : targets_[other].recipe;
}

// ---- files

bool Maker::Exists(std::string_view name) {
  Work(64);
  const std::string path =
      name.starts_with('/') ? std::string(name) : directory_ + "/" + std::string(name);
  return io_->files().StatPath(CallerOf(*io_), path).ok();
}

// In nanoseconds.
int64_t Maker::FileTime(const std::string& path) {
  Work(64);
  files::Result<files::Stat> stat =
      io_->files().StatPath(CallerOf(*io_), path.starts_with('/') ? path : directory_ + "/" + path);
  if (!stat.ok()) return kMissing;
  return std::clamp<int64_t>(stat->mtime_ns, kOldTime + 1, kNewTime - 1);
}

// Of a target; where it is not there, VPATH is searched.
int64_t Maker::TimeOf(uint32_t target, bool search) {
  Target& t = targets_[target];
  if (t.time != kUnknownTime) return t.time;
  if (t.phony) return t.time = kMissing;
  t.time = FileTime(t.found.empty() || t.ignores_vpath ? t.name : t.found);
  if (t.time == kMissing && search && !t.ignores_vpath) {
    const std::string found = SearchVpath(t.name);
    if (!found.empty()) {
      t.found = found;
      t.time = FileTime(found);
    }
  }
  if (t.time_before == kUnknownTime) t.time_before = t.time;
  // A file of the future makes each comparison wrong; it is told once.
  if (!skewed_ && t.time > 0 && t.time != kNewTime && !t.updated) {
    const int64_t now = io_->RealTimeNs();
    if (t.time > now) {
      const double ahead = static_cast<double>(t.time - now) / 1e9;
      char text[64];
      if (ahead >= 99) {
        std::snprintf(text, sizeof(text), "%.0f", std::floor(ahead));
      } else {
        std::snprintf(text, sizeof(text), "%.2g", ahead);
      }
      Complain("Warning: File '" + t.name + "' has modification time " + text + " s in the future");
      skewed_ = true;
    }
  }
  return t.time;
}

// Where a relative name is below the directories of vpath and VPATH; empty: nowhere.
// The directory that is named first wins; a target that is to be made there counts as a file.
std::string Maker::SearchVpath(std::string_view name) {
  if (name.starts_with('/')) return "";
  const auto look = [&](const std::vector<std::string>& folders) -> std::string {
    for (const std::string& folder : folders) {
      std::string path = JoinPath(folder, name);
      if (over()) break;
      const uint32_t target = FindTarget(path);
      if ((target != kNone && targets_[target].is_target) || IsListed(path)) return path;
    }
    return "";
  };
  for (const SearchPath& path : search_paths_) {
    if (!Look(8)) return "";
    if (!StemOf(CutPattern(path.pattern), name)) continue;
    std::string found = look(path.directories);
    if (!found.empty()) return found;
  }
  std::string all = ValueOf("VPATH");
  if (all.empty()) return "";
  // (It is taken apart once: there may be thousands of directories and of names.)
  if (all != vpath_text_ || vpath_folders_.empty()) {
    vpath_text_ = all;
    vpath_folders_.clear();
    for (char& c : all) c = c == ':' ? ' ' : c;
    std::string_view rest = all;
    while (true) {
      const std::string_view word = NextWord(&rest);
      if (word.empty()) break;
      if (!Charge(3 * (sizeof(std::string) + word.size()))) return "";
      vpath_folders_.emplace_back(WithoutSlashes(word));
    }
  }
  return look(vpath_folders_);
}

// Whether a file is there, by the list of its directory, which is read once. As GNU make does: a
// file that was made in such a directory since is not seen, one that was removed is.
bool Maker::IsListed(const std::string& path) {
  const std::string folder(DirectoryOf(path));
  const auto [at, is_new] = listed_.try_emplace(folder);
  std::vector<std::string>& names = at->second;
  if (is_new) {
    const std::string whole = folder.starts_with('/') ? folder : directory_ + "/" + folder;
    const auto list = io_->files().List(CallerOf(*io_), whole);
    uint64_t size = 128 + 2 * folder.size();
    if (list.ok()) {
      for (const files::DirectoryEntry& entry : *list)
        size += 2 * (sizeof(std::string) + entry.name.size());
    }
    if (!Charge(size) || !Look(64 + (list.ok() ? list->size() * 8 : 0))) return false;
    if (list.ok()) {
      for (const files::DirectoryEntry& entry : *list) names.push_back(entry.name);
    }
    std::sort(names.begin(), names.end());
  }
  Work(16);
  return std::binary_search(names.begin(), names.end(), std::string(LastName(path))) &&
         Exists(path);
}

}  // namespace pysub::shell::maker
