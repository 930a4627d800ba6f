#ifndef PYSUB_SHELL_RUN_LINE_SCANNER_H_
#define PYSUB_SHELL_RUN_LINE_SCANNER_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shell/run/budget.h"

namespace pysub::shell {

// What lies between two lines of a command, without parsing it: the quotes that are open, the
// here-documents that are read, and the tokens before the newline. The history needs it for two
// things: in quotes and here-documents `!` means nothing, and a command of several lines becomes
// one, where the newline is "; " or " " or must stay.
//
//    for i in 1 2     tokens: for WORD in WORD WORD      "; "
//    do               tokens: ... do                     " "
//    cat <<X          (a here-document begins)           "\n"
//    text             (within it: nothing at all)        ""
//
// It is as exact as bash's own bookkeeping, which knows the last three tokens and no more.
class LineScanner {
 public:
  // Of which kind a token is, as far as it matters.
  enum class Token : uint8_t {
    kNewline,
    kWord,
    kOther,  // ; may follow it: done fi esac } ! time
    kOpens,  // nothing may be put between it and what follows: { ( ; & | && || ;; do if then ...
    kLeft,   // (
    kRight,  // )
    kFor,    // for, select
    kCase,
    kFunction,
    kCond,   // [[
    kSemi2,  // ;; ;& ;;&
    kIn,
  };

  // A command begins.
  void Begin();
  // With its newline. False: a limit was reached.
  bool Add(Budget* budget, std::string_view line);

  // ---- in front of the line that comes next
  char Quote() const { return stack_.empty() ? '\0' : Shown(stack_.back()); }  // ' or "
  bool IsDelimited() const;  // within quotes, $( )
  bool InHere() const { return in_here_; }
  bool IsHereBegin() const { return in_here_ && here_begins_; }
  // What joins `line` to those in front of it. `lines`: of the command, with this one.
  std::string_view Joint(std::string_view line, uint32_t lines) const;

  void Fields(Serialiser& serialiser);

 private:
  struct Here {
    std::string delimiter;
    bool strips_tabs = false;
    void Fields(auto& archive) { archive(delimiter, strips_tabs); }
  };
  static char Shown(char open) {
    return open == 'a' ? '\'' : open == '\'' || open == '"' ? open : '\0';
  }
  void ScanHere(std::string_view line);
  bool ScanText(Budget* budget, std::string_view line);
  size_t ScanQuoted(std::string_view line, size_t at);
  size_t ScanOperator(std::string_view line, size_t at);
  bool ScanHereBegin(Budget* budget, std::string_view line, size_t* at);
  void Push(Token token);
  void EndWord();
  bool MayBeReserved() const;
  Token Reserved() const;
  // Tokens are counted outside of quotes and substitutions alone.
  bool CountsTokens() const { return stack_.empty(); }

  // Deeper nesting than the parser takes need not be told apart.
  static constexpr size_t kMostOpen = 1024;
  static constexpr size_t kMostHere = 16;  // as in bash

  // What is open: ' " ` as they are, a for $', ( for $( <( and groups of extglob, { for ${, = for
  // the list of name=( ), d for (( )), [ for [[ ]].
  std::string stack_;
  std::vector<Here> here_;
  bool in_here_ = false;
  bool here_begins_ = false;
  std::array<Token, 4> tokens_{};  // the last one first
  std::string word_;               // the beginning of the word that is read
  bool in_word_ = false;
  bool word_quoted_ = false;
  uint32_t cases_ = 0;       // case ... esac
  bool in_pattern_ = false;  // what stands in front of the ) of a case
  bool function_name_ = false;
  MemoryCharge held_;  // of the delimiters
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_LINE_SCANNER_H_
