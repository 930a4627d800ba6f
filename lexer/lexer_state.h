#ifndef PYSUB_LEXER_LEXER_STATE_H_
#define PYSUB_LEXER_LEXER_STATE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lexer/characters.h"
#include "lexer/lexer.h"

// The lexer's working state; its methods are spread over the files of this folder by topic.
namespace pysub {

// One pass over the text, which must end in a NUL byte: it stops every scan, so none asks for the
// end at each byte.
//
// cur_ moves on, token_start_ is where the token began, and line_start_ gives columns. Indentation,
// open brackets and strings within strings have a stack each, all of them bounded.
class Lexer {
 public:
  explicit Lexer(std::string_view text);

  TokenList Run(StopCheck* stop);

 private:
  // CPython's limits, whose errors are part of the language as users know it.
  static constexpr uint32_t kMaxBrackets = 200;
  static constexpr uint32_t kMaxIndents = 100;
  static constexpr uint32_t kMaxStringModes = 150;
  static constexpr int kMaxFieldNesting = 3;

  // One f-string or t-string that is open, innermost last.
  struct StringMode {
    bool in_literal;  // in its text; otherwise in one of its {fields}
    bool raw;
    bool in_format_spec;
    char prefix;  // 'f' or 't'
    char quote;
    uint8_t quote_size;
    // Brackets open inside the string; and which of them opened the innermost field, from 0.
    int depth;
    int field_depth;
    const char* start;  // of the token that opened it
    const char* line_start;
    uint32_t line;
  };

  // Each of these reads what its name says at cur_ and returns false after Fail().
  bool NextLine();  // indentation.cc: white space and what it means
  bool SetIndentation(uint32_t column, uint32_t alternative);
  bool ReadNormalToken();
  bool ReadName();
  bool ReadPrefixedString(bool* is_string);
  bool ReadString(char quote);  // strings.cc
  bool StartStringMode(char quote, char prefix, bool raw);
  bool ReadStringModeToken();
  bool ReadStringModeText(StringMode& mode);
  bool FailUnterminatedMode(const StringMode& mode);
  bool ReadNumber();  // numbers.cc
  bool ReadFraction();
  bool ReadExponent(char letter);
  bool ReadImaginary();
  bool ReadDigits();
  bool ReadRadixDigits(const char* name, char max_digit);
  bool ReadZeroNumber();
  bool EndNumber(const char* name);
  bool ReadContinuationLine();
  bool ReadOperator();
  bool OpenBracketToken(char c);
  bool CloseBracketToken(char c);
  bool FailMismatch(const OpenBracket& open, char c);
  bool CheckIdentifier();  // identifiers.cc

  // The end of the text, in a way that is no mistake or that depends on what is open.
  bool FinishAtEnd();

  bool AtEnd() const { return cur_ == end_; }
  // Counts the line that cur_ has just entered. CPython counts lines as it reads them, so a newline
  // that ends the text starts none.
  void EnterLine() {
    if (cur_ == end_) return;
    ++line_;
    line_start_ = cur_;
  }

  void Emit(TokenKind kind, bool special = false) {
    // Made where it stays: a copy would wait for its parts.
    Token& token = tokens_.emplace_back();
    token.kind = kind;
    token.special = special;
    token.start = Offset(token_start_);
    token.end = Offset(cur_);
    token.line = token_line_;
    token.line_start = Offset(token_line_start_);
  }
  void EmitPunctuation(TokenKind kind, uint32_t size) {
    cur_ = token_start_ + size;
    Emit(kind);
  }
  void StartToken() {
    token_start_ = cur_;
    token_line_ = line_;
    token_line_start_ = line_start_;
  }
  uint32_t Offset(const char* at) const { return static_cast<uint32_t>(at - begin_); }

  // An error just before cur_, as the tokenizer itself raises it.
  bool Fail(std::string message);
  // The same over the bytes [from, to) of the current line.
  bool FailRange(const char* from, const char* to, std::string message);
  // An error that is only raised when the parser asks for this token.
  bool FailLater(LexErrorKind kind, std::string message, int32_t offset, int32_t end_offset);
  void Warn(std::string message) {
    list_.warnings.push_back({std::move(message), line_, tokens_.size()});
  }

  bool InStringMode() const { return !modes_.empty(); }

  const char* const begin_;
  const char* const end_;  // at the NUL
  const char* cur_;
  const char* line_start_;
  // Where CPython's buffer would begin: the first of the lines that backslashes join. It counts the
  // column of a misplaced backslash from here.
  const char* joined_start_;
  uint32_t line_ = 1;

  const char* token_start_;
  const char* token_line_start_;
  uint32_t token_line_ = 1;

  bool at_line_start_ = true;
  std::vector<Token> tokens_;
  std::vector<StringMode> modes_;
  uint32_t bracket_count_ = 0;
  OpenBracket brackets_[kMaxBrackets];
  uint32_t indent_ = 0;
  // The first indent_ + 1 of them are set.
  uint32_t indents_[kMaxIndents];
  uint32_t alternative_indents_[kMaxIndents];  // with tabs that are one column wide
  TokenList list_;
};

}  // namespace pysub

#endif  // PYSUB_LEXER_LEXER_STATE_H_
