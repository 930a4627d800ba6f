#ifndef PYSUB_SHELL_COMMANDS_GIT_WORDS_H_
#define PYSUB_SHELL_COMMANDS_GIT_WORDS_H_

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/git.h"
#include "shell/commands/git/walk.h"

namespace pysub::shell::git {

// kOptional: only attached, as in --color=always or -M50; a word of its own is an operand.
enum class Takes : uint8_t { kNothing, kValue, kOptional };

// A row of a subcommand's table of options. "--no-NAME" is understood for all of them.
// `id` is unique within the tables of one reader; shared tables begin at kFirstDiffWord and
// kFirstLogWord.
struct WordRow {
  int id;
  char letter;  // 0: none; '#': a number alone, as in -5
  std::string_view name;
  Takes takes = Takes::kNothing;
};

// Reads the words behind a subcommand by tables, as git does: grouped letters, values attached or
// behind, long names that may be cut short, options between operands.
// Operands are collected, since they may stand before options. The words belong to Git and outlive
// the reader, so values are views.
class WordReader {
 public:
  // How an unknown option is refused. git has three parsers, each with its own words and status.
  enum Style : uint8_t {
    kUsual,     // "error: unknown option `x'", 129
    kRevision,  // "fatal: unrecognized argument: --x", 128
    kDiff,      // "error: invalid option: --x", 129
  };
  WordReader(Git& git, std::initializer_list<std::span<const WordRow>> tables, Style style = kUsual,
             bool stops_at_operand = false);
  // False: there are no more, or ok() is false and it was said why.
  bool Next();
  int id() const { return id_; }
  bool negated() const { return negated_; }
  std::string value() const { return std::string(value_); }
  bool has_value() const { return has_value_; }
  // The option that was read last: "-L" or "--output".
  const std::string& option() const { return option_; }
  bool ok() const { return ok_; }
  // When Next() has said false.
  const std::vector<std::string>& operands() const { return operands_; }
  bool has_dashes() const { return has_dashes_; }
  size_t dashes() const { return dashes_; }  // how many operands stand before "--"
  std::span<const std::string> Before() const { return std::span(operands_).first(dashes_); }
  std::span<const std::string> Behind() const { return std::span(operands_).subspan(dashes_); }

 private:
  bool TakeLong(std::string_view word);
  bool TakeLetter();
  bool Refuse(std::string_view what, bool is_letter);

  Git& git_;
  std::vector<WordRow> rows_;
  Style style_;
  bool stops_;
  size_t next_ = 0;
  std::string_view group_;
  int id_ = 0;
  bool negated_ = false, has_value_ = false, ok_ = true;
  std::string_view value_;
  std::string option_;
  std::vector<std::string> operands_;
  bool has_dashes_ = false;
  size_t dashes_ = 0;
};

// Says that the option that was read last is not supported. False.
bool RefuseOption(Git& git, const WordReader& reader);
// All of standard input into State::text; phase 1 says that this is all. False: not yet, or it
// failed, and WhileNoInput() is what the unit ends with.
bool ReadAllInput(Git& git);
Outcome WhileNoInput(Git& git);
// Said on standard error; the status of a wrong use.
int Usage(Git& git, std::string_view text);
// A number that has to be one; what is wrong is said.
bool TakeNumber(Git& git, std::string_view name, std::string_view value, int64_t* number);

// ---- options that several subcommands have
constexpr int kFirstDiffWord = 1000, kFirstLogWord = 2000;
std::span<const WordRow> DiffWords();
bool TakeDiffWord(Git& git, const WordReader& reader, DiffOptions* options);
// What holds when nothing was said: settings and the like.
// Called after the words, because a setting holds only where no word said otherwise.
void FinishDiffWords(Git& git, DiffOptions* options);

// How a log is filtered and shown.
// Parsed again in each unit, so nothing of it is saved.
struct LogOptions {
  WalkOptions walk;
  DiffOptions diff;
  int64_t count = -1, skip = 0;
  size_t least_parents = 0, most_parents = SIZE_MAX;
  std::vector<std::string> authors, committers, greps;
  bool ignore_case = false, extended = false, fixed = false, perl = false;
  bool all_match = false, invert = false;
  std::string format;  // empty: the usual one of the subcommand
  bool format_given = false;
  bool terminator = true;  // tformat: and named formats
  std::string date = "default";
  bool abbrev_commit = false, decorate = false, full_decorate = false, graph = false;
  bool left_right = false, parents = false, walk_log = false, no_patch = false;
  bool merges_first = false;  // merges beside their first parent
  bool separate = false;      // -m: beside each parent by itself
  bool of_merge = false;      // --merge: what both sides of a merge did to files in conflict
  bool reverse = false;
  // What is shown is known when the walk is over: TurnWalk() makes the whole list.
  bool NeedsWholeWalk() const { return reverse || walk.boundary; }
  bool only_changes = false;  // what changes nothing is not shown
  bool all = false, branches = false, tags = false, remotes = false, oneline = false;
  std::vector<std::pair<char, std::string>> globs;
  size_t abbrev = 0;
};
std::span<const WordRow> LogWords();
bool TakeLogWord(Git& git, const WordReader& reader, LogOptions* options);
// Tips of --all and its kin.
bool AddRefTips(Git& git, LogOptions* options);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_WORDS_H_
