#ifndef PYSUB_SHELL_EXPAND_EXPANDER_H_
#define PYSUB_SHELL_EXPAND_EXPANDER_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/run/budget.h"
#include "shell/run/ref.h"
#include "shell/syntax/ast.h"

namespace pysub::shell {

class GrowingText;
class Serialiser;
struct Description;
struct Process;
struct Variable;

enum class Expanded : uint8_t {
  kDone,
  kBlocked,  // a command substitution runs: call again when the process goes on
  kFailed,   // a message was printed and Process::unwind set, if the command must not go on
};

// Expands the words of one process, one command at a time: all of its state is here, so it can stop
// for a command substitution in the middle of a word.
//
// The order is POSIX's (Shell Command Language 2.6): braces, which are bash's; then, from left to
// right in one pass, tilde, parameters, commands and arithmetic; then the fields are split,
// pathnames are expanded and quotes go. Here splitting happens while text is added (Emit), because
// only then is it known which characters came from an unquoted expansion.
//
//    words_    which words            next_word_
//    word_     its program (WordOp)   pc_
//    stack_    texts that were begun and are not yet an operand
//    current_  the field that grows; pattern_ is the same with its quoted characters escaped
//    fields_   what is done
//
// Two texts of one field, because "*" in quotes must not become names: the pattern is what is
// looked for, and the text stays when nothing is found.
class Expander {
 public:
  // Some words to fields: BeginWords(), then RunWords() until it is done, then fields().
  void BeginWords(std::span<const Word* const> words);
  Expanded RunWords(Process& process);
  std::vector<std::string>& fields() { return fields_; }

  // One word to one string: Begin(), Run(), then text(). `first_op`: skip the name= of an
  // assignment.
  void Begin(const Word* word, WordMode mode, uint32_t first_op = 0);
  Expanded Run(Process& process);
  std::string& text() { return current_; }
  // What fields() or text() take, for those who move them away.
  MemoryCharge TakeHeld() { return std::exchange(held_, MemoryCharge()); }

  // What a snapshot holds of it; the frames of `process` are there already.
  void Fields(Serialiser& serialiser, const Process& process);

  // How the subscript of a variable is expanded.
  static WordMode SubscriptMode(const Process& process, Symbol symbol);

  // Subscripts of what is expanded already ('h[$k]' given to unset) are expanded once more.
  // Commands are not run there: false with a message.
  static bool ExpandSubscript(Process& process, std::string_view subscript, bool is_key,
                              std::string* expanded);

  // A word that cannot block (no substitution in it), at once.
  static bool IsSimple(const Word* word);

 private:
  // Whether what comes behind a text stands between [ and ].
  struct Brackets {
    bool Open(Budget* budget, std::string_view text);
    bool OpenSet(Budget* budget, std::string_view text);  // of a regular expression: [...]
    void Fields(Serialiser& serialiser);
    size_t seen = 0;  // what was counted already
    int64_t depth = 0;
    int64_t begin = 0;  // where ] would be one of a set's characters
  };
  // The operand of an operator while it is made. They nest, as in ${a:-${b%c}}, so there is a stack
  // of them.
  struct Buffer {
    WordMode mode = WordMode::kString;
    std::string text;
    Brackets brackets = {};
  };
  struct Value;
  struct Range;

  Expanded RunOps(Process& process);
  Expanded Step(Process& process, const WordOp& op, bool* jumped);
  bool Parameter(Process& process, const WordOp& op);
  bool UseOrNeed(Process& process, const WordOp& op, bool* jumped);
  void StartWord(const Word* word);
  bool NextBraces(Process& process, const Word* word);
  void FinishWord(Process& process);
  bool ExpandPathnames(Process& process);

  // Adding to what is being made.
  void Emit(Process& process, std::string_view text, bool quoted, bool splits);
  void EmitValue(Process& process, const Value& value, bool quoted);
  void EmitAsWords(Process& process, const Value& value);
  void Append(WordMode mode, std::string* to, std::string_view text, bool quoted);
  void AppendField(Process& process, std::string_view text, bool quoted);
  void Split(Process& process, std::string_view text);
  void EndField(Process& process);
  void EndElement(Process& process, std::string_view joint);
  // More of what is held. Small amounts are paid for together.
  bool Charge(Process& process, size_t bytes) {
    unpaid_ += bytes;
    return unpaid_ < kMostUnpaid || Pay(process);
  }
  bool Pay(Process& process);
  void Release() {
    held_.Release();
    unpaid_ = 0;
  }
  // What nobody pays for any more.
  void FreeLarge() {
    for (std::string* text : {&current_, &pattern_}) {
      if (text->capacity() > 4096) LetGo(text);
    }
    if (stack_.capacity() > 256) LetGo(&stack_);
    if (finished_.capacity() > 256) LetGo(&finished_);
  }

  // Operations.
  bool Lookup(Process& process, const Param& param, Value* value);
  bool LookupName(Process& process, Symbol symbol, const Param& param, std::string_view subscript,
                  Value* value);
  bool LookupSpecial(Process& process, char special, Value* value);
  bool LookupIndirect(Process& process, const Param& param, Value* value);
  static const Variable* WholeOf(Process& process, const Param& param);
  static std::optional<size_t> CountElements(Process& process, const Param& param);
  bool CheckSet(Process& process, const Param& param, const Value& value);
  bool Length(Process& process, const WordOp& op);
  bool Trim(Process& process, const WordOp& op);
  bool Replace(Process& process, const WordOp& op);
  bool Case(Process& process, const WordOp& op);
  bool Substring(Process& process, const WordOp& op);
  static bool TakeElements(Process& process, const Param& param, const Range& range, Value* value);
  bool TakeCharacters(Process& process, const Range& range, Value* value);
  void ShowArrayAsCommand(Process& process, const WordOp& op, const Variable& variable,
                          Value* value, GrowingText* text);
  void ShowParametersAsCommand(Process& process, Value* value, GrowingText* text);
  void ShowAsCommand(Process& process, const WordOp& op, const Variable* variable, Value* value,
                     GrowingText* text);
  void KeepsEmpty(const Value& value);
  bool JoinWithoutIfs(Process& process, Value* value);
  static void ShowKeys(char letter, const Variable& variable, Value* value, GrowingText* text);
  Expanded Transform(Process& process, const WordOp& op);
  Expanded Prompt(Process& process, const WordOp& op, Value* value);
  bool Names(Process& process, const WordOp& op);
  bool Keys(Process& process, const WordOp& op);
  bool AssignDefault(Process& process, const WordOp& op);
  bool FailUnset(Process& process, const WordOp& op);
  bool ReadFile(Process& process, const WordOp& op);
  bool Arithmetic(Process& process, const WordOp& op);
  Expanded Substitute(Process& process, const WordOp& op);
  bool StartSubstitution(Process& process, const WordOp& op, std::string_view script);
  bool TakeSubstitution(Process& process, Ref<Description>* capture);
  bool ProcessSubstitution(Process& process, const WordOp& op);
  void Tilde(Process& process, const WordOp& op);
  std::string PopBuffer();
  std::string PopSubscript(const Param& param);

  // The list.
  std::span<const Word* const> words_;
  std::vector<const Word*> loaded_words_;  // what words_ shows in an expander that was loaded
  size_t next_word_ = 0;
  bool in_word_ = false;
  std::vector<std::string> fields_;
  std::deque<std::string> braces_;          // results of brace expansion that are left
  std::shared_ptr<const Unit> brace_unit_;  // keeps the word made of one alive

  // The word.
  const Word* word_ = nullptr;
  size_t pc_ = 0;
  WordMode mode_ = WordMode::kString;
  std::vector<Buffer> stack_;
  std::string current_;
  // current_ with quoted characters escaped, once it has a glob character
  std::string pattern_;
  bool has_pattern_ = false;
  bool open_ = false;           // there is a field, perhaps empty
  Brackets brackets_;           // of current_
  bool literal_ = false;        // the operation that runs is a text of the script itself
  bool splits_star_ = false;    // the operation that runs changes values, beside a list
  bool begins_quotes_ = false;  // WordOp::begins_quotes of it
  bool joins_plain_ = false;    // the operation that runs is ${@#x} or ${@@U}
  bool drops_empty_ = false;    // WordOp::beside_list of the operation that runs
  bool after_blank_ = false;    // the last field ended at an IFS blank
  bool substituting_ = false;
  int child_ = 0;  // the process of the substitution
  MemoryCharge held_;
  static constexpr uint64_t kMostUnpaid = 512;
  static constexpr uint64_t kFieldWork = 32;
  uint64_t unpaid_ = 0;
  std::vector<std::pair<std::string, std::string>> finished_;  // fields of this word, with patterns
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_EXPAND_EXPANDER_H_
