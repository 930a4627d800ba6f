#ifndef PYSUB_SHELL_COMMANDS_CALCULATORS_BC_LEXER_H_
#define PYSUB_SHELL_COMMANDS_CALCULATORS_BC_LEXER_H_

#include <string>
#include <string_view>

#include "pysub/shell/archive.h"
#include "shell/commands/calculators/account.h"

namespace pysub::shell::calc {

enum class TokenKind : uint8_t {
  kEnd,
  kNewline,
  kMark,      // one of ;(){}[],&  `op` says which
  kOperator,  // + - * / % ^ !
  kAssign,    // `op` is '=' or the operator before it
  kRelation,  // `op`: '<' '>' '=' '!' and 'l' (<=), 'g' (>=)
  kAnd,
  kOr,
  kStep,  // ++ and --
  kName,
  kNumber,
  kString,
  kIllegal,  // a character that bc does not know
  kOpenComment,
  kKeyword,  // `word` says which
};

enum class Word : uint8_t {
  kNone,
  kAuto,
  kBreak,
  kContinue,
  kDefine,
  kElse,
  kFor,
  kHalt,
  kHistory,
  kIbase,
  kIf,
  kLast,
  kLength,
  kLimits,
  kObase,
  kPrint,
  kQuit,
  kRandom,
  kRead,
  kReturn,
  kScale,
  kSqrt,
  kVoid,
  kWarranty,
  kWhile,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  char op = 0;
  Word word = Word::kNone;
  std::string_view text;  // of a name, a number (as it stands) or a string; until the next token
  bool IsMark(char c) const { return kind == TokenKind::kMark && op == c; }
  bool IsOperator(char c) const { return kind == TokenKind::kOperator && op == c; }
  bool Is(Word w) const { return kind == TokenKind::kKeyword && word == w; }
};

// Cuts the text of one file after the other into tokens. It keeps what was fed until it is
// consumed; what may go on in the next piece of input waits for it.
class BcLexer {
 public:
  // False: no memory.
  bool Feed(Account& account, std::string_view text);
  // No more comes in this file: what waits is what it is.
  void Finish() { finished_ = true; }
  void BeginFile() { finished_ = false; }
  // False: it needs more text, or the file has ended.
  bool Next(Account& account, Token* token);
  uint64_t line() const { return line_; }
  void set_line(uint64_t line) { line_ = line; }
  void Fields(Archive& archive);

 private:
  enum class Scan : uint8_t { kNone, kToken, kMore };

  bool Has(size_t at) const { return at < text_.size(); }
  char At(size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  // The character at `at`, with what may follow still to come.
  bool Waits(size_t at) const { return at >= text_.size() && !finished_; }
  Scan SkipBlanks(Token* token);
  Scan SkipComment(Token* token);
  Scan Number(Account& account, Token* token);
  Scan NameOrWord(Token* token);
  Scan String(Token* token);
  Scan Sign(Token* token);
  Scan Take(Token* token, TokenKind kind, char op, size_t size);
  Scan Illegal(Token* token);

  std::string text_;
  uint64_t at_ = 0;       // of what is not consumed yet
  uint64_t scanned_ = 0;  // of the token that is not complete: looked at already
  uint64_t line_ = 1;
  bool finished_ = false;
  bool in_comment_ = false;
  std::string made_;  // a number without its line ends; not saved
};

}  // namespace pysub::shell::calc

#endif  // PYSUB_SHELL_COMMANDS_CALCULATORS_BC_LEXER_H_
