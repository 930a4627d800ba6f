#ifndef PYSUB_SHELL_COMMANDS_JQ_LEXER_H_
#define PYSUB_SHELL_COMMANDS_JQ_LEXER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pysub::shell::jq {

enum class Token : uint8_t {
  kEnd,
  kInvalid,
  kIdentifier,  // a name, perhaps of a module: a::b
  kField,       // .name
  kBinding,     // $name
  kKeyword,
  kNumber,
  kFormat,  // @name
  kStringStart,
  kStringText,
  kInterpolation,     // \( in a string
  kInterpolationEnd,  // its )
  kStringEnd,
  kOperator,  // of one or more characters
};

// Cuts a program into tokens. Strings are tokens of their own, between which a program may stand.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) { Next(); }

  void Next();
  Token kind() const { return kind_; }
  // Of a name without its . or $ or @; of text as it stands; of an operator.
  std::string_view text() const { return value_; }
  bool Is(std::string_view word) const {
    return (kind_ == Token::kOperator || kind_ == Token::kKeyword) && value_ == word;
  }
  size_t begin() const { return begin_; }
  size_t end() const { return end_; }
  // Of the token before.
  size_t last_begin() const { return last_begin_; }
  size_t last_end() const { return last_end_; }
  std::string_view source() const { return text_; }
  // How many brackets and strings are open.
  size_t brackets() const { return open_.size(); }
  // As a message calls the token.
  std::string Name() const;

 private:
  void NextInString();
  void Word(size_t from);
  void Number();
  void Operator();
  void Skip();
  bool Bracket(char c);
  void Take(Token kind, size_t size, size_t skip = 0);

  std::string_view text_;
  size_t at_ = 0;
  size_t begin_ = 0, end_ = 0, last_begin_ = 0, last_end_ = 0;
  size_t skipped_ = 0;  // where the last blanks or comment began
  Token kind_ = Token::kEnd;
  std::string_view value_;
  std::string open_;  // brackets and strings that are open: ( [ { " and i of \(
};

bool IsKeyword(std::string_view word);

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_LEXER_H_
