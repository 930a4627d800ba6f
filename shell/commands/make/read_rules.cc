// Rules of makefiles: the line up to its colon is expanded word by word, because what follows may
// be a variable of the targets, which is not expanded yet.
//
//   objs: CFLAGS := -O $(X)      kTargetWord: "objs:" has a colon; behind it stands a definition
//   $(T): a $(B) ; cmd           kTargetWord: $(T) may bring the colon itself, or even a ';'
//   a b: %: %.c                  static pattern: the stem of each target goes into its needs
//
// What is to the left of the colon is expanded word by word, each a step of its own;
// Reading::expanded has what came out so far, Reading::rest what is still to come.

#include <algorithm>

#include "shell/commands/make/maker.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::maker {
namespace {

enum class Word : uint8_t { kEnd, kText, kColon, kOther };

// The next word of a line that is not expanded; *size has the blanks before it, too.
// Colons, "&:" and signs of assignments are words; a reference is a part of one, whatever is in it.
Word NextRuleWord(std::string_view text, std::string_view* word, size_t* size) {
  size_t at = 0;
  while (at < text.size() && IsSpace(text[at])) ++at;
  const size_t begin = at;
  const auto is = [&](size_t i, char c) { return i < text.size() && text[i] == c; };
  Word kind = Word::kText;
  if (at >= text.size()) {
    kind = Word::kEnd;
  } else if (text[at] == ':') {
    kind = Word::kColon;
    at += is(at + 1, ':') ? 2 : 1;
    if (is(at, '=')) ++at, kind = Word::kOther;
  } else if (text[at] == '&' && is(at + 1, ':')) {
    kind = Word::kColon;
    at += 2;
  } else if (text[at] == '=') {
    kind = Word::kOther;
    ++at;
  } else if ((text[at] == '+' || text[at] == '?' || text[at] == '!') && is(at + 1, '=')) {
    kind = Word::kOther;
    at += 2;
  } else {
    while (at < text.size() && !IsSpace(text[at]) && text[at] != '=' && text[at] != ':') {
      const char c = text[at];
      if ((c == '?' || c == '+') && is(at + 1, '=')) break;
      if (c == '&' && is(at + 1, ':')) break;
      ++at;
      if (c == '\\' && at < text.size() &&
          (text[at] == ':' || text[at] == ';' || text[at] == '=' || text[at] == '\\')) {
        ++at;
      } else if (c == '$' && at < text.size()) {
        const char open = text[at++];
        if (open != '(' && open != '{') continue;
        const size_t end = FindClose(text, at, open, open == '(' ? ')' : '}');
        at = end == std::string_view::npos ? text.size() : end + 1;
      }
    }
  }
  *word = text.substr(begin, at - begin);
  *size = at;
  return kind;
}

// Where the first ';' or '#' stands that is in no reference and has no backslash before it.
// What stands in $(...) is not looked at: it belongs to functions, whose texts may have both.
size_t FindSemicolon(std::string* text) {
  size_t at = 0;
  while (at < text->size()) {
    const char c = (*text)[at];
    if (c == '$' && at + 1 < text->size()) {
      const char open = (*text)[at + 1];
      at += 2;
      if (open != '(' && open != '{') continue;
      const size_t end = FindClose(*text, at, open, open == '(' ? ')' : '}');
      at = end == std::string::npos ? text->size() : end + 1;
      continue;
    }
    if (c == ';' || c == '#') {
      size_t slashes = 0;
      while (slashes < at && (*text)[at - slashes - 1] == '\\') ++slashes;
      if (slashes % 2 == 0 || c == ';') {
        // (a backslash before a semicolon is the shell's, once the line is cut elsewhere)
        if (slashes % 2 == 0) return at;
      }
      if (slashes % 2 != 0) {
        text->erase(at - 1, 1);
        continue;
      }
    }
    ++at;
  }
  return std::string::npos;
}

bool HasPercent(std::string_view name) { return CutPattern(name).has_percent; }

}  // namespace

// The rule before it ends here. A recipe may begin on the same line, behind a semicolon that stands
// in the text as it is written, or comes out of an expansion (RuleWord).
void Maker::BeginRule(Reading* r, const std::string& line) {
  RecordRule(r);
  if (over()) return;
  r = &readings_.back();
  std::string text = line;
  r->has_semicolon = false;
  r->after_semicolon.clear();
  Work(text.size());
  const size_t cut = FindSemicolon(&text);
  if (cut != std::string::npos) {
    if (text[cut] == ';') {
      r->has_semicolon = true;
      r->after_semicolon = text.substr(cut + 1);
    }
    text.resize(cut);
  }
  text = JoinLines(text);
  std::string_view word;
  size_t size = 0;
  const Word kind = NextRuleWord(text, &word, &size);
  if (kind == Word::kEnd) {
    if (r->has_semicolon) FatalAt(r->place, "missing rule before recipe");
    return;
  }
  // Nothing stands before the colon: a rule of no targets, which is fine, and so is its recipe.
  if (kind == Word::kColon) {
    r->no_targets = true;
    return;
  }
  // (kept to say what is wrong with it)
  r->second = line.starts_with("        ") ? "8" : "";
  r->expanded.clear();
  r->word_at = 0;
  std::string first(word);
  r->rest = text.substr(size);
  r->rule_place = r->place;
  r->phase = Reading::Phase::kTargetWord;
  Expand(std::move(first));
}

// Until a colon has come, there may be more targets.
void Maker::RuleWord(Reading* r) {
  r->expanded += result_;
  Work(result_.size());
  if (!r->has_semicolon) {
    std::string tail = r->expanded.substr(r->word_at);
    const size_t cut = FindUnquoted(&tail, ";");
    if (cut != std::string::npos) {
      r->has_semicolon = true;
      r->after_semicolon = tail.substr(cut + 1) + r->rest;
      r->rest.clear();
      r->expanded = r->expanded.substr(0, r->word_at) + tail.substr(0, cut);
    }
  }
  // (only the word that came last can have a new colon)
  std::string tail = r->expanded.substr(r->word_at);
  size_t colon = FindUnquoted(&tail, ":");
  if (colon != std::string::npos) {
    r->expanded = r->expanded.substr(0, r->word_at) + tail;
    return RuleColon(r, r->word_at + colon);
  }
  std::string_view word;
  size_t size = 0;
  if (NextRuleWord(r->rest, &word, &size) == Word::kEnd) {
    r->phase = Reading::Phase::kLine;
    r->word_at = 0;
    if (Strip(r->expanded).empty()) return;
    return FatalAt(r->place, r->second == "8" && prefix_ == '\t'
                                 ? "missing separator (did you mean TAB instead of 8 spaces?)"
                                 : "missing separator");
  }
  std::string next(word);
  r->rest.erase(0, size);
  r->expanded += ' ';
  r->word_at = r->expanded.size();
  Expand(std::move(next));
}

// The colon of the rule stands at `colon` of r->expanded.
void Maker::RuleColon(Reading* r, size_t colon) {
  size_t end = colon;
  r->is_grouped = end > 0 && r->expanded[end - 1] == '&';
  if (r->is_grouped) --end;
  r->targets.clear();
  r->phase = Reading::Phase::kLine;
  std::vector<std::string> names;
  if (!FileNames(std::string_view(r->expanded).substr(0, end), true, &names)) return;
  if (names.empty()) {
    r->no_targets = true;
    return;
  }
  uint64_t size = 0;
  for (const std::string& name : names) size += name.size() + 64;
  if (!Charge(size)) return;
  r->targets = std::move(names);
  ++colon;
  // "::" : more rules of this name may follow, and each is looked at on its own.
  r->is_double = colon < r->expanded.size() && r->expanded[colon] == ':';
  if (r->is_double) ++colon;
  std::string behind = r->expanded.substr(colon);
  r->expanded.clear();
  r->word_at = 0;
  // "target: A = b". What follows the colon is not expanded until that is clear.
  Definition d = ParseDefinition(behind + r->rest, true);
  if (d.is_one) {
    if (r->has_semicolon) d.value += ";" + r->after_semicolon;
    r->definition = std::move(d);
    r->target_index = 0;
    r->phase = Reading::Phase::kTargetVariable;
    return TargetVariable(r);
  }
  r->no_targets = false;
  r->prefix = prefix_;
  r->expanded = std::move(behind);
  r->phase = Reading::Phase::kTargetNeeds;
  std::string rest = r->rest;
  // An '=' that a backslash quotes is an ordinary one now.
  FindUnquoted(&rest, "=");
  Expand(std::move(rest));
}

// Behind the colon all is expanded: prerequisites, or a pattern for the targets and another colon.
void Maker::RuleNeeds(Reading* r) {
  r->phase = Reading::Phase::kLine;
  const size_t size = r->expanded.size() + result_.size();
  if (!Hold(4 * size) || !Charge(size)) return;
  std::string text = r->expanded + result_;
  Work(text.size());
  if (!r->has_semicolon) {
    const size_t cut = FindUnquoted(&text, ";");
    if (cut != std::string::npos) {
      r->has_semicolon = true;
      r->after_semicolon = text.substr(cut + 1);
      text.resize(cut);
    }
  }
  r->expanded.clear();
  r->rest.clear();
  r->has_pattern = false;
  // A second colon makes it a static pattern rule.
  std::string quoted = text;
  const size_t colon = FindUnquoted(&quoted, ":");
  if (colon != std::string::npos) {
    std::vector<std::string> names;
    if (!FileNames(std::string_view(quoted).substr(0, colon), false, &names)) return;
    if (names.empty()) return FatalAt(r->place, "missing target pattern");
    if (names.size() > 1) return FatalAt(r->place, "multiple target patterns");
    if (!HasPercent(names[0])) return FatalAt(r->place, "target pattern contains no '%'");
    r->pattern = names[0];
    r->has_pattern = true;
    text = quoted.substr(colon + 1);
  }
  r->needs = std::string(Strip(text));
  // Prerequisites are cut into names when the rule is complete: with .SECONDEXPANSION that is
  // later.
  r->has_rule = true;
  r->has_recipe = false;
  r->recipe.clear();
  SetDefaultGoal(r->targets);
  if (r->has_semicolon) {
    AddRecipeLine(r, r->after_semicolon, r->place);
    r->after_semicolon.clear();
  }
}

// Kept as one text with newlines; MakeRecipe() cuts it.
void Maker::AddRecipeLine(Reading* r, std::string_view line, const Place& place) {
  if (!r->has_recipe) r->recipe_place = place;
  r->has_recipe = true;
  if (!MakeRoom(*io_, &r->recipe, line.size() + 1, &r->recipe_charged)) {
    no_memory_ = ended_ = true;
    return;
  }
  r->recipe += line;
  r->recipe += '\n';
  Work(line.size());
}

// One target after the other: each is given the variable that r->definition says.
void Maker::TargetVariable(Reading* r) {
  using Phase = Reading::Phase;
  const Definition& d = r->definition;
  const Origin origin = d.overrides ? Origin::kOverride : Origin::kFile;
  const auto mark = [&](Variable* v) {
    v->per_target = true;
    v->is_private = d.is_private;
    v->exported = d.exports ? Export::kYes : d.unexports ? Export::kNo : Export::kDefault;
  };
  // The assignment for the target before has ended: its flags are set, then the next one begins.
  if (r->target_index > 0 && r->target_index <= r->targets.size()) {
    const std::string& name = r->targets[r->target_index - 1];
    if (last_scope_ < scopes_.size() && scopes_[last_scope_].table.contains(last_name_)) {
      Variable* v = &scopes_[last_scope_].table.find(last_name_)->second;
      if (HasPercent(name)) {
        PatternVariable p{name, last_name_, *v, d.flavor};
        mark(&p.variable);
        if (!Charge(3 * sizeof(PatternVariable) + p.name.size() + v->value.size())) return;
        pattern_variables_.push_back(std::move(p));
        // (the scope was only a place to expand it in; each target that matches gets a copy later)
        DropScope(last_scope_);
      } else {
        mark(v);
        // What the command line says holds here, too.
        const auto global = scopes_[0].table.find(last_name_);
        if (v->origin != Origin::kOverride && global != scopes_[0].table.end() &&
            (global->second.origin == Origin::kCommandLine ||
             global->second.origin == Origin::kEnvironmentOverride)) {
          v->value = global->second.value;
          v->origin = global->second.origin;
          v->recursive = global->second.recursive;
          v->appends = false;
        }
      }
    }
  }
  if (r->target_index >= r->targets.size()) {
    r->targets.clear();
    r->phase = Phase::kLine;
    return;
  }
  const std::string name = r->targets[r->target_index++];
  Work(32);
  if (HasPercent(name)) {
    const uint32_t scope = NewScope(0);
    if (over()) return;
    // (appending and conditions are decided for each target)
    const Flavor flavor =
        d.flavor == Flavor::kSimple || d.flavor == Flavor::kShell ? d.flavor : Flavor::kRecursive;
    return StartAssignment(d.name, d.value, flavor, origin, true, scope, r->place);
  }
  uint32_t target = FindTarget(name);
  if (target == kNone) target = EnterTarget(name);
  if (over()) return;
  if (targets_[target].first_double != kNone) target = targets_[target].first_double;
  InitTargetScope(target, true);
  if (over()) return;
  StartAssignment(d.name, d.value, d.flavor, origin, true, targets_[target].scope, r->place);
}

// The first target that is no special one and no rule of suffixes.
// The special targets that change how the rest is read have to be known at once; others wait until
// all is read (TakeSpecialTargets).
void Maker::SetDefaultGoal(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (name == ".SECONDEXPANSION") second_expansion_ = true;
    if (name == ".ONESHELL") SetOneShell();
    if (name == ".POSIX") (void)Define(".SHELLFLAGS", "-ec", Origin::kDefault, false, 0, {});
    if (!readings_.back().sets_goal || HasPercent(name)) continue;
    const Variable* goal = Find(".DEFAULT_GOAL", 0);
    if (goal != nullptr && !goal->value.empty()) continue;
    // Except when it has a slash, like "./a".
    if (name.starts_with('.') && name.find('/') == std::string::npos) continue;
    (void)Define(".DEFAULT_GOAL", name, Origin::kFile, false, 0, {});
  }
}

// ---- the rule is complete

// "a b | c": those behind the bar only have to be there.
bool Maker::SplitNeeds(std::string_view text, bool globs, std::vector<PatternNeed>* needs) {
  bool order_only = false;
  while (true) {
    const size_t bar = order_only ? std::string_view::npos : text.find('|');
    std::vector<std::string> names;
    if (!FileNames(text.substr(0, bar), globs, &names)) return false;
    if (!Hold(names.size() * 3 * sizeof(PatternNeed))) return false;
    for (std::string& name : names) needs->push_back({std::move(name), order_only, false});
    if (bar == std::string_view::npos) return true;
    text.remove_prefix(bar + 1);
    order_only = true;
  }
}

// Cuts the text into lines and looks at what stands in front of each.
//
//   "\t@cc -c a.c"   ->  flags kSilent; the marks stay in the text, StartLine() takes them again
//
// Marks count here without expanding, because -n, -q and -t have to know what runs in any case.
bool Maker::CutRecipe(std::string_view text, Recipe* recipe) {
  recipe->lines.clear();
  recipe->flags.clear();
  recipe->any_recurse = false;
  while (true) {
    // A line goes on behind a backslash; with .ONESHELL all are one.
    size_t end = 0;
    while (!one_shell_) {
      end = std::min(text.find('\n', end), text.size());
      size_t slashes = 0;
      while (slashes < end && text[end - slashes - 1] == '\\') ++slashes;
      if (slashes % 2 == 0 || end >= text.size()) break;
      ++end;
    }
    if (one_shell_) end = text.size();
    const std::string_view line = text.substr(0, end);
    if (!Look(line.size() + 16)) return false;
    uint8_t flags = 0;
    for (const char c : line) {
      if (c == '@') {
        flags |= kSilent;
      } else if (c == '-') {
        flags |= kIgnore;
      } else if (c == '+') {
        flags |= kRecurse;
      } else if (!IsBlank(c)) {
        recipe->is_blank = false;
        break;
      }
    }
    if (line.find("$(MAKE)") != std::string_view::npos ||
        line.find("${MAKE}") != std::string_view::npos)
      flags |= kRecurse;
    recipe->any_recurse |= (flags & kRecurse) != 0;
    if (!Charge(line.size() + 64 + 3 * sizeof(std::string))) return false;
    recipe->lines.emplace_back(line);
    recipe->flags.push_back(flags);
    if (end >= text.size()) break;
    text.remove_prefix(end + 1);
  }
  return true;
}

uint32_t Maker::MakeRecipe(Reading* r) {
  Recipe recipe;
  recipe.place = r->recipe_place;
  recipe.prefix = r->prefix;
  std::string_view text = r->recipe;
  if (!Charge(3 * sizeof(Recipe))) return kNone;
  if (!text.empty()) text.remove_suffix(1);
  if (!CutRecipe(text, &recipe)) return kNone;
  recipe_texts_.push_back(std::move(recipe));
  return static_cast<uint32_t>(recipe_texts_.size() - 1);
}

// .ONESHELL holds for the whole makefile, so recipes that were read before it, and those of the
// built-in rules, become one line, too.
void Maker::SetOneShell() {
  if (one_shell_ || read_done_) return;
  one_shell_ = true;
  for (Recipe& recipe : recipe_texts_) {
    if (!Look(16)) return;
    if (recipe.lines.size() < 2) continue;
    std::string text;
    uint64_t charged = 0;
    for (const std::string& line : recipe.lines) {
      if (!Look(line.size()) || !MakeRoom(*io_, &text, line.size() + 1, &charged)) {
        no_memory_ = ended_ = true;
        return;
      }
      if (&line != recipe.lines.data()) text += '\n';
      text += line;
    }
    const bool is_cut = CutRecipe(text, &recipe);
    (void)io_->Reserve(-static_cast<int64_t>(charged));
    if (!is_cut) return;
  }
}

// Explicit rules become targets, pattern rules rules_. What the reading has of it is empty
// afterwards.
void Maker::RecordRule(Reading* r) {
  if (!r->has_rule) return;
  r->has_rule = false;
  if (r->targets.empty()) return;
  // (an $(eval) in a recipe may define variables only)
  if (read_done_) return FatalAt(r->rule_place, "prerequisites cannot be defined in recipes");
  uint32_t recipe = kNone;
  if (r->has_recipe) {
    recipe = MakeRecipe(r);
  } else if (r->is_grouped) {
    return FatalAt(r->rule_place, "grouped targets must provide a recipe");
  }
  r->recipe.clear();
  if (over()) return;
  if (HasPercent(r->targets[0])) return RecordPattern(r, recipe);
  std::vector<PatternNeed> needs;
  // With a '$' left in it the text is expanded a second time, for each target.
  if (second_expansion_ && r->needs.find('$') != std::string::npos) {
    needs.push_back({r->needs, false, true});
  } else if (!SplitNeeds(r->needs, true, &needs)) {
    return;
  }
  Pattern pattern;
  if (r->has_pattern) pattern = CutPattern(r->pattern);
  std::vector<uint32_t> made;
  for (size_t i = 0; i < r->targets.size(); ++i) {
    if (HasPercent(r->targets[i])) return FatalAt(r->rule_place, "mixed implicit and normal rules");
    RecordTarget(r, r->targets[i], recipe, needs, r->has_pattern ? &pattern : nullptr);
    if (over() || !Look(32)) return;
    // "a b &: c": one run of the recipe makes all of them, so each names the others. That is the
    // square of their number, and is charged as such.
    if (r->is_grouped) {
      uint32_t target = FindTarget(r->targets[i]);
      while (targets_[target].next_double != kNone) target = targets_[target].next_double;
      made.push_back(target);
    }
  }
  if (r->is_grouped && Charge(made.size() * made.size() * sizeof(uint32_t))) {
    for (const uint32_t one : made) {
      for (const uint32_t other : made) {
        if (other != one) targets_[one].also.push_back(other);
        if (!Look(1)) return;
      }
    }
  }
  r->targets.clear();
}

// "%.x %.y: %.z" has one recipe that makes both; "::" makes the rule a terminal one.
void Maker::RecordPattern(Reading* r, uint32_t recipe) {
  if (r->has_pattern) return FatalAt(r->rule_place, "mixed implicit and static pattern rules");
  PatternRule rule;
  for (const std::string& name : r->targets) {
    if (!HasPercent(name)) return FatalAt(r->rule_place, "mixed implicit and normal rules");
    rule.targets.push_back(name);
  }
  rule.recipe = recipe;
  rule.terminal = r->is_double;
  if (second_expansion_ && r->needs.find('$') != std::string::npos) {
    rule.needs.push_back({r->needs, false, true});
  } else if (!SplitNeeds(r->needs, true, &rule.needs)) {
    return;
  }
  r->targets.clear();
  AddPatternRule(std::move(rule), true);
}

// Adds what the rule says to one target.
// A name has either rules with ":", of which one has the recipe, or rules with "::", of which each
// is a target of its own.
void Maker::RecordTarget(Reading* r, const std::string& name, uint32_t recipe,
                         const std::vector<PatternNeed>& needs, const Pattern* pattern) {
  std::optional<std::string_view> stem;
  if (pattern != nullptr) {
    stem = StemOf(*pattern, name);
    if (!stem) ComplainAt(r->rule_place, "target '" + name + "' doesn't match the target pattern");
  }
  uint32_t target = FindTarget(name);
  if (!r->is_double) {
    if (target == kNone) target = EnterTarget(name);
    if (over()) return;
    Target& t = targets_[target];
    if (t.first_double != kNone)
      return FatalAt(r->rule_place, "target file '" + name + "' has both : and :: entries");
    if (recipe != kNone && recipe == t.recipe) {
      ComplainAt(r->rule_place, "target '" + name + "' given more than once in the same rule");
    } else if (recipe != kNone && t.recipe != kNone && t.is_target) {
      ComplainAt(recipe_texts_[recipe].place,
                 "warning: overriding recipe for target '" + name + "'");
      if (t.recipe < recipe_texts_.size())
        ComplainAt(recipe_texts_[t.recipe].place,
                   "warning: ignoring old recipe for target '" + name + "'");
    }
    // ".DEFAULT:" takes the recipe away, ".SUFFIXES:" the list.
    const bool nothing = needs.empty() && recipe == kNone;
    if (name == ".DEFAULT" && nothing) t.recipe = kNone;
    if (name == ".SUFFIXES" && needs.empty()) t.needs.clear();
    if (recipe != kNone) t.recipe = recipe;
  } else {
    if (target != kNone && targets_[target].is_target && targets_[target].first_double == kNone)
      return FatalAt(r->rule_place, "target file '" + name + "' has both : and :: entries");
    if (target == kNone) {
      target = EnterTarget(name);
      if (over()) return;
      targets_[target].first_double = target;
    } else if (targets_[target].first_double == kNone) {
      targets_[target].first_double = target;
    } else {
      target = AddDouble(target);
    }
    if (over()) return;
    targets_[target].recipe = recipe;
  }
  targets_[target].is_target = true;
  if (stem) {
    targets_[target].stem = std::string(*stem);
    targets_[target].has_stem = true;
  }
  // (it was complained about, and stays a target without prerequisites)
  if (pattern != nullptr && !stem) return;
  // (the list, and where it goes into another both)
  // (what the target has moves when more comes)
  if (!Charge(needs.size() * sizeof(Dependency)) ||
      !Hold((needs.size() * 2 + targets_[target].needs.size() * 2) * sizeof(Dependency)))
    return;
  std::vector<Dependency> list;
  list.reserve(needs.size());
  for (const PatternNeed& need : needs) {
    Dependency d;
    d.order_only = need.order_only;
    if (need.second) {
      if (!Charge(3 * sizeof(SecondExpansion) + need.name.size() + 64)) return;
      d.second = static_cast<uint32_t>(seconds_.size());
      seconds_.push_back({need.name, std::string(stem.value_or(""))});
    } else {
      std::string other = need.name;
      if (stem) {
        const Pattern p = CutPattern(other);
        other = p.has_percent ? p.before + std::string(*stem) + p.after : p.before;
      }
      if (other.empty()) continue;
      d.target = EnterTarget(other);
    }
    if (over() || !Look(16)) return;
    list.push_back(d);
  }
  // Those of the rule with the recipe come first: $< is the first of all.
  std::vector<Dependency>& all = targets_[target].needs;
  all.insert(recipe != kNone ? all.begin() : all.end(), list.begin(), list.end());
}

// GNU make reads lines as C strings. One with a NUL ends there, without its newline, so the next
// one goes on in it; one that begins with a NUL is empty, which is told.
void Maker::CutAtNul(Reading* r) {
  std::string& text = r->text;
  if (text.find('\0') == std::string::npos) return;
  size_t to = r->at;
  Place place = r->place;
  for (size_t at = r->at; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const size_t nul = std::min(text.find('\0', at), end);
    if (!Look(end - at + 8)) return;
    if (nul == at) {
      ComplainAt(place, "warning: NUL character seen; rest of line ignored");
      text[to++] = '\n';
    }
    for (size_t i = at; i < nul; ++i) text[to++] = text[i];
    if (nul == at || nul == end) ++place.line;
    at = end;
  }
  text.resize(to);
}

}  // namespace pysub::shell::maker
