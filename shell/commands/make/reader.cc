// Makefiles line by line: conditionals, definitions, includes. Rules: read_rules.cc.
//
// A line goes through these in order, and the first that knows it takes it:
//
//   recipe line   it begins with the prefix, and a rule is open           AddRecipeLine
//   conditional   ifeq ... endif: also where lines are left out           TakeConditional
//   definition    A = b, define, undefine, with words like `export`       ParseDefinition
//   directive     export, vpath, include                                  TakeDirective
//   rule          all else                                                read_rules.cc
//
// A rule stays open (has_rule) until a line comes that cannot belong to its recipe: RecordRule().

#include <algorithm>
#include <cerrno>

#include "pysub/files/file_system.h"
#include "shell/commands/make/maker.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::maker {
namespace {

// A makefile that includes itself, or evaluates itself, ends here and not when memory does.
constexpr size_t kMostReadings = 200;
constexpr std::string_view kConditionals[] = {"ifeq", "ifneq", "ifdef", "ifndef", "else", "endif"};

// The first word; *rest is what follows its blanks.
std::string_view FirstWord(std::string_view text, std::string_view* rest) {
  const std::string_view word = NextWord(&text);
  *rest = StripFront(text);
  return word;
}

// Behind a reference that begins at text[at] == '$'.
size_t SkipReference(std::string_view text, size_t at) {
  ++at;
  if (at >= text.size()) return at;
  const char open = text[at++];
  if (open != '(' && open != '{') return at;
  const size_t end = FindClose(text, at, open, open == '(' ? ')' : '}');
  return end == std::string_view::npos ? text.size() : end + 1;
}

// NAME = VALUE, NAME := VALUE and the like.
// What stands before the sign must be one word, as it is written; references in it are not looked
// into: "$(a = b) c = d" does not define "$(a". A colon that is no part of a sign means a rule.
bool ParseAssignment(std::string_view text, Definition* d) {
  text = StripFront(text);
  size_t at = 0;
  std::optional<size_t> end;
  while (true) {
    if (at >= text.size() || text[at] == '#') return false;
    if (IsSpace(text[at])) {
      end = at;
      while (at < text.size() && IsSpace(text[at])) ++at;
      if (at >= text.size()) return false;
    }
    const char c = text[at];
    const auto next = [&](size_t n) { return at + n < text.size() ? text[at + n] : '\0'; };
    size_t length = 0;
    if (c == '=') {
      d->flavor = Flavor::kRecursive, length = 1;
    } else if (next(1) == '=' && (c == ':' || c == '+' || c == '?' || c == '!')) {
      d->flavor = c == ':'   ? Flavor::kSimple
                  : c == '+' ? Flavor::kAppend
                  : c == '?' ? Flavor::kConditional
                             : Flavor::kShell;
      length = 2;
    } else if (c == ':') {
      if (next(1) != ':' || next(2) != '=') return false;
      d->flavor = Flavor::kSimple, length = 3;
    }
    if (length > 0) {
      d->is_one = true;
      d->name = std::string(text.substr(0, end.value_or(at)));
      d->value = std::string(StripFront(text.substr(at + length)));
      return true;
    }
    if (end) return false;
    at = c == '$' ? SkipReference(text, at) : at + 1;
  }
}

}  // namespace

void Reading::Fields(Archive& archive) {
  archive(phase, text, at, place, lines, fd, is_eval, conditionals, ignored_define, first, second,
          negated, is_else, quiet, definition, define_depth, expanded, rest, after_semicolon,
          has_semicolon, has_rule, no_targets, targets, pattern, needs, recipe, has_pattern,
          is_double, is_grouped, has_recipe, prefix, rule_place, recipe_place, target_index,
          includes, word_at, sets_goal);
  archive.Charged(charged);
  archive.Charged(text_charged);
  archive.Charged(recipe_charged);
  if (phase > Phase::kAssigned || at > text.size() || word_at > expanded.size()) archive.Fail();
}

// `place` of an eval is that of the line that asked for it, so errors are told there.
void Maker::StartReading(std::string text, const Place& place, bool is_eval) {
  if (readings_.size() >= kMostReadings) return Fatal("Makefiles are nested too deeply");
  Reading r;
  r.charged = 2 * sizeof(Reading) + text.size();
  if (!io_->Reserve(static_cast<int64_t>(r.charged))) {
    no_memory_ = ended_ = true;
    return;
  }
  r.text = std::move(text);
  r.place = place;
  // Counting goes on from 1 in a file, and from the place of $(eval) in its text.
  if (!is_eval) r.place.line = 1;
  r.is_eval = is_eval;
  readings_.push_back(std::move(r));
  Push(Task::kRead);
}

// Notes that it is wanted; false: it is not there.
// Relative names of `include` are looked for in the folders of -I and in two that are usual. Each
// one that was asked for is a goal of read_files_: that is how "include deps.mk" makes deps.mk.
bool Maker::OpenMakefile(const std::string& name, bool included, bool tolerated, bool sets_goal,
                         const Place& place) {
  const auto absolute = [&](const std::string& path) {
    return path.starts_with('/') ? path : directory_ + "/" + path;
  };
  std::string path = name;
  int fd = -1, error = 0;
  files::Result<files::Stat> stat = io_->files().StatPath(CallerOf(*io_), absolute(path));
  // A directory can be opened for reading, and would only fail later.
  if (stat.ok() && stat->IsDirectory() && included) {
    // (Not even "-include" passes that over.)
    Fatal(name + ": " + std::string(ErrnoText(EISDIR)));
    return false;
  }
  fd = name == "-" ? 0 : io_->Open(absolute(path), OpenMode::kRead);
  error = fd < 0 ? io_->error() : 0;
  if (fd < 0 && included && error == ENOENT && !name.starts_with('/')) {
    std::vector<std::string> folders = settings_.includes;
    folders.insert(folders.end(), {"/usr/local/include", "/usr/include"});
    for (const std::string& folder : folders) {
      const std::string other = JoinPath(folder, name);
      fd = io_->Open(absolute(other), OpenMode::kRead);
      if (!Look(64)) return false;
      if (fd < 0) continue;
      path = other;
      break;
    }
  }
  Goal goal;
  goal.target = EnterTarget(path);
  goal.included = included;
  goal.tolerated = tolerated;
  goal.place = place;
  goal.error = fd < 0 ? error : 0;
  if (over() || !Charge(3 * sizeof(Goal) + path.size() + 64)) return false;
  targets_[goal.target].tolerated = tolerated;
  if (fd < 0) targets_[goal.target].time = kUnknownTime;
  // (what came from standard input cannot be read again)
  if (fd != 0) read_files_.push_back(goal);
  if (fd < 0) return false;
  std::string list = ValueOf("MAKEFILE_LIST");
  list += (list.empty() ? "" : " ") + path;
  (void)Define("MAKEFILE_LIST", list, Origin::kFile, false, 0, {});
  makefiles_.push_back(path);
  StartReading("", {static_cast<uint32_t>(makefiles_.size() - 1), 1}, false);
  if (over()) return false;
  readings_.back().fd = fd;
  readings_.back().sets_goal = sets_goal;
  readings_.back().phase = Reading::Phase::kSlurp;
  return true;
}

// What came from standard input is wanted again when a makefile that it includes was remade.
bool Maker::KeepInput(const std::string& text) {
  if (std::exchange(has_input_, true)) return true;
  if (!io_->Reserve(static_cast<int64_t>(text.size()))) {
    no_memory_ = ended_ = true;
    return false;
  }
  input_charged_ = text.size();
  input_ = text;
  Work(text.size());
  return true;
}

// Memory is asked for before each piece, so an endless file ends at the limit.
void Maker::Slurp(Reading* r) {
  std::string_view bytes;
  const bool is_known = r->fd == 0 && has_input_;  // since a restart
  if (is_known) {
    if (!MakeRoom(*io_, &r->text, input_.size(), &r->text_charged)) {
      no_memory_ = ended_ = true;
      return;
    }
    r->text = input_;
    Work(input_.size());
  }
  switch (is_known ? ReadStatus::kEnd : io_->ReadSome(r->fd, &bytes)) {
    case ReadStatus::kWait: waits_ = true; return;
    case ReadStatus::kData:
      if (!MakeRoom(*io_, &r->text, bytes.size(), &r->text_charged)) {
        no_memory_ = ended_ = true;
        return;
      }
      r->text += bytes;
      return Work(bytes.size());
    case ReadStatus::kError: {
      const std::string name = r->place.file < makefiles_.size() ? makefiles_[r->place.file] : "";
      return Fatal("read error: " + name + ": " + std::string(ErrnoText(io_->error())));
    }
    case ReadStatus::kEnd: break;
  }
  if (r->fd == 0 && !KeepInput(r->text)) return;
  if (r->fd > 2) io_->Close(r->fd);
  r->fd = -1;
  // (a byte order mark is no part of the first line)
  if (r->text.starts_with("\xEF\xBB\xBF")) r->at = 3;
  CutAtNul(r);
  r->phase = Reading::Phase::kLine;
}

// A line with those that it is continued in; false: there is no more.
bool Maker::NextLine(Reading* r, std::string* line) {
  r->place.line += std::exchange(r->lines, 0);
  line->clear();
  if (r->at >= r->text.size()) return false;
  while (true) {
    const size_t newline = std::min(r->text.find('\n', r->at), r->text.size());
    std::string_view piece = std::string_view(r->text).substr(r->at, newline - r->at);
    if (piece.ends_with('\r')) piece.remove_suffix(1);
    if (!Look(piece.size() + 8) || !Hold(piece.size() < 256 ? 0 : 3 * piece.size())) return false;
    r->at = std::min<size_t>(newline + 1, r->text.size());
    ++r->lines;
    // An even number of backslashes is just backslashes. They and the newline stay in the line:
    // only who takes the line knows whether they are make's or the shell's.
    size_t slashes = 0;
    while (slashes < piece.size() && piece[piece.size() - slashes - 1] == '\\') ++slashes;
    line->append(piece);
    if (slashes % 2 == 0 || r->at >= r->text.size()) {
      if (slashes % 2 != 0 && newline < r->text.size()) line->pop_back();
      return true;
    }
    *line += '\n';
  }
}

// What stands behind a phase's name is about the expansion that came just before: result_ has it.
void Maker::ReadStep() {
  Reading* r = &readings_.back();
  using Phase = Reading::Phase;
  Work(16);
  switch (r->phase) {
    case Phase::kSlurp: return Slurp(r);
    case Phase::kLine: return ReadLine(r);
    case Phase::kIfFirst:
      r->first = result_;
      r->phase = Phase::kIfSecond;
      return Expand(r->second);
    case Phase::kIfSecond: return DecideConditional(r, (r->first == result_) != r->negated);
    case Phase::kIfdef: {
      std::string_view rest;
      const std::string_view word = FirstWord(result_, &rest);
      if (!rest.empty()) return FatalAt(r->place, "invalid syntax in conditional");
      const Variable* v = Find(word);
      return DecideConditional(r, (v != nullptr && !v->value.empty()) != r->negated);
    }
    case Phase::kDefineName: return ReadDefine(r);
    case Phase::kUndefineName: {
      const std::string name(Strip(result_));
      if (name.empty()) return FatalAt(r->place, "empty variable name");
      Undefine(name, r->definition.overrides ? Origin::kOverride : Origin::kFile);
      r->phase = Phase::kLine;
      return;
    }
    case Phase::kExport: return TakeExport(r);
    case Phase::kVpath: {
      r->phase = Phase::kLine;
      const std::string words = result_;
      return TakeVpath(r, words);
    }
    case Phase::kInclude: return TakeInclude(r);
    case Phase::kIncludeNext: return NextInclude(r);
    case Phase::kTargetWord: return RuleWord(r);
    case Phase::kTargetNeeds: return RuleNeeds(r);
    case Phase::kTargetVariable: return TargetVariable(r);
    case Phase::kAssigned: return AssignmentDone(r);
  }
}

bool Maker::Ignoring(const Reading& r) const {
  return std::any_of(r.conditionals.begin(), r.conditionals.end(),
                     [](const Conditional& c) { return c.ignoring != 0; });
}

// A line of a recipe, a directive, a definition or a rule.
// The prefix decides first: a recipe's line may look like a directive. Where no rule is open, a
// line with a tab is read like others.
void Maker::ReadLine(Reading* r) {
  std::string line;
  if (!NextLine(r, &line)) {
    if (!over()) EndReading(r);
    return;
  }
  if (line.empty()) return;
  if (line[0] == prefix_) {
    // A rule whose targets expanded to nothing: its recipe is nobody's.
    if (r->no_targets) return;
    if (r->has_rule) {
      if (!Ignoring(*r)) AddRecipeLine(r, std::string_view(line).substr(1), r->place);
      return;
    }
  }
  // (what follows copies a line up to three times)
  if (!Hold(3 * line.size())) return;
  std::string plain = JoinLines(line);
  RemoveComment(&plain);
  plain = std::string(StripFront(plain));
  if (!TakeDirective(r, line, &plain) && !over()) {
    if (line[0] == prefix_) return FatalAt(r->place, "recipe commences before first target");
    BeginRule(r, line);
  }
}

// True: the line was one, or says nothing.
// `plain` has no comment and no continued lines; `line` is as it was read.
bool Maker::TakeDirective(Reading* r, const std::string& line, std::string* plain) {
  (void)line;
  std::string_view rest;
  const std::string_view word = FirstWord(*plain, &rest);
  // The lines of a define that is left out: another define in it has an endef of its own.
  if (r->ignored_define) {
    if (word == "define") ++r->define_depth;
    if (word == "endef" && --r->define_depth == 0) r->ignored_define = false;
    return true;
  }
  if (TakeConditional(r, *plain)) return true;
  const bool ignoring = Ignoring(*r);
  if (word == "endef" && !ignoring) {
    FatalAt(r->place, "extraneous 'endef'");
    return true;
  }
  // Before directives: "export A = b" and even "include = x" are definitions.
  Definition d = ParseDefinition(*plain, false);
  if (d.is_one) {
    if (ignoring) {
      if (d.defines) r->ignored_define = true, r->define_depth = 1;
      return true;
    }
    RecordRule(r);
    if (!over()) TakeDefinition(r, std::move(d));
    return true;
  }
  if (ignoring || plain->empty()) return true;
  using Phase = Reading::Phase;
  if (word == "export" || word == "unexport") {
    r->negated = word == "unexport";
    if (rest.empty()) {
      exports_all_ = word == "export";
      return true;
    }
    r->phase = Phase::kExport;
  } else if (word == "vpath") {
    r->phase = Phase::kVpath;
  } else if (word == "include" || word == "-include" || word == "sinclude") {
    r->quiet = word != "include";
    RecordRule(r);
    r->phase = Phase::kInclude;
  } else if (word == "load" || word == "-load") {
    FatalAt(r->place, "The 'load' operation is not supported on this platform.");
    return true;
  } else {
    return false;
  }
  if (!over()) Expand(std::string(rest));
  return true;
}

// ---- conditionals

// True: the line was one. Branches that are not taken are read for their ends only.
//
//   ignoring 1   no branch was taken yet: an else may
//   ignoring 0   this branch is taken
//   ignoring 2   one was: no else takes another
bool Maker::TakeConditional(Reading* r, const std::string& plain) {
  std::string_view rest;
  std::string_view word = FirstWord(plain, &rest);
  if (std::find(std::begin(kConditionals), std::end(kConditionals), word) ==
      std::end(kConditionals))
    return false;
  // "ifdef: x" is a rule, "ifeq = 1" a definition.
  if (word.starts_with("if") && (rest.starts_with(":") || rest.starts_with("="))) return false;
  std::vector<Conditional>& stack = r->conditionals;
  r->is_else = false;
  if (word == "endif") {
    if (stack.empty()) return FatalAt(r->place, "extraneous 'endif'"), true;
    if (!rest.empty()) ComplainAt(r->place, "extraneous text after 'endif' directive");
    stack.pop_back();
    return true;
  }
  if (word == "else") {
    if (stack.empty()) return FatalAt(r->place, "extraneous 'else'"), true;
    Conditional& top = stack.back();
    if (top.seen_else) return FatalAt(r->place, "only one 'else' per conditional"), true;
    top.ignoring = top.ignoring == 1 ? 0 : 2;
    if (rest.empty()) {
      top.seen_else = true;
      return true;
    }
    std::string_view behind;
    word = FirstWord(rest, &behind);
    if (!word.starts_with("if") || std::find(std::begin(kConditionals), std::end(kConditionals),
                                             word) == std::end(kConditionals)) {
      ComplainAt(r->place, "extraneous text after 'else' directive");
      return true;
    }
    // It is looked at only when it decides.
    if (top.ignoring == 2) return true;
    top.ignoring = 1;
    r->is_else = true;
    rest = behind;
    // Within a branch that is left out nothing is expanded: it may be wrong there, or have effects.
    for (size_t i = 0; i + 1 < stack.size(); ++i) {
      if (stack[i].ignoring != 0) return true;
    }
  } else {
    if (!Charge(3 * sizeof(Conditional))) return true;
    // (the new frame must not count for itself)
    const bool ignoring = Ignoring(*r);
    stack.push_back({1, false});
    if (ignoring) return true;
  }
  r->negated = word == "ifneq" || word == "ifndef";
  if (word == "ifdef" || word == "ifndef") {
    r->phase = Reading::Phase::kIfdef;
    Expand(std::string(rest));
    return true;
  }
  StartIfeq(r, rest);
  return true;
}

// (A,B), or two texts in quotes; A is expanded, then B.
void Maker::StartIfeq(Reading* r, std::string_view text) {
  const auto wrong = [&] { FatalAt(r->place, "invalid syntax in conditional"); };
  if (text.empty()) return wrong();
  const char open = text[0];
  if (open != '(' && open != '"' && open != '\'') return wrong();
  text.remove_prefix(1);
  Work(text.size());
  // A comma inside parentheses belongs to the text: ifeq ($(subst a,b,$(x)),y).
  size_t end = 0;
  if (open == '(') {
    int64_t depth = 0;
    for (; end < text.size(); ++end) {
      if (text[end] == '(') ++depth;
      if (text[end] == ')') --depth;
      if (text[end] == ',' && depth <= 0) break;
    }
  } else {
    end = std::min(text.find(open), text.size());
  }
  if (end >= text.size()) return wrong();
  std::string_view first = text.substr(0, end);
  while (open == '(' && !first.empty() && IsBlank(first.back())) first.remove_suffix(1);
  std::string first_text(first);
  text = StripFront(text.substr(end + 1));
  std::string_view second;
  if (open == '(') {
    end = FindClose(text, 0, '(', ')');
    if (end == std::string_view::npos) return wrong();
    second = text.substr(0, end);
  } else {
    if (text.empty() || (text[0] != '"' && text[0] != '\'')) return wrong();
    const char quote = text[0];
    text.remove_prefix(1);
    end = text.find(quote);
    if (end == std::string_view::npos) return wrong();
    second = text.substr(0, end);
  }
  if (!StripFront(text.substr(end + 1)).empty()) {
    ComplainAt(r->place, std::string("extraneous text after '") + (r->negated ? "ifneq" : "ifeq") +
                             "' directive");
  }
  r->second = std::string(second);
  r->phase = Reading::Phase::kIfFirst;
  Expand(std::move(first_text));
}

void Maker::DecideConditional(Reading* r, bool holds) {
  r->phase = Reading::Phase::kLine;
  r->first.clear();
  r->second.clear();
  if (!r->conditionals.empty()) r->conditionals.back().ignoring = holds ? 0 : 1;
}

// ---- definitions

// The words that may stand in front, in any order and number: `export override private A = b`.
// `of_target`: behind a rule's colon, where `define` is no word of make's.
Definition Maker::ParseDefinition(std::string_view text, bool of_target) const {
  Definition d;
  while (true) {
    text = StripFront(text);
    if (text.empty()) return Definition();
    if (ParseAssignment(text, &d)) return d;
    std::string_view rest;
    const std::string_view word = FirstWord(text, &rest);
    if (word == "export") {
      d.exports = true;
    } else if (word == "override") {
      d.overrides = true;
    } else if (word == "private") {
      d.is_private = true;
    } else if (of_target && word == "unexport") {
      d.unexports = true;
    } else if (!of_target && (word == "define" || word == "undefine")) {
      d.defines = word == "define";
      d.undefines = !d.defines;
      d.is_one = true;
      d.name = std::string(rest);
      return d;
    } else {
      return Definition();
    }
    text = rest;
  }
}

void Maker::TakeDefinition(Reading* r, Definition d) {
  r->definition = std::move(d);
  // "define NAME :=": the name is expanded first, and its lines are read when that is done.
  if (r->definition.undefines || r->definition.defines) {
    r->phase = r->definition.defines ? Reading::Phase::kDefineName : Reading::Phase::kUndefineName;
    if (r->definition.defines) {
      Definition with;
      if (ParseAssignment(r->definition.name, &with)) {
        if (!with.value.empty()) ComplainAt(r->place, "extraneous text after 'define' directive");
        r->definition.flavor = with.flavor;
        r->definition.name = with.name;
      } else {
        r->definition.flavor = Flavor::kRecursive;
      }
    }
    return Expand(r->definition.name);
  }
  r->phase = Reading::Phase::kAssigned;
  const Origin origin = r->definition.overrides ? Origin::kOverride : Origin::kFile;
  StartAssignment(r->definition.name, std::move(r->definition.value), r->definition.flavor, origin,
                  false, 0, r->place);
}

// The flags are set on the variable that the assignment has made, wherever that was. When it made
// none (a stronger one is there, `?=`) last_scope_ may be kNone.
void Maker::AssignmentDone(Reading* r) {
  r->phase = Reading::Phase::kLine;
  if (last_scope_ >= scopes_.size()) return;
  auto found = scopes_[last_scope_].table.find(last_name_);
  if (found == scopes_[last_scope_].table.end()) return;
  if (r->definition.exports) found->second.exported = Export::kYes;
  if (r->definition.unexports) found->second.exported = Export::kNo;
  if (r->definition.is_private) found->second.is_private = true;
}

// The lines of a define, up to its endef.
// Recipe lines are text even when they read "endef". The newline before the endef is no part of it.
void Maker::ReadDefine(Reading* r) {
  const std::string name(Strip(result_));
  if (name.empty()) return FatalAt(r->place, "empty variable name");
  const Place begin = r->place;
  std::string text, line;
  uint64_t charged = 0, depth = 1;
  while (true) {
    if (!NextLine(r, &line)) {
      if (!over()) FatalAt(begin, "missing 'endef', unterminated 'define'");
      return;
    }
    if (!Hold(line.size() < 4096 ? 0 : 3 * line.size())) return;
    line = JoinLines(line);
    if (line.empty() || line[0] != prefix_) {
      std::string_view rest;
      const std::string_view word = FirstWord(line, &rest);
      if (word == "define") ++depth;
      if (word == "endef" || word.starts_with("endef#")) {
        std::string behind(rest);
        RemoveComment(&behind);
        if (!Strip(behind).empty()) ComplainAt(r->place, "extraneous text after 'endef' directive");
        if (--depth == 0) break;
      }
    }
    if (!MakeRoom(*io_, &text, line.size() + 1, &charged)) {
      no_memory_ = ended_ = true;
      return;
    }
    text += line;
    text += '\n';
  }
  if (!text.empty()) text.pop_back();
  r->phase = Reading::Phase::kAssigned;
  // StartAssignment() expands the name, which was expanded already.
  std::string quoted;
  for (const char c : name) quoted.append(c == '$' ? 2 : 1, c);
  StartAssignment(std::move(quoted), std::move(text), r->definition.flavor,
                  r->definition.overrides ? Origin::kOverride : Origin::kFile, false, 0, begin);
  (void)io_->Reserve(-static_cast<int64_t>(charged));
}

// Exporting a name that nobody has defined defines it, as GNU make does.
void Maker::TakeExport(Reading* r) {
  r->phase = Reading::Phase::kLine;
  const std::string words = result_;
  std::string_view rest = words;
  while (true) {
    const std::string_view word = NextWord(&rest);
    if (word.empty() || !Look(word.size() + 32)) return;
    VariableTable& table = scopes_[0].table;
    auto found = table.find(word);
    if (found == table.end()) {
      if (Define(word, "", Origin::kFile, false, 0, r->place) == nullptr) return;
      found = table.find(word);
    }
    found->second.exported = r->negated ? Export::kNo : Export::kYes;
  }
}

// "vpath % a:b c" adds, "vpath %" takes that pattern away, "vpath" all of them.
void Maker::TakeVpath(Reading* r, std::string_view words) {
  (void)r;
  const std::string_view pattern = NextWord(&words);
  if (pattern.empty()) {
    search_paths_.clear();
    return;
  }
  SearchPath path;
  path.pattern = std::string(pattern);
  uint64_t size = path.pattern.size();
  std::string rest(words);
  for (char& c : rest) c = c == ':' ? ' ' : c;
  std::string_view folders = rest;
  while (true) {
    std::string_view folder = NextWord(&folders);
    if (folder.empty()) break;
    if (!Look(folder.size() + 16)) return;
    folder = WithoutSlashes(folder);
    size += folder.size() + 64;
    path.directories.emplace_back(folder);
  }
  if (path.directories.empty()) {
    std::erase_if(search_paths_, [&](const SearchPath& p) { return p.pattern == path.pattern; });
    return;
  }
  if (Charge(size + 3 * sizeof(SearchPath))) search_paths_.push_back(std::move(path));
}

// ---- include

// The list is expanded and its patterns are looked up before the first file is read.
void Maker::TakeInclude(Reading* r) {
  r->phase = Reading::Phase::kIncludeNext;
  r->includes.clear();
  r->target_index = 0;
  const std::string words = result_;
  std::vector<std::string> names;
  if (!FileNames(words, true, &names)) return;
  uint64_t size = 0;
  for (const std::string& name : names) size += name.size() + 64;
  if (!Charge(size)) return;
  readings_.back().includes = std::move(names);
}

// One file after the other; what is missing is said when it cannot be made either.
void Maker::NextInclude(Reading* r) {
  if (r->target_index >= r->includes.size()) {
    r->includes.clear();
    r->phase = Reading::Phase::kLine;
    return;
  }
  const std::string name = r->includes[r->target_index++];
  (void)OpenMakefile(name, true, r->quiet, r->sets_goal, r->place);
}

// A rule does not go on in the file that included this one.
void Maker::EndReading(Reading* r) {
  if (!r->conditionals.empty()) return FatalAt(r->place, "missing 'endif'");
  RecordRule(r);
  if (over()) return;
  r = &readings_.back();
  const uint64_t charged = r->charged + r->text_charged + r->recipe_charged;
  readings_.pop_back();
  Pop();
  (void)io_->Reserve(-static_cast<int64_t>(charged));
}

}  // namespace pysub::shell::maker
