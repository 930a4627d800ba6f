#ifndef PYSUB_SHELL_COMMANDS_MAKE_MAKER_H_
#define PYSUB_SHELL_COMMANDS_MAKE_MAKER_H_

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/make/data.h"
#include "shell/commands/make/functions.h"
#include "shell/commands/make/words.h"

namespace pysub::shell::maker {

// What stands on the stack of what is being done. Each kind keeps its frames in a list of its own.
// What Step() does next depends on nothing but these stacks, never on the C++ stack: so a makefile
// cannot overflow that, and a snapshot may be taken between any two steps.
//
// The kind of a task says which list has its frame; that is the last one there. Invariant: a kind
// stands in tasks_ as often as its list has frames, and kMain is the bottom and stands nowhere else
// (CheckLoaded).
enum class Task : uint8_t { kMain, kRead, kAssign, kExpand, kShell, kUpdate, kRecipe };

// What a piece of an expansion waits for, or does.
enum class Op : uint8_t {
  kText,       // text_ is expanded into out
  kName,       // waits for the name of a variable
  kArguments,  // waits for the arguments of a function, one after the other
  kIf,         // waits for the condition
  kOr,
  kAnd,
  kForeachNames,  // waits for the name, then for the list
  kForeach,       // waits for what a word gave
  kSubstitute,    // waits for the value that $(A:B=C) changes
  kAppended,      // waits for a part of a value that was appended to
  kShell,         // waits for a command
  kEval,          // waits for a text that is read as a makefile
};

// A piece of an expansion.
// $(patsubst %.c,%.o,$(A)) is a piece for the function, above it one for the third argument, above
// that one for the value of A. Each gives its value to the one below when it is done:
//
//   kText       "%.c" ...  <- the value of A         expansions_.back()
//   kText       "$(A)"                               at: behind the reference
//   kArguments  args: "%.c", "%.o"; raw: the third   next: how many of raw were begun
//
// `charged` and `out_charged` are bytes of memory that were reserved for it and come back with it.
struct Expansion {
  Op op = Op::kText;
  uint8_t function = 0;
  bool has_value = false;  // what it waits for is in `value`
  std::string text, value;
  uint64_t at = 0;
  std::string out;
  std::vector<std::string> raw;   // arguments, not expanded
  std::vector<std::string> args;  // expanded
  uint64_t next = 0;
  uint32_t scope = kNone;           // is left at the end
  uint32_t variable_scope = kNone;  // whose mark `expanding` is taken away at the end
  std::string variable;
  Place place;  // of the variable
  uint64_t charged = 0, out_charged = 0;
  void Fields(Archive& archive);
};

// A command whose output is wanted.
// Output is collected until the pipe ends, and only then is the child waited for. child -1: it
// could not be started, or there was nothing to do.
struct ShellRun {
  int child = -1, pipe = -1;
  std::string out;
  bool ended = false;
  bool trims_all = true;  // newlines at the end
  uint64_t charged = 0;
  void Fields(Archive& archive) {
    archive(child, pipe, out, ended, trims_all);
    archive.Charged(charged);
  }
};

// A definition on its way.
// The name is expanded first, then what the flavor wants: the value, a command. `outer_scope` is
// scope_ as it was: the variables of a target are expanded as the target sees them.
struct Assignment {
  enum class Phase : uint8_t { kName, kOldValue, kValue, kShell };
  Phase phase = Phase::kName;
  std::string name, value;
  Flavor flavor = Flavor::kRecursive;
  Origin origin = Origin::kFile;
  bool of_target = false;
  uint32_t scope = 0;
  Place place;
  uint32_t outer_scope = 0;
  uint64_t charged = 0;
  void Fields(Archive& archive) {
    archive(phase, name, value, flavor, origin, of_target, scope, place, outer_scope);
    archive.Charged(charged);
    if (phase > Phase::kShell || flavor > Flavor::kShell || origin > Origin::kAutomatic)
      archive.Fail();
  }
};

// What a line defines, as far as it can be seen without expanding it.
// Which flags come with it depends on the words in front: "override export A = b".
struct Definition {
  bool is_one = false;
  bool overrides = false, exports = false, unexports = false, is_private = false;
  bool defines = false, undefines = false;
  std::string name, value;
  Flavor flavor = Flavor::kRecursive;
  void Fields(Archive& archive) {
    archive(is_one, overrides, exports, unexports, is_private, defines, undefines, name, value,
            flavor);
    if (flavor > Flavor::kShell) archive.Fail();
  }
};

// One frame of ifeq ... else ... endif. Lines count when no frame is ignoring (Ignoring).
struct Conditional {
  uint8_t ignoring = 0;  // 0: taken; 1: not taken yet; 2: another branch was
  bool seen_else = false;
  void Fields(Archive& archive) { archive(ignoring, seen_else); }
};

// A makefile, or a text of $(eval), that is being read.
// A line may need several expansions, so what is known of it stands here between two of them.
// `phase` says what the value that comes next is for; kLine: a fresh line is read.
//
// The file is read whole before its first line is looked at (kSlurp): a makefile may come from a
// pipe. `place.line` is where the line begins, `lines` how many the continued one took: added when
// the next one is read, so messages name the first.
struct Reading {
  enum class Phase : uint8_t {
    kSlurp,
    kLine,
    kIfFirst,
    kIfSecond,
    kIfdef,
    kDefineName,
    kUndefineName,
    kExport,
    kVpath,
    kInclude,
    kIncludeNext,
    kTargetWord,
    kTargetNeeds,
    kTargetVariable,
    kAssigned,
  };
  Phase phase = Phase::kLine;
  std::string text;
  uint64_t at = 0;
  Place place;         // where the line begins
  uint64_t lines = 0;  // that were read
  int fd = -1;
  bool is_eval = false;

  std::vector<Conditional> conditionals;
  bool ignored_define = false;
  // of the conditional that is being looked at
  std::string first, second;
  bool negated = false, is_else = false, quiet = false;
  // of define
  Definition definition;
  uint64_t define_depth = 0;

  // The line of a rule: `expanded` is what it gave so far, `rest` is not expanded.
  std::string expanded, rest, after_semicolon;
  bool has_semicolon = false;
  // The rule that was read last and is not recorded yet.
  bool has_rule = false, no_targets = false;
  std::vector<std::string> targets;
  std::string pattern, needs, recipe;
  bool has_pattern = false, is_double = false, is_grouped = false, has_recipe = false;
  char prefix = '\t';
  Place rule_place, recipe_place;
  uint64_t target_index = 0;
  std::vector<std::string> includes;
  uint64_t word_at = 0;   // where the last word of `expanded` begins
  bool sets_goal = true;  // its first target may become the goal
  uint64_t charged = 0, text_charged = 0, recipe_charged = 0;

  void Fields(Archive& archive);
};

// A step in the walk over targets. Three kinds, which call each other.
// A goal is one kChain. Its frames alternate, and each leaves its answer in outcome_:
//
//   kChain  a target with all its "::" rules: one kOne for each
//   kOne    a rule: kCheck for each prerequisite, then files in the middle, then perhaps its recipe
//   kCheck  a prerequisite, seen from what needs it: a kChain; or, for a file in the middle, which
//           need not be made for its own sake, only a look at what it needs in turn (must_make_)
//
// This is the recursion of GNU make's remake.c (update_file, update_file_1, check_dep), turned into
// frames.
struct Update {
  enum class Kind : uint8_t { kChain, kOne, kCheck };
  enum class Phase : uint8_t { kBegin, kNeeds, kNeedDone, kMiddles, kMiddleDone, kMake, kDone };
  Kind kind = Kind::kChain;
  Phase phase = Phase::kBegin;
  uint32_t target = kNone;
  uint32_t sibling = 0;  // 0: the target itself, then those of `also`
  uint32_t need = 0;
  int64_t time = kMissing;       // of the target that is made
  int64_t need_time = kMissing;  // before the prerequisite was looked at
  bool must_make = false, missing = false;
  Outcome status = Outcome::kSuccess;
  void Fields(Archive& archive) {
    archive(kind, phase, target, sibling, need, time, need_time, must_make, missing, status);
    if (kind > Kind::kCheck || phase > Phase::kDone || status > Outcome::kFailed) archive.Fail();
  }
};

// A recipe that runs.
// First all lines are expanded (kExpand), then one after the other is shown and run. The
// environment is made once, before the first command, because its variables may need expansions.
// `name` is how many of `names` are done.
struct RecipeRun {
  enum class Phase : uint8_t { kExpand, kLine, kEnvironment, kRun, kWait };
  Phase phase = Phase::kExpand;
  uint32_t target = kNone;
  std::vector<std::string> lines;
  uint64_t next = 0;
  std::string rest;  // of the line, behind a newline that an expansion gave
  bool has_rest = false;
  uint64_t flags = 0;
  bool has_environment = false, ignores = false, any_ran = false;
  std::vector<std::string> names;  // of variables that are exported
  std::vector<std::string> environment;
  std::string shell;
  std::vector<std::string> argv;
  uint64_t name = 0;
  int child = -1;
  uint32_t scope = kNone, outer_scope = 0;
  uint64_t charged = 0;
  void Fields(Archive& archive) {
    archive(phase, target, lines, next, rest, has_rest, flags, has_environment, ignores, any_ran,
            names, environment, shell, argv, name, child, scope, outer_scope);
    archive.Charged(charged);
    if (phase > Phase::kWait) archive.Fail();
  }
};

// What the command line and MAKEFLAGS said. `jobs` is only handed on: commands run one at a time,
// so a build does the same each time.
struct Settings {
  bool always = false, environment_overrides = false, ignore = false, keep_going = false;
  bool just_print = false, question = false, no_rules = false, no_variables = false;
  bool silent = false, touch = false, warn_undefined = false, trace = false;
  bool print_directory = false, no_print_directory = false, check_symlink = false;
  std::vector<std::string> makefiles, directories, includes, old_files, new_files, evals, jobs;
  std::vector<std::string> variables;  // "NAME=value" of the command line
  std::vector<std::string> goals;
  void Fields(Archive& archive) {
    archive(always, environment_overrides, ignore, keep_going, just_print, question, no_rules,
            no_variables, silent, touch, warn_undefined, trace, print_directory, no_print_directory,
            check_symlink, makefiles, directories, includes, old_files, new_files, evals, jobs,
            variables, goals);
  }
};

// make. Step() does one thing after the other of what is on the top of tasks_:
//
//   kMain --> kRead (a makefile) --> kAssign (A = b) --> kExpand ($(x)) --> kShell, kRead (eval)
//         --> kUpdate (a target) --> kUpdate (what it needs) --> kRecipe --> kExpand
//
// What a task gives is result_ (a text), outcome_ and must_make_ (of updates).
//
// Everything here is at the mercy of a makefile that wants to hang or to fill memory. Three rules
// keep it in bounds: what grows is paid for before (Charge, MakeRoom, or Reserve of a frame), each
// loop over something that a makefile made counts its work (Work, or Look in the middle of a step),
// and what could nest is a frame in a list and no recursion.
//
// After Charge(), Look() or anything that may print an error, over() may be true: then nothing may
// be pushed or recorded any more. What calls NewScope(), EnterTarget() or StartUpdate() may have
// moved scopes_, targets_ or updates_: no reference into them is held across.
class Maker : public Command {
 public:
  Progress Step(CommandIo& io) override;
  void Fields(Archive& archive) override;

 private:
  // Where kMain stands. Makefiles are made like other targets before the goals are (kRemake); when
  // one of them changed all begins anew at kStart.
  enum class Phase : uint8_t {
    kStart,
    kEvals,
    kMakefiles,
    kReadDone,
    kSecondExpansion,
    kBegin,
    kRemake,
    kRemakeDone,
    kGoals,
    kGoalDone,
  };

  // ---- make.cc: the whole
  Progress Finish();
  void MainStep();
  void Start();
  bool StartOnce();
  void NextEval();
  void NextMakefile();
  void ReadingEnds();
  void NextSecondExpansion();
  void BeginRemaking();
  void NextGoal(std::vector<Goal>& goals);
  void GoalDone(std::vector<Goal>& goals);
  void MakefilesRemade();
  void Restart();
  // Counts what was done; the step gives way to others soon when it was much.
  void Work(uint64_t work) { yields_ |= io_->Tick(work); }
  bool Look(uint64_t work);  // for loops in the middle of a step; false: it is over
  // Everything that is kept for good; false: there is no room, and all is over.
  bool Charge(uint64_t bytes);
  // The same for lists that no turn of a task leaves behind: given back when it ends.
  bool Hold(uint64_t bytes);
  void DropHeld();
  void Give(int fd, std::string_view text);
  std::string ProgramText() const;
  void Print(std::string_view text);     // a line on standard output
  void Message(std::string_view text);   // "make: text" there
  void Complain(std::string_view text);  // on standard error
  void ComplainAt(const Place& place, std::string_view text);
  // Ends it all with status 2, as GNU make does.
  void Fatal(std::string_view text);  // "make: *** text.  Stop."
  void FatalAt(const Place& place, std::string_view text);
  std::string PlaceText(const Place& place) const;
  Place CurrentPlace() const;
  // The first call counts; Step() ends with this status.
  void End(int status);
  bool over() const { return ended_; }
  void EnterDirectory();
  void RemoveIntermediates();
  void Push(Task task) { tasks_.push_back(task); }
  void Pop() { tasks_.pop_back(); }
  void CheckLoaded(Archive& archive);

  // ---- options.cc
  bool TakeWords(std::span<const std::string> words, bool of_environment);
  void TakeFlags(std::string_view text);
  void TakeDefinition(const std::string& word);
  void DefineFlags();

  // ---- builtin.cc
  void DefineBuiltins();
  void AddBuiltinRules();
  void AddBuiltinPatterns();

  // ---- variables.cc
  // As the scope sees it; *where is the scope that has it. Null: it is not defined.
  const Variable* Find(std::string_view name, uint32_t scope, uint32_t* where = nullptr) const;
  const Variable* Find(std::string_view name) const { return Find(name, scope_); }
  std::string ValueOf(std::string_view name) const;  // of a variable that is not expanded
  // The table is that of `scope`, which is never kNone. A stronger origin's value stays, and is
  // what comes back; null: there is no room.
  Variable* Define(std::string_view name, std::string value, Origin origin, bool recursive,
                   uint32_t scope, const Place& place);
  void Undefine(std::string_view name, Origin origin);
  // A fresh scope in front of `next`, until it is dropped.
  uint32_t NewScope(uint32_t next);
  void DropScope(uint32_t scope);
  void StartAssignment(std::string name, std::string value, Flavor flavor, Origin origin,
                       bool of_target, uint32_t scope, const Place& place);
  void AssignStep();
  // A null assignment keeps what is there (`?=` of a variable that is defined).
  void FinishAssignment(Assignment* a, std::string value, bool recursive, bool appends);
  void AfterSpecial(const std::string& name);
  std::string SpecialValue(std::string_view name);
  // Makes the chain of scopes that a target's recipe sees. `reading`: a makefile sets a variable of
  // the target, and only its own scope has to be there.
  void InitTargetScope(uint32_t target, bool reading);
  void LinkTargetScope(uint32_t target, bool reading);

  // ---- expand.cc
  // Pushes a frame; its value comes as result_ to the task below.
  void Expand(std::string text);
  void ExpandStep();
  void ExpandText(Expansion* e);
  void Reference(Expansion* e);
  void NamedReference(std::string name);
  void ExpandVariable(std::string_view name);
  // A value goes to the expansion that waits for it, or to result_ when another kind of task does.
  void Receive(std::string value);
  void FinishExpansion(std::string value);
  bool PushExpansion(Op op, std::string text);
  void StartFunction(int function, std::string_view body, char open, char close);
  void BeginFunction(Expansion* e);
  void NextArgument(Expansion* e);
  void ArgumentsDone(Expansion* e);
  void TakeCondition(Expansion* e);
  void TakeForeach(Expansion* e);
  void NextForeach(Expansion* e);
  void BecomeText(Expansion* e, std::string text);
  void TakeSubstitution(Expansion* e);
  void AppendOut(Expansion* e, std::string_view text);
  void StartAppended(std::string_view name, uint32_t scope);
  void NextAppended(Expansion* e);
  Place ExpandingPlace() const;
  // Its output, with newlines as blanks, is result_. `trims_all`: all newlines at its end go, else
  // one.
  void StartShell(std::string_view command, bool trims_all);
  void ShellStep();
  // Appends to *out the words of `value`, those that match `from` as `to` says: "a.c b.h", "%.c",
  // "%.o" gives "a.o b.h".
  void Substitute(std::string_view value, const std::string& from, const std::string& to,
                  std::string* out);
  bool ExpandNow(std::string text, std::string* out);

  // ---- functions.cc
  // `args` has at least one entry.
  void CallFunction(int function, std::vector<std::string>& args, std::string* out);
  void CallUser(Expansion* e);
  void SortWords(std::string_view text, std::string* out);
  void FilterWords(const std::string& a, const std::string& b, bool wanted, std::string* out);
  void ReplaceText(const std::string& a, const std::string& b, const std::string& c,
                   std::string* out);
  void PickWords(Function function, const std::vector<std::string>& args, std::string* out);
  void ChangeWords(Function function, const std::vector<std::string>& args, std::string* out);
  void AskVariable(Function function, const std::string& name, std::string* out) const;
  void JoinWords(std::string_view a, std::string_view b, std::string* out);
  void Wildcard(std::string_view text, std::string* out);
  void RealPaths(std::string_view text, bool must_exist, std::string* out);
  void FileFunction(const std::vector<std::string>& args, std::string* out);
  // The two charge scratch_, which DropScratch() gives back when the caller has charged the result.
  bool AddWord(std::string* out, std::string_view word, bool* first);
  bool AddPiece(std::string* out, std::string_view piece);
  void DropScratch();

  // ---- glob.cc
  // False: all is over.
  bool Glob(std::string_view pattern, std::vector<std::string>* names);
  std::string ExpandTilde(std::string_view name) const;
  // What is put into `names` is held: see Hold().
  bool FileNames(std::string_view text, bool globs, std::vector<std::string>* names);

  // ---- reader.cc
  bool KeepInput(const std::string& text);
  void StartReading(std::string text, const Place& place, bool is_eval);
  // Opens it and reads from it next. It is noted as a goal also when it is missing: perhaps a rule
  // makes it.
  bool OpenMakefile(const std::string& name, bool included, bool tolerated, bool sets_goal,
                    const Place& place);
  void AssignmentDone(Reading* r);
  void StartIfeq(Reading* r, std::string_view text);
  void NextInclude(Reading* r);
  void ReadStep();
  void Slurp(Reading* r);
  void CutAtNul(Reading* r);
  // Without its newline; with those inside that a backslash continues.
  bool NextLine(Reading* r, std::string* line);
  void ReadLine(Reading* r);
  bool TakeDirective(Reading* r, const std::string& line, std::string* plain);
  bool TakeConditional(Reading* r, const std::string& plain);
  void DecideConditional(Reading* r, bool holds);
  bool Ignoring(const Reading& r) const;
  Definition ParseDefinition(std::string_view text, bool of_target) const;
  void TakeDefinition(Reading* r, Definition d);
  void ReadDefine(Reading* r);
  void EndReading(Reading* r);
  void TakeInclude(Reading* r);
  void TakeExport(Reading* r);
  void TakeVpath(Reading* r, std::string_view words);

  // ---- read_rules.cc
  void BeginRule(Reading* r, const std::string& line);
  void RuleWord(Reading* r);
  void RuleColon(Reading* r, size_t colon);
  void RuleNeeds(Reading* r);
  void TargetVariable(Reading* r);
  void AddRecipeLine(Reading* r, std::string_view line, const Place& place);
  // The rule that was read last becomes targets, once nothing more can follow.
  void RecordRule(Reading* r);
  void SetDefaultGoal(const std::vector<std::string>& names);
  // The index of the recipe that r->recipe makes; kNone: all is over.
  uint32_t MakeRecipe(Reading* r);
  bool CutRecipe(std::string_view text, Recipe* recipe);
  void SetOneShell();
  void RecordPattern(Reading* r, uint32_t recipe);
  void RecordTarget(Reading* r, const std::string& name, uint32_t recipe,
                    const std::vector<PatternNeed>& needs, const Pattern* pattern);
  bool SplitNeeds(std::string_view text, bool globs, std::vector<PatternNeed>* needs);

  // ---- targets.cc
  // By any name that it has or had; kNone: nobody has spoken of it.
  uint32_t FindTarget(std::string_view name) const;
  // Makes one when there is none. Also gives an index when all is over: look at over().
  uint32_t EnterTarget(std::string_view name);
  uint32_t AddDouble(uint32_t first);
  // `overrides`: a makefile wrote it, and the last one wins.
  void AddPatternRule(PatternRule rule, bool overrides);
  void ConvertSuffixRules();
  void AddSuffixRule(std::string_view target, std::string_view source, uint32_t recipe);
  void TakeSpecialTargets();
  std::vector<std::string> Suffixes() const;
  int64_t FileTime(const std::string& path);
  // kMissing, a time, or what -o and -W set. What was seen is remembered in the target.
  int64_t TimeOf(uint32_t target, bool search = true);
  std::string SearchVpath(std::string_view name);
  bool IsListed(const std::string& path);
  bool Exists(std::string_view name);

  // ---- implicit.cc
  struct Found;
  struct Candidate;
  // Gives the target the recipe and the prerequisites of a pattern rule. False: none applies.
  bool SearchImplicit(uint32_t target);
  // `depth`: how many rules stand between this name and the target that is searched for.
  bool SearchPattern(std::string_view name, uint32_t for_target, int depth, Found* found);
  bool TryRule(const Candidate& candidate, std::string_view name, uint32_t for_target, int depth,
               bool middles, Found* found);
  bool NeedsOf(const Candidate& candidate, std::string_view name, uint32_t for_target,
               std::vector<PatternNeed>* needs);
  void ApplyFound(uint32_t target, const Found& found);

  // ---- update.cc
  // What it comes to is outcome_, and must_make_ of a kCheck.
  // `time`: of the file that the answer is for; `must_make`: it will be made in any case.
  void StartUpdate(Update::Kind kind, uint32_t target, int64_t time, bool must_make);
  void UpdateStep();
  void ChainStep(Update* u);
  void OneStep(Update* u);
  void CheckStep(Update* u);
  void BeginOne(Update* u);
  void NeedsOfOne(Update* u);
  void NeedDone(Update* u);
  void MiddlesOfOne(Update* u);
  void DecideOne(Update* u);
  void MakeTarget(uint32_t target);
  void UpdateReturns(Outcome outcome);
  void NoRule(uint32_t target);
  void NoticeFinished(uint32_t target);
  bool DropCircular(uint32_t target, uint32_t owner, uint32_t need);
  void LookForRecipe(uint32_t target);
  // Touches what -t asks for instead of running its recipe.
  Outcome TouchTarget(uint32_t target);
  std::vector<Dependency>* NeedsAt(const Update& u);

  // ---- recipe.cc
  // `target` has a recipe.
  void StartRecipe(uint32_t target);
  void RecipeStep();
  void DefineAutomatics(uint32_t target, uint32_t scope);
  void StartLine(RecipeRun* run);
  void CollectNames(RecipeRun* run);
  void NextEnvironment(RecipeRun* run);
  void RunLine(RecipeRun* run);
  void LineEnded(RecipeRun* run, int status);
  void RecipeEnds(Outcome outcome);
  bool IsExported(const std::string& name, uint32_t scope) const;
  // Empty: there is nothing to be run.
  // Without a shell where GNU make would do it: `cc -c a.c` is started itself. It is cheaper and
  // shows: what cannot be found is told by make.
  std::vector<std::string> ShellWords(std::string_view line, const std::string& shell,
                                      const std::string& flags);
  // Removes what a recipe that failed has left half done, with what else it makes.
  void DeleteTarget(uint32_t target, uint32_t on_behalf);
  void DeleteTargets(uint32_t target);
  std::string RecipePlace(const RecipeRun& run) const;
  std::vector<std::string> ShellEnvironment() const;

  // Only while a step runs.
  CommandIo* io_ = nullptr;
  bool yields_ = false, waits_ = false;
  uint64_t held_ = 0;                                   // charged until the turn ends: see Hold()
  uint64_t scratch_ = 0;                                // charged for the result of a function
  std::map<std::string, uint32_t, std::less<>> index_;  // of targets_; made again after a load
  bool indexed_ = false;

  // ---- saved
  Phase phase_ = Phase::kStart;
  bool ended_ = false, no_memory_ = false, entered_ = false, skewed_ = false;
  int status_ = 0;
  Settings settings_, kept_;  // kept_: while makefiles are remade
  std::string directory_;     // cwd, by -C
  uint64_t level_ = 0, restarts_ = 0;
  bool has_input_ = false;
  std::string input_;  // the makefile on standard input
  uint64_t input_charged_ = 0;
  std::string program_;
  std::vector<std::string> makefiles_;
  std::vector<Task> tasks_;
  std::vector<Reading> readings_;
  std::vector<Assignment> assignments_;
  std::vector<Expansion> expansions_;
  std::vector<ShellRun> shells_;
  std::vector<Update> updates_;
  std::vector<RecipeRun> recipes_;
  std::string result_;
  uint64_t result_charged_ = 0;
  Outcome outcome_ = Outcome::kSuccess;
  bool must_make_ = false;

  std::vector<Scope> scopes_;
  std::vector<uint32_t> free_scopes_;
  uint32_t scope_ = 0;
  std::vector<PatternVariable> pattern_variables_;
  std::vector<Target> targets_;
  std::vector<Recipe> recipe_texts_;
  std::vector<PatternRule> rules_;
  std::vector<SearchPath> search_paths_;
  // VPATH as it was taken apart last, and the names in directories that were looked into. Not
  // saved: both are found again.
  std::string vpath_text_;
  std::vector<std::string> vpath_folders_;
  std::map<std::string, std::vector<std::string>> listed_;
  std::vector<SecondExpansion> seconds_;
  std::vector<Goal> goals_, read_files_;
  std::map<std::string, bool, std::less<>> impossible_;  // no rule makes them

  uint64_t next_ = 0;                          // of what phase_ goes through
  uint64_t started_ = 0, started_before_ = 0;  // commands
  uint64_t considered_ = 0;
  int64_t goal_time_ = kUnknownTime;
  Outcome goals_outcome_ = Outcome::kNone;
  int makefile_status_ = 0;
  bool read_done_ = false, remaking_ = false, exports_all_ = false, one_shell_ = false;
  bool second_expansion_ = false, deletes_on_error_ = false, all_secondary_ = false;
  bool all_precious_ = false, ignores_all_ = false, silent_all_ = false, any_not_updated_ = false;
  char prefix_ = '\t';
  uint32_t last_scope_ = kNone;  // what was assigned last
  std::string last_name_;
  uint32_t default_recipe_ = kNone;
  uint32_t pending_target_ = kNone;  // whose prerequisites are expanded a second time
  uint64_t charged_ = 0;
};

}  // namespace pysub::shell::maker

#endif  // PYSUB_SHELL_COMMANDS_MAKE_MAKER_H_
