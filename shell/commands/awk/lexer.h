#ifndef PYSUB_SHELL_COMMANDS_AWK_LEXER_H_
#define PYSUB_SHELL_COMMANDS_AWK_LEXER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/awk/program.h"

namespace pysub::shell::awk {

enum class Token : uint8_t {
  kEof,
  kNewline,
  kSemicolon,
  kOpenBrace,
  kCloseBrace,
  kOpen,
  kClose,
  kOpenBracket,
  kCloseBracket,
  kComma,
  kPlus,
  kMinus,
  kStar,
  kSlash,
  kPercent,
  kCaret,
  kNot,
  kGreater,
  kLess,
  kPipe,
  kPipeBoth,
  kQuestion,
  kColon,
  kTilde,
  kNoMatch,
  kDollar,
  kAssign,
  kAddAssign,
  kSubAssign,
  kMulAssign,
  kDivAssign,
  kModAssign,
  kPowAssign,
  kEqual,
  kLessEqual,
  kGreaterEqual,
  kNotEqual,
  kIncrement,
  kDecrement,
  kAnd,
  kOr,
  kAppend,
  kNumber,
  kString,
  kName,
  kCallName,
  kBuiltin,
  kSubstitute,
  kAt,
  kBegin,
  kEnd,
  kBeginFile,
  kEndFile,
  kFunction,
  kIf,
  kElse,
  kWhile,
  kFor,
  kDo,
  kBreak,
  kContinue,
  kNext,
  kNextFile,
  kExit,
  kReturn,
  kDelete,
  kIn,
  kGetline,
  kPrint,
  kPrintf,
  kSwitch,
  kCase,
  kDefault,
  kError,
};

// One text of program: -e, the first operand, or a file.
struct Piece {
  std::string text;
  std::string file = {};   // empty: the command line
  bool included = false;   // it comes where an @include says so; these stand behind all others
  std::string error = {};  // why there is no such file
};

// Cuts pieces of program into tokens. It can be put back: its state is where it stands.
class Lexer {
 public:
  struct State {
    size_t piece = 0, at = 0;
    uint32_t line = 1;
  };

  explicit Lexer(const std::vector<Piece>& pieces) : pieces_(pieces) {}

  // kEof ends each piece: a rule cannot go on in the next one.
  void Next();
  // The next token is the one there.
  void GoTo(const State& state) { state_ = state; }
  bool NextPiece();
  // The token was / or /=: the regular expression that begins there. False: it has no end.
  bool ReadPattern(std::string* pattern);
  Token token() const { return token_; }
  const std::string& text() const { return text_; }  // of names and strings
  double number() const { return number_; }
  Builtin builtin() const { return builtin_; }
  // Where the token begins.
  const State& begin() const { return begin_; }
  const State& state() const { return state_; }
  void Return(const State& state) {
    state_ = state;
    Next();
  }
  std::string_view source(size_t piece) const { return pieces_[piece].text; }
  const std::vector<Piece>& pieces() const { return pieces_; }
  // Of kError.
  const std::string& error() const { return error_; }
  // Escapes that are not known, each character once.
  std::vector<std::pair<State, std::string>>& warnings() { return warnings_; }
  std::string& warned() { return warned_; }

 private:
  bool SkipBlanks();
  void Name();
  void Number();
  void String();
  void Escape(std::string_view source);
  void Operator();
  void Fail(std::string text) {
    error_ = std::move(text);
    token_ = Token::kError;
  }
  bool Is(std::string_view source, char c) const {
    return state_.at < source.size() && source[state_.at] == c;
  }

  const std::vector<Piece>& pieces_;
  State state_, begin_;
  Token token_ = Token::kEof;
  std::string text_;
  double number_ = 0;
  Builtin builtin_ = Builtin::kLength;
  std::string error_;
  std::vector<std::pair<State, std::string>> warnings_;
  std::string warned_;
};

// ---- functions of awk
enum class Wants : uint8_t { kScalar, kPattern, kArray, kAny };
Wants WhatIsWanted(Builtin builtin, int index);
struct ArgumentBounds {
  int least, most;
};
ArgumentBounds BoundsOf(Builtin builtin);
// One that is called by its name: @f(x). sub and gsub are no Builtin of their own.
struct NamedBuiltin {
  Builtin builtin;
  bool substitutes;
};
std::string_view NameOfBuiltin(Builtin builtin);
// What is said when argument `index` (from 0 on) is none.
std::string NotAnArray(Builtin builtin, int index);
std::optional<NamedBuiltin> BuiltinNamed(std::string_view name);
// NAME or SPACE::NAME.
bool IsVariableName(std::string_view name);
// No variable can be called so.
bool IsReserved(std::string_view name);

// One escape of a string, text[*at] being what follows the backslash: appends what it means.
// False: it is not known, nothing is appended or skipped.
bool AwkEscape(std::string_view text, size_t* at, std::string* out);
// What is said about one.
std::string UnknownEscape(char c);

}  // namespace pysub::shell::awk

#endif  // PYSUB_SHELL_COMMANDS_AWK_LEXER_H_
