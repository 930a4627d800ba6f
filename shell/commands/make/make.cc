// make: what is done when, and what is said.
//
//   kStart              the environment, what is built in, the command line
//   kEvals              definitions of the command line, texts of --eval
//   kMakefiles          all makefiles, with those they include
//   kReadDone           options that makefiles have added to MAKEFLAGS
//   kSecondExpansion    prerequisites of .SECONDEXPANSION; suffix rules, special targets
//   kBegin, kRemake     makefiles as targets; if one changed: kStart
//   kBegin, kGoals      what was asked for

#include <algorithm>

#include "pysub/files/file_system.h"
#include "shell/commands/commands.h"
#include "shell/commands/make/maker.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"
#include "shell/whole_number.h"

namespace pysub::shell::maker {

Progress Maker::Step(CommandIo& io) {
  io_ = &io;
  yields_ = waits_ = false;
  // The index is no part of a snapshot: it says nothing that the targets do not.
  if (!indexed_) {
    indexed_ = true;
    for (size_t i = 0; i < targets_.size(); ++i)
      index_.emplace(targets_[i].name, static_cast<uint32_t>(i));
    for (size_t i = 0; i < targets_.size(); ++i) {
      // (one that VPATH found is known by its first name, too)
      if (!targets_[i].key.empty()) index_.emplace(targets_[i].key, static_cast<uint32_t>(i));
    }
  }
  // A step goes on from task to task until it waits, or has used its turn.
  if (tasks_.empty()) tasks_.push_back(Task::kMain);
  while (!ended_) {
    switch (tasks_.back()) {
      case Task::kMain: MainStep(); break;
      case Task::kRead: ReadStep(); break;
      case Task::kAssign: AssignStep(); break;
      case Task::kExpand: ExpandStep(); break;
      case Task::kShell: ShellStep(); break;
      case Task::kUpdate: UpdateStep(); break;
      case Task::kRecipe: RecipeStep(); break;
    }
    DropHeld();
    if (ended_) break;
    if (waits_) return Progress::Wait();
    if (yields_) return Progress::Yield();
  }
  return Finish();
}

// ---- saved

void Maker::Fields(Archive& archive) {
  archive(phase_, ended_, no_memory_, entered_, skewed_, status_, settings_, directory_, level_,
          restarts_, program_, makefiles_, tasks_, readings_, assignments_, expansions_, shells_,
          updates_, recipes_, result_, outcome_, must_make_);
  archive.Charged(result_charged_);
  archive(scopes_, free_scopes_, scope_, pattern_variables_, targets_, recipe_texts_, rules_,
          search_paths_, seconds_, goals_, read_files_, impossible_, next_, started_,
          started_before_, considered_, goal_time_, goals_outcome_, makefile_status_, read_done_,
          remaking_, exports_all_, one_shell_, second_expansion_, deletes_on_error_, all_secondary_,
          all_precious_, ignores_all_, silent_all_, any_not_updated_, prefix_, last_scope_,
          last_name_, default_recipe_, pending_target_, kept_);
  archive.Charged(charged_);
  archive(has_input_, input_);
  archive.Charged(input_charged_);
  if (archive.loading()) CheckLoaded(archive);
}

// Whatever stands in a list must be in it.
// A snapshot may be forged. What is checked here is relied upon everywhere without a look: an index
// that is in its list, a task that has its frame. Rings, which a check of single entries cannot
// see, are stopped where chains are walked, by counting (Find) or by an order of indexes
// (next_double).
void Maker::CheckLoaded(Archive& archive) {
  const auto count = [&](Task task) {
    return static_cast<size_t>(std::count(tasks_.begin(), tasks_.end(), task));
  };
  bool right = phase_ <= Phase::kGoalDone && outcome_ <= Outcome::kFailed &&
               // Each frame belongs to one entry of tasks_.
               goals_outcome_ <= Outcome::kFailed && count(Task::kRead) == readings_.size() &&
               count(Task::kAssign) == assignments_.size() &&
               count(Task::kExpand) == expansions_.size() &&
               count(Task::kShell) == shells_.size() && count(Task::kUpdate) == updates_.size() &&
               count(Task::kRecipe) == recipes_.size();
  for (size_t i = 0; i < tasks_.size(); ++i)
    // kMain is the bottom, and only the bottom.
    right &= tasks_[i] <= Task::kRecipe && (tasks_[i] == Task::kMain) == (i == 0);
  const auto scope = [&](uint32_t s) { return s == kNone || s < scopes_.size(); };
  const auto target = [&](uint32_t t) { return t == kNone || t < targets_.size(); };
  const auto recipe = [&](uint32_t r) { return r == kNone || r < recipe_texts_.size(); };
  right &= scopes_.empty() ? phase_ == Phase::kStart : scope_ < scopes_.size();
  for (const uint32_t s : free_scopes_) right &= s != 0 && s < scopes_.size();
  for (const Assignment& a : assignments_)
    right &= a.scope < scopes_.size() && a.outer_scope < scopes_.size();
  for (const Expansion& e : expansions_) right &= scope(e.scope) && scope(e.variable_scope);
  for (const Expansion& e : expansions_)
    // FinishExpansion() makes the scope behind it the current one: there has to be one.
    right = right && (e.scope == kNone || scopes_[e.scope].next < scopes_.size());
  for (const RecipeRun& r : recipes_)
    right &=
        r.scope < scopes_.size() && r.outer_scope < scopes_.size() && r.target < targets_.size();
  for (size_t i = 0; i < targets_.size(); ++i) {
    const Target& t = targets_[i];
    right &= scope(t.scope) && scope(t.pattern_scope) && recipe(t.recipe) && target(t.parent);
    // Ascending, so that no chain of rules comes back to itself.
    right &= t.next_double == kNone || (t.next_double > i && t.next_double < targets_.size());
    right &= t.first_double == kNone || (t.first_double <= i && t.first_double < targets_.size() &&
                                         targets_[t.first_double].first_double == t.first_double);
    right &= !t.scope_is_own || t.scope != kNone;
    for (const Dependency& d : t.needs)
      right &= target(d.target) && (d.second == kNone || d.second < seconds_.size());
  }
  for (const PatternRule& r : rules_) right &= recipe(r.recipe) && !r.targets.empty();
  for (const Goal& g : goals_) right &= g.target < targets_.size();
  for (const Goal& g : read_files_) right &= g.target < targets_.size();
  right &= recipe(default_recipe_);
  if (!right) archive.Fail();
}

// ---- accounts

// As Work(), but within a loop of one step: it cannot give way, only end when the limit of the
// whole script is reached.
bool Maker::Look(uint64_t work) {
  if (ended_) return false;
  if (io_->account().Tick(work)) return true;
  no_memory_ = ended_ = true;
  return false;
}

// charged_ is all that is held until a restart; what a frame holds is counted in the frame.
bool Maker::Charge(uint64_t bytes) {
  if (ended_) return false;
  if (!io_->Reserve(static_cast<int64_t>(bytes))) {
    no_memory_ = ended_ = true;
    return false;
  }
  charged_ += bytes;
  return true;
}

bool Maker::Hold(uint64_t bytes) {
  if (!Charge(bytes)) return false;
  charged_ -= bytes;
  held_ += bytes;
  return true;
}

void Maker::DropHeld() { (void)io_->Reserve(-static_cast<int64_t>(std::exchange(held_, 0))); }

// ---- what is said

void Maker::Give(int fd, std::string_view text) {
  io_->Write(fd, text);
  Work(text.size());
}

std::string Maker::ProgramText() const {
  return level_ == 0 ? program_ : program_ + "[" + std::to_string(level_) + "]";
}

void Maker::Print(std::string_view text) {
  EnterDirectory();
  Give(1, std::string(text) + "\n");
}

void Maker::Message(std::string_view text) {
  EnterDirectory();
  Give(1, ProgramText() + ": " + std::string(text) + "\n");
}

void Maker::Complain(std::string_view text) {
  EnterDirectory();
  Give(2, ProgramText() + ": " + std::string(text) + "\n");
}

std::string Maker::PlaceText(const Place& place) const {
  if (place.file >= makefiles_.size()) return "";
  return makefiles_[place.file] + ":" + std::to_string(place.line);
}

void Maker::ComplainAt(const Place& place, std::string_view text) {
  const std::string where = PlaceText(place);
  if (where.empty()) return Complain(text);
  EnterDirectory();
  Give(2, where + ": " + std::string(text) + "\n");
}

void Maker::Fatal(std::string_view text) {
  if (ended_) return;
  Complain("*** " + std::string(text) + ".  Stop.");
  End(2);
}

void Maker::FatalAt(const Place& place, std::string_view text) {
  if (ended_) return;
  ComplainAt(place, "*** " + std::string(text) + ".  Stop.");
  End(2);
}

// Of the line that is being read, or of the recipe that runs.
Place Maker::CurrentPlace() const {
  for (size_t i = tasks_.size(); i-- > 0;) {
    if (tasks_[i] == Task::kRead) return readings_.back().place;
    if (tasks_[i] == Task::kRecipe) {
      const RecipeRun& run = recipes_.back();
      if (targets_[run.target].recipe >= recipe_texts_.size()) return {};
      Place place = recipe_texts_[targets_[run.target].recipe].place;
      if (place.file != kNone) place.line += run.next == 0 ? 0 : run.next - 1;
      return place;
    }
    if (tasks_[i] == Task::kUpdate) return {};
  }
  return {};
}

void Maker::End(int status) {
  if (ended_) return;
  ended_ = true;
  status_ = status;
}

// GNU make says it before its first output, not at the start: a make that has nothing to say stays
// silent.
void Maker::EnterDirectory() {
  if (entered_ || !settings_.print_directory) return;
  entered_ = true;
  Give(1, ProgramText() + ": Entering directory '" + directory_ + "'\n");
}

void Maker::RemoveIntermediates() {
  // Files in the middle ("a.o" of "a.c" to "a") go at the end, also when make failed: unless
  // somebody wants to keep them, or this run has not come to them.
  if (all_secondary_ || settings_.question || settings_.touch) return;
  std::vector<std::string> names;
  ended_ = false;  // (to look at the clock)
  // (a makefile that may be missing is not told of)
  for (Target& t : targets_) {
    if (!Look(4)) break;
    if (!t.intermediate || (t.precious && !t.tolerated) || t.secondary || t.of_command_line ||
        t.outcome == Outcome::kNone || all_precious_)
      continue;
    const std::string path = t.name.starts_with('/') ? t.name : directory_ + "/" + t.name;
    if (!settings_.just_print) {
      files::Status gone = io_->files().Unlink(CallerOf(*io_), path);
      if (!gone.ok()) {
        if (gone.error() == 2) continue;
        Complain("unlink: " + t.name + ": " + std::string(ErrnoText(gone.error())));
        continue;
      }
    }
    if (!t.tolerated) names.push_back(t.name);
  }
  ended_ = true;
  std::sort(names.begin(), names.end());
  std::string line = "rm";
  for (const std::string& name : names) line += " " + name;
  if (!names.empty() && !settings_.silent && !silent_all_) Print(line);
}

Progress Maker::Finish() {
  if (no_memory_) return Progress::Done(2);
  RemoveIntermediates();
  if (skewed_) Complain("warning:  Clock skew detected.  Your build may be incomplete.");
  if (entered_) Message("Leaving directory '" + directory_ + "'");
  return Progress::Done(status_);
}

// ---- the whole

void Maker::MainStep() {
  Work(16);
  switch (phase_) {
    case Phase::kStart: return Start();
    case Phase::kEvals: return NextEval();
    case Phase::kMakefiles: return NextMakefile();
    case Phase::kReadDone: return ReadingEnds();
    case Phase::kSecondExpansion: return NextSecondExpansion();
    case Phase::kBegin: return BeginRemaking();
    case Phase::kRemake: return NextGoal(read_files_);
    case Phase::kGoals: return NextGoal(goals_);
    case Phase::kRemakeDone: return GoalDone(read_files_);
    case Phase::kGoalDone: return GoalDone(goals_);
  }
}

// The environment and what is built in; then options, which makes above may have given.
// Also after makefiles were remade: then scopes and targets are empty again, and the command line
// is not looked at a second time.
void Maker::Start() {
  if (restarts_ == 0 && !StartOnce()) return;
  scopes_.clear();
  free_scopes_.clear();
  if (!Charge(4096)) return;
  scopes_.emplace_back();
  scope_ = 0;
  for (const std::string& entry : io_->Environment()) {
    const size_t equals = entry.find('=');
    if (equals == std::string::npos || equals == 0) continue;
    const std::string name = entry.substr(0, equals);
    // What a make above hands on is read as options (StartOnce) and not as values.
    if (name == "MAKELEVEL" || name == "MAKE_RESTARTS" || name == "MAKEFLAGS" ||
        name == "GNUMAKEFLAGS" || name == "MFLAGS" || name == "MAKEOVERRIDES")
      continue;
    Variable* v = Define(name, entry.substr(equals + 1), Origin::kEnvironment, true, 0, {});
    if (v == nullptr) return;
    v->origin = Origin::kEnvironment;  // (with -e it is stronger only where a makefile sets it)
    v->exported = Export::kYes;
  }
  // The shell is that of makefiles, and not of the user.
  scopes_[0].table.erase("SHELL");
  (void)Define("SHELL", "/bin/sh", io_->Env("SHELL") ? Origin::kFile : Origin::kDefault, false, 0,
               {});
  (void)Define("MAKELEVEL", std::to_string(level_), Origin::kEnvironment, false, 0, {});
  DefineBuiltins();
  AddBuiltinRules();
  DefineFlags();
  std::string goals;
  for (const std::string& goal : settings_.goals) goals += (goals.empty() ? "" : " ") + goal;
  if (!goals.empty()) (void)Define("MAKECMDGOALS", goals, Origin::kDefault, false, 0, {});
  for (const std::string& goal : settings_.goals) {
    if (over()) return;
    targets_[EnterTarget(goal)].of_command_line = true;
  }
  next_ = 0;
  phase_ = Phase::kEvals;
}

// What is the same when makefiles have been remade and all begins anew.
// Only the level, the options and -C: they hold for all restarts.
bool Maker::StartOnce() {
  program_ = ProgramName(*io_);
  if (const auto level = io_->Env("MAKELEVEL")) (void)ReadWhole(*level, &level_);
  directory_ = io_->cwd();
  for (const std::string_view name : {"GNUMAKEFLAGS", "MAKEFLAGS"}) {
    const auto flags = io_->Env(name);
    std::string text(flags.value_or(""));
    // DefineFlags() of the make above wrote each dollar twice.
    for (size_t at = 0; (at = text.find("$$", at)) != std::string::npos; ++at) text.erase(at, 1);
    TakeFlags(text);
  }
  if (over() || !TakeWords(io_->args(), false)) return false;
  // Each -C is relative to the one before it. The process keeps its own directory: paths are joined
  // with directory_ where a file is touched.
  for (const std::string& folder : settings_.directories) {
    const std::string path = folder.starts_with('/') ? folder : directory_ + "/" + folder;
    files::Result<files::Stat> stat = io_->files().StatPath(CallerOf(*io_), path);
    const int error = !stat.ok() ? stat.error() : stat->IsDirectory() ? 0 : 20;
    if (error != 0) {
      Fatal(folder + ": " + std::string(ErrnoText(error)));
      return false;
    }
    files::Result<std::string> real = io_->files().Realpath(CallerOf(*io_), path);
    directory_ = real.ok() ? *real : path;
  }
  if (!settings_.silent && (!settings_.directories.empty() || level_ > 0))
    settings_.print_directory = true;
  if (settings_.no_print_directory) settings_.print_directory = false;
  return true;
}

// Variables of the command line, then texts of --eval.
// A step for each, because an assignment may need expansions before the next one is looked at.
void Maker::NextEval() {
  const size_t variables = settings_.variables.size();
  if (next_ < variables) {
    const std::string& text = settings_.variables[next_++];
    Definition d = ParseDefinition(text, true);
    if (!d.is_one) return;
    return StartAssignment(d.name, d.value, d.flavor, Origin::kCommandLine, false, 0, {});
  }
  if (next_ < variables + settings_.evals.size()) {
    const std::string text = settings_.evals[next_++ - variables];
    return StartReading(text, {}, true);
  }
  next_ = 0;
  // Those that are to be read.
  // The names of the POSIX standard, and GNU make's own before them. Only the first that is there
  // counts.
  if (settings_.makefiles.empty()) {
    for (const std::string_view name : {"GNUmakefile", "makefile", "Makefile"}) {
      if (!Exists(name)) continue;
      settings_.makefiles.emplace_back(name);
      break;
    }
  }
  phase_ = Phase::kMakefiles;
}

// Those of MAKEFILES come first, and need not be there.
// The list is looked at again for each: a makefile may change it.
void Maker::NextMakefile() {
  std::vector<std::string> early;
  const std::string list = ValueOf("MAKEFILES");
  std::string_view rest = list;
  for (std::string_view word = NextWord(&rest); !word.empty(); word = NextWord(&rest))
    early.emplace_back(word);
  const size_t at = next_++;
  if (at < early.size()) {
    (void)OpenMakefile(early[at], true, true, false, {});
    return;
  }
  if (at - early.size() < settings_.makefiles.size()) {
    (void)OpenMakefile(settings_.makefiles[at - early.size()], false, false, true, {});
    return;
  }
  phase_ = Phase::kReadDone;
}

// All makefiles have been read.
void Maker::ReadingEnds() {
  // Makefiles may have added options.
  // Where options are lists, those that came before are kept as they were: MAKEFLAGS repeats them.
  const Variable* flags = Find("MAKEFLAGS", 0);
  if (flags != nullptr) {
    std::string text = flags->value;
    // (the variables of the command line are known)
    if (const size_t end = text.find(" -- "); end != std::string::npos) text.resize(end);
    const Settings before = settings_;
    TakeFlags(text);
    settings_.evals = before.evals;
    settings_.variables = before.variables;
    settings_.includes = before.includes;
    settings_.goals = before.goals;
    if (settings_.no_print_directory && !entered_) settings_.print_directory = false;
    DefineFlags();
  }
  if (over()) return;
  next_ = 0;
  phase_ = Phase::kSecondExpansion;
}

// ".SECONDEXPANSION": one list of prerequisites after the other, each in the scope of its target.
//
//   a b: x.o $$(call deps,$$@)        read:    "x.o $(call deps,$@)" is a text of seconds_
//                                     now:     it is expanded for a, then for b
//
// The result takes the place of the one dependency that held the text. The target is found again by
// pending_target_, since a step lies between the two.
void Maker::NextSecondExpansion() {
  if (pending_target_ != kNone) {
    // what was expanded takes the place of the text
    std::vector<PatternNeed> needs;
    const std::string text = result_;
    const uint32_t owner = std::exchange(pending_target_, kNone);
    DropScope(scope_);
    scope_ = 0;
    if (owner >= targets_.size() || !SplitNeeds(text, true, &needs)) return;
    // (the list, and those that it goes between, twice while they move)
    if (!Charge(needs.size() * sizeof(Dependency)) ||
        !Hold((needs.size() * 2 + targets_[owner].needs.size() * 2) * sizeof(Dependency)))
      return;
    std::vector<Dependency> list;
    list.reserve(needs.size());
    for (const PatternNeed& need : needs) {
      Dependency d;
      d.target = EnterTarget(need.name);
      d.order_only = need.order_only;
      if (over()) return;
      list.push_back(d);
    }
    std::vector<Dependency>& all = targets_[owner].needs;
    auto place =
        std::find_if(all.begin(), all.end(), [](const Dependency& d) { return d.second != kNone; });
    if (place == all.end()) return;
    place = all.erase(place);
    all.insert(place, list.begin(), list.end());
    return;
  }
  while (next_ < targets_.size() && !seconds_.empty()) {
    const auto target = static_cast<uint32_t>(next_);
    auto found = std::find_if(targets_[target].needs.begin(), targets_[target].needs.end(),
                              [](const Dependency& d) { return d.second != kNone; });
    if (!Look(8)) return;
    if (found == targets_[target].needs.end()) {
      ++next_;
      continue;
    }
    // A copy: what follows may change seconds_.
    const SecondExpansion second = seconds_[found->second];
    InitTargetScope(target, false);
    if (over()) return;
    const uint32_t scope = NewScope(targets_[target].scope == kNone ? 0 : targets_[target].scope);
    if (over()) return;
    // (the prerequisites before it are known)
    DefineAutomatics(target, scope);
    if (targets_[target].has_stem)
      (void)Define("*", second.stem, Origin::kAutomatic, false, scope, {});
    if (over()) return;
    scope_ = scope;
    pending_target_ = target;
    std::string text;
    for (const char c : second.text) {
      if (c == '%' && targets_[target].has_stem) {
        text += "$*";
      } else {
        text += c;
      }
    }
    return Expand(std::move(text));
  }
  read_done_ = true;
  ConvertSuffixRules();
  if (!over()) AddBuiltinPatterns();
  if (!over()) TakeSpecialTargets();
  // -o: as old as can be and done already, so nothing is made for it or because of it.
  for (const std::string& name : settings_.old_files) {
    if (over()) return;
    Target& t = targets_[EnterTarget(name)];
    t.time = t.time_before = kOldTime;
    t.updated = true;
    t.outcome = Outcome::kSuccess;
    t.state = CommandState::kFinished;
  }
  // -W: as if it had just changed.
  for (const std::string& name : settings_.new_files) {
    if (over()) return;
    Target& t = targets_[EnterTarget(name)];
    t.time = t.time_before = kNewTime;
  }
  phase_ = Phase::kBegin;
}

// Makefiles are targets, too: those that changed are read again.
void Maker::BeginRemaking() {
  next_ = 0;
  if (!remaking_) {
    remaking_ = true;
    ++considered_;
    // A double-colon rule that always runs would never end.
    // Such a rule runs each time it is looked at, so make would restart for ever.
    std::erase_if(read_files_, [&](const Goal& goal) {
      for (uint32_t t = targets_[goal.target].first_double; t < targets_.size();
           t = targets_[t].next_double) {
        if (targets_[t].needs.empty() && targets_[t].recipe != kNone) return true;
      }
      return false;
    });
    std::reverse(read_files_.begin(), read_files_.end());
    for (Goal& goal : read_files_) goal.time = TimeOf(goal.target, false);
    // With -n, -q and -t makefiles are still brought up to date: else what would be done is not
    // known.
    kept_ = settings_;
    settings_.just_print = settings_.question = settings_.touch = false;
    for (const Goal& goal : read_files_) {
      // (named on the command line, it is looked at as any other)
      if (targets_[goal.target].of_command_line) settings_ = kept_;
    }
    goals_outcome_ = Outcome::kNone;
    phase_ = Phase::kRemake;
    return;
  }
  // The second time: the makefiles are as they should be.
  remaking_ = false;
  settings_ = kept_;
  ++considered_;
  goals_outcome_ = Outcome::kNone;
  std::vector<std::string> names = settings_.goals;
  if (names.empty()) {
    std::string_view rest;
    const std::string value = ValueOf(".DEFAULT_GOAL");
    rest = value;
    for (std::string_view word = NextWord(&rest); !word.empty(); word = NextWord(&rest))
      names.emplace_back(word);
    if (names.size() > 1) return Fatal(".DEFAULT_GOAL contains more than one target");
    if (names.empty()) {
      return Fatal(settings_.makefiles.empty() ? "No targets specified and no makefile found"
                                               : "No targets");
    }
  }
  // "./a" and "a" are one target.
  for (std::string_view name : names) {
    while (name.size() > 2 && name.starts_with("./")) name.remove_prefix(2);
    Goal goal;
    goal.target = EnterTarget(name);
    if (over()) return;
    goals_.push_back(goal);
  }
  phase_ = Phase::kGoals;
}

// One goal after the other, of makefiles or of the command line.
void Maker::NextGoal(std::vector<Goal>& goals) {
  if (next_ < goals.size()) {
    Goal& goal = goals[next_];
    // A makefile that is included with a dash may be missing: the walk over what it needs says
    // nothing.
    if (remaking_) targets_[goal.target].tolerated = goal.tolerated;
    goal_time_ = TimeOf(goal.target, !remaking_);
    started_before_ = started_;
    phase_ = remaking_ ? Phase::kRemakeDone : Phase::kGoalDone;
    return StartUpdate(Update::Kind::kChain, goal.target, kMissing, false);
  }
  if (remaking_) return MakefilesRemade();
  int status = makefile_status_;
  if (goals_outcome_ == Outcome::kQuestion) status = 1;
  if (goals_outcome_ == Outcome::kFailed) status = 2;
  End(status);
}

// What became of the goal; outcome_ is what its update gave.
// The messages "is up to date" and "Nothing to be done" come from here; the exit status is the
// worst outcome of all goals.
void Maker::GoalDone(std::vector<Goal>& goals) {
  if (next_ >= goals.size()) return End(2);
  phase_ = remaking_ ? Phase::kRemake : Phase::kGoals;
  Goal& goal = goals[next_++];
  Target& t = targets_[goal.target];
  // No command ran for it means that it was fine before.
  if (started_ > started_before_) goal.changed = true;
  bool stops = false;
  if ((outcome_ != Outcome::kSuccess || t.updated) && goals_outcome_ < Outcome::kQuestion) {
    if (t.outcome != Outcome::kSuccess) {
      goals_outcome_ = t.outcome;
      stops = settings_.question && !settings_.keep_going && !remaking_;
    } else if (t.updated && goal.changed) {
      const int64_t time = TimeOf(goal.target, !remaking_);
      if (time != t.time_before) goals_outcome_ = Outcome::kSuccess;
    }
  }
  t.tolerated = false;
  if (!remaking_ && t.outcome == Outcome::kSuccess && !goal.changed && !settings_.silent &&
      !settings_.question) {
    Message(t.phony || t.recipe == kNone ? "Nothing to be done for '" + t.name + "'."
                                         : "'" + t.name + "' is up to date.");
  }
  if (stops) next_ = goals.size();
}

// Those that changed: all is read again.
// A makefile that was missing is told of here and not where it was included, since until now a rule
// could have made it.
void Maker::MakefilesRemade() {
  phase_ = Phase::kBegin;
  bool remade = false, failed = false;
  for (const Goal& goal : read_files_) {
    Target& t = targets_[goal.target];
    if (!Look(64)) return;
    if (goals_outcome_ == Outcome::kSuccess || goals_outcome_ == Outcome::kFailed) {
      const int64_t time = FileTime(t.name);
      if (t.updated && t.outcome == Outcome::kSuccess) {
        remade |= goal.changed && time != goal.time;
      } else if (goals_outcome_ == Outcome::kFailed && !goal.tolerated) {
        if (t.updated) {
          Complain("Failed to remake makefile '" + t.name + "'.");
          remade |= time != kMissing && time != goal.time;
          makefile_status_ = 2;
        } else if (goal.included) {
          Complain("Included makefile '" + t.name + "' was not found.");
        } else {
          Complain("Makefile '" + t.name + "' was not found");
          failed = true;
        }
      }
    }
  }
  if (remade) return Restart();
  if (failed) return End(2);
}

// Everything but the command line is forgotten.
// What StartOnce() found stays: level, directory and options.
void Maker::Restart() {
  settings_ = kept_;
  // -B remakes makefiles once: else they would be read again without end.
  settings_.always = false;
  ++restarts_;
  (void)io_->Reserve(-static_cast<int64_t>(std::exchange(charged_, 0)));
  targets_.clear();
  index_.clear();
  recipe_texts_.clear();
  rules_.clear();
  search_paths_.clear();
  seconds_.clear();
  goals_.clear();
  read_files_.clear();
  impossible_.clear();
  pattern_variables_.clear();
  makefiles_.clear();
  remaking_ = read_done_ = exports_all_ = one_shell_ = second_expansion_ = false;
  deletes_on_error_ = all_secondary_ = all_precious_ = silent_all_ = false;
  prefix_ = '\t';
  default_recipe_ = kNone;
  last_scope_ = kNone;
  makefile_status_ = 0;
  phase_ = Phase::kStart;
}

}  // namespace pysub::shell::maker

namespace pysub::shell {

std::unique_ptr<Command> MakeMake() { return Make<maker::Maker>(); }

}  // namespace pysub::shell
