#ifndef PYSUB_SHELL_SYNTAX_PARSER_H_
#define PYSUB_SHELL_SYNTAX_PARSER_H_

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/syntax/ast.h"
#include "shell/syntax/symbols.h"

namespace pysub::shell {

using AliasTable = std::map<std::string, std::string, std::less<>>;

// What changes how a text is read. A script may change the first two while it runs, which is why
// only one unit is parsed at a time.
struct ParseOptions {
  bool extglob = false;
  bool keyword = false;                 // set -k: assignments may stand behind the command's name
  const AliasTable* aliases = nullptr;  // null: aliases are not expanded
  ParseAccount* account = nullptr;      // null: nobody pays
};

// What kind of error ended the text; bash gives them different exit statuses.
enum class ParseFailure : uint8_t { kSyntax, kSubstitution, kArray, kConditional };

// A complaint and the line that it names.
struct ParseMessage {
  uint32_t line = 0;
  std::string text;
};

enum class TokenKind : uint8_t {
  kWord,
  kNewline,
  kEnd,
  kIoNumber,
  kIoVariable,
  kSemi,
  kAnd,
  kPipe,
  kLeftParen,
  kRightParen,
  kLess,
  kGreater,
  kAndAnd,
  kOrOr,
  kPipeAnd,
  kSemiSemi,
  kSemiAnd,
  kSemiSemiAnd,
  kAppend,
  kHere,
  kHereDash,
  kHereString,
  kLessAnd,
  kGreaterAnd,
  kLessGreater,
  kClobber,
  kAndGreater,
  kAndAppend,
};

// The one token of lookahead. A word is parsed completely when it becomes a token, including
// command substitutions in it.
struct Token {
  TokenKind kind = TokenKind::kEnd;
  uint32_t line = 0;
  std::string_view text;       // as written
  const Word* word = nullptr;  // kWord
};

// Bash's grammar by recursive descent, with a counted depth. Tokens are made on demand, because
// what a character means depends on what the grammar waits for: `{` is a word, a group or the
// beginning of a brace expansion, `#` a comment or a part of a word. POSIX (Shell Command Language
// 2.3 and 2.10) has the rules; where bash differs, bash is right here.
//
// Next() gives a script piece by piece: bash runs a line before it reads the next one, so a syntax
// error in line 3 comes after the output of line 2, and an alias that line 2 defines counts in line
// 3.
class Parser {
 public:
  // Nesting of commands, substitutions and parentheses that is accepted.
  static constexpr int kMaxDepth = 200;

  Parser(std::shared_ptr<const std::string> source, SymbolTable& symbols, uint32_t first_line,
         const ParseOptions& options);

  // The next complete command, or null at the end and after an error.
  std::shared_ptr<Unit> Next();
  // A single word, for the results of brace expansion and the like; null after an error.
  std::shared_ptr<Unit> ParseWord(const Word** word);
  // All of the source as the text between double quotes (prompt strings, arithmetic texts).
  std::shared_ptr<Unit> ParseQuoted(const Word** word);
  // A subscript in a text that was expanded already: 'k' of unset 'h[$k]'. It is a key, or an
  // expression.
  std::shared_ptr<Unit> ParseSubscript(bool is_key, const Word** word);

  bool failed() const { return failed_; }
  // Whether Next() came to the end of the text before it had read a command and the newline behind
  // it: with more text there could be another answer.
  bool saw_end() const { return saw_end_; }
  ParseFailure failure() const { return failure_; }
  // Messages of the error, and warnings found before it.
  // None when the account said no: it knows why.
  const std::vector<ParseMessage>& messages() const { return messages_; }
  void ClearMessages();
  // Between two units: where the next one begins, and all else that says how it is parsed. It is
  // what a snapshot has of a parser: the text and this, and not the tree, which is parsed again.
  struct Position {
    std::shared_ptr<const std::string> source;
    size_t at = 0;
    uint32_t line = 1;
    std::vector<std::pair<std::string, uint64_t>> active_aliases;
  };
  Position position() const { return {source_, pos_, line_, active_aliases_}; }
  void Restart(Position position);
  // The text that was read since `left` bytes of it were left (set -v); aliases do not show in it.
  size_t left() const { return src_.size() - std::min(pos_, src_.size()); }
  std::string_view TextSince(size_t left_before) const {
    size_t from = original_->size() - std::min(left_before, original_->size());
    return std::string_view(*original_).substr(from, left_before - std::min(left(), left_before));
  }
  // Asked where a command that has begun needs more text; true: the text has grown, in its place.
  void set_more(std::function<bool()> more) { more_ = std::move(more); }
  // The last `size` bytes of the text.
  std::string_view Tail(size_t size) const {
    return src_.substr(src_.size() - std::min(size, src_.size()));
  }
  void set_options(const ParseOptions& options) { options_ = options; }

 private:
  struct WordState;
  // A here-document whose body is yet to come.
  struct PendingHere {
    Word* body = nullptr;
    std::string_view delimiter;
    bool quoted = false;
    bool strips_tabs = false;
    uint32_t line = 0;
  };
  class Depth;

  std::shared_ptr<Unit> NewUnit();

  // ---- tokens (lexer.cc)
  const Token& Peek();
  Token Take();
  void Lex(Token* token);
  bool LexOperator(Token* token);
  bool LexIoNumber(Token* token);
  void SkipBlanks();
  bool ReadHereDocuments();
  bool ReadHereBody(const PendingHere& here);
  // False: an error. *found: the delimiter was there.
  bool ReadHereLines(const PendingHere& here, ParsedText* body, bool* found);
  bool JoinHereLines(ParsedText* body, size_t line);
  void WarnOfHereEnd(const PendingHere& here, ParsedText* body);
  bool LexHereBody(std::string_view text, uint32_t first_line, WordState* state);
  bool SkipNewlines();
  bool ExpandAlias(const Token& token);
  void PassAliasEnds();
  // Backslash and newline within a token are nothing. Between words they are passed over; where
  // they stand in what is told apart by its characters, they are cut out of the text first.
  bool HasJoin(size_t at) const {
    return at + 1 < src_.size() && src_[at] == '\\' && src_[at + 1] == '\n';
  }
  size_t BehindJoins(size_t at) const {
    while (HasJoin(at)) at += 2;
    return at;
  }
  bool JoinLines(size_t at);
  // The same where one of `characters` follows, or one that `fits`.
  bool JoinBefore(size_t at, std::string_view characters, bool (*fits)(char) = nullptr);
  bool JoinOperator();
  bool JoinBraceParam();
  void LeaveAlias();
  // What is left behind `at`, also of the texts around that of an alias.
  size_t Rest(size_t at) const { return src_.size() - at + outer_rest_; }
  char At(size_t offset = 0) const {
    return pos_ + offset < src_.size() ? src_[pos_ + offset] : '\0';
  }
  bool AtEnd() const { return pos_ >= src_.size(); }
  // Reads again from there. What was read behind it stays a part of the unit: it says
  // how the unit is parsed.
  void GoBack(size_t to, uint32_t line) {
    looked_to_ = std::max(looked_to_, std::min(pos_, src_.size()));
    pos_ = to;
    line_ = line;
  }
  // The same after somebody was asked for more.
  bool AtLastEnd() { return AtEnd() && !Grows(); }
  bool Grows();

  // ---- words (words.cc, dollars.cc)
  void AddText(WordState* state, char c, bool quoted);
  void OpenQuoted(WordState* state);  // an empty quoted text is a word, too
  void Flush(WordState* state);
  const Word* LexWord();
  const Word* LexRegexWord();
  // `parens`: so many parentheses are open in the word already.
  bool LexWordParts(WordState* state, bool regex, int parens = 0);
  bool SubscriptEnds(const Token& name);
  bool LexAssignmentStart(WordState* state);
  bool LexArrayElements(WordState* state);
  bool LexTilde(WordState* state, char close = '\0');
  bool LexBackslash(WordState* state);
  bool LexSingleQuotes(WordState* state);
  bool LexAnsiQuotes(WordState* state);
  bool LexDoubleQuotes(WordState* state);
  static void NoteLists(WordState* state, size_t first_op);
  bool LexQuotedText(WordState* state, char close);  // to `close`, or to the end for '\0'
  bool LexBackquote(WordState* state, bool quoted);
  const Word* Finish(WordState* state, std::string_view raw);

  // ---- expansions (dollars.cc)
  bool LexDollar(WordState* state, bool quoted);
  bool LexBraceParam(WordState* state, bool quoted);
  bool LexParamName(Param* param);
  bool IsUnclosedSubscript();
  bool LexSubscript(WordState* state, Param* param, bool quoted);
  bool LexParamOperator(WordState* state, Param* param, bool quoted, size_t start);
  void BeginOperand(WordState* state, WordMode mode);
  bool FinishParamOperator(WordState* state, const WordOp& op);
  bool LexDefault(WordState* state, WordOp op, char letter);
  bool LexSubstring(WordState* state, WordOp op);
  bool LexReplace(WordState* state, WordOp op);
  bool LexPatternOperator(WordState* state, WordOp op, char twice);
  bool LexOperand(WordState* state, bool quoted, bool pattern, char stop);
  void LexOperandBackslash(WordState* state, bool in_double_quotes);
  void AddInSubscript(WordState* state, char c);
  bool LexArithText(WordState* state, std::string_view closers,
                    size_t end = std::string_view::npos);
  bool LexCommandSubstitution(WordState* state, bool quoted);
  bool LexArithmetic(WordState* state, bool quoted, bool* is_arithmetic);
  bool LexProcess(WordState* state, char letter);
  bool BadSubstitution(WordState* state, size_t start, uint32_t first_line);
  bool SkipQuoted(char quote);
  void NameBadSubstitutions(WordState* state, size_t first_op, std::string_view text);
  size_t FindArithmeticEnd(size_t from);
  bool Spend(size_t work);
  const Node* ParseSubstitution();

  // ---- commands (commands.cc, compound.cc)
  const Node* ParseList(bool stop_at_newline);
  const Node* ParseAndOr();
  const Node* ParsePipeline();
  const Node* ParseCommand();
  const Node* ParseCompound(const Token& token);
  const Node* ParseSimple();
  const Node* ParseFunctionBody(std::string_view name, uint32_t line);
  const Node* ParseFunctionKeyword();
  const Node* ParseGroup();
  const Node* ParseSubshell();
  const Node* ParseIf();
  const Node* ParseWhile(bool until);
  const Node* ParseFor();
  const Node* ParseArithFor(uint32_t line);
  const Node* ParseSelect();
  const Node* ParseForRest(ForNode* node);
  const Node* ParseDoGroup();
  const Node* ParseCase();
  bool ParseCaseClause(CaseClause* clause);
  const Node* ParseCond();
  bool ParseCondOr(ParsedList<CondOp>* ops);
  bool ParseCondAnd(ParsedList<CondOp>* ops);
  bool ParseCondPrimary(ParsedList<CondOp>* ops);
  bool ParseCondTest(ParsedList<CondOp>* ops);
  void PushTest(ParsedList<CondOp>* ops, CondOp op);
  const Node* ParseArithCommand(uint32_t line);
  const Node* ParseCoproc();
  bool ParseRedirects(ParsedList<Redirect>* redirects);
  bool ParseRedirect(ParsedList<Redirect>* redirects);
  const Node* WithRedirects(const Node* node);
  void JoinOutputs(const Node* stage);
  bool IsReserved(const Token& token, std::string_view word) const;
  bool Expect(std::string_view reserved);
  bool TakeReserved(std::string_view reserved);
  bool AtListEnd(const Token& token) const;
  const Word* LiteralWord(std::string_view text, uint32_t line);

  // ---- errors: all return false / null
  std::nullptr_t Unexpected(const Token& token);
  uint32_t EndLine() const;
  std::nullptr_t UnexpectedInLine(Token token);  // where no newline may stand
  bool Fail(uint32_t line, std::string text);
  void AddMessage(uint32_t line, std::string text);
  bool FailMatching(uint32_t line, char close);
  bool FailDepth();
  bool FailCond(const Token& token, std::string_view what, std::string_view behind);
  bool FailOperand(std::string_view what);
  std::string_view CurrentLine() const;

  std::shared_ptr<const std::string> original_;
  std::shared_ptr<const std::string> source_;  // with the texts of aliases in it
  std::string_view src_;
  SymbolTable& symbols_;
  ParseOptions options_;
  std::shared_ptr<Unit> unit_;
  Arena* arena_ = nullptr;

  size_t pos_ = 0;
  size_t joined_ = 0;     // bytes of this unit that were cut out by JoinLines()
  size_t looked_to_ = 0;  // of this unit, where that is behind pos_; see GoBack()
  uint32_t line_ = 1;
  size_t token_start_ = 0;
  size_t token_work_ = 0;  // of the last token, still to be told the account
  bool has_token_ = false;
  Token token_;
  bool arrays_ok_ = true;      // name=( ... ) may stand here
  bool array_text_ = false;    // the same, but it is a text (let)
  bool here_string_ = false;   // the word of <<< is next
  bool command_start_ = true;  // an alias may stand here
  int substitution_depth_ = 0;
  int depth_ = 0;
  ParsedList<PendingHere> pending_here_;
  // Aliases being expanded, each with what is left of the text behind it: `ls` in alias ls='ls -l'
  // is not expanded again.
  std::vector<std::pair<std::string, uint64_t>> active_aliases_;
  // Where reading goes on behind the text of an alias that is read by itself; how much
  // that is in all of them.
  struct OuterText {
    std::shared_ptr<const std::string> source;
    size_t pos;
  };
  std::vector<OuterText> outer_texts_;
  size_t outer_rest_ = 0;
  // The aliases of this unit, and the text that one is read from by itself.
  std::map<std::string, std::shared_ptr<const std::string>, std::less<>> met_aliases_;
  // The aliases that were put in, inside each other: what is left of the text behind each, and
  // whether it ended in a blank. Of those that end between two words the outermost decides whether
  // the next one may be an alias, too (expands_next_), until a word is none.
  std::vector<std::pair<size_t, bool>> alias_ends_;
  bool expands_next_ = false;
  // Of [[ ]]: the ! and ( that were read since the last test, for printing; bounded by kMaxDepth.
  std::string cond_before_;

  bool failed_ = false;
  bool saw_end_ = false;
  bool has_begun_ = false;  // a command: behind it and between two of them nobody is asked for more
  std::function<bool()> more_;
  ParseFailure failure_ = ParseFailure::kSyntax;
  std::vector<ParseMessage> messages_;
  ParseCharge messages_charge_;
};

// What LexWord has so far.
struct Parser::WordState {
  explicit WordState(ParseAccount* account) : ops(account), text(account) {}

  ParsedList<WordOp> ops;
  ParsedText text;
  bool pending = false;  // there is text, perhaps empty and quoted
  bool text_quoted = false;
  bool text_splits = false;
  bool operand = false;  // unquoted literals are split like values
  bool quoted = false;
  bool globs = false;
  bool opened_brace = false;
  bool bad = false;            // there is a kBad whose text is not known yet
  bool has_list = false;       // a $@ in the quotes that are read
  bool has_words = false;      // one that is words, not only asked for
  size_t first_in_quotes = 0;  // the first operation in the quotes that are read
  size_t first_end = 0;        // behind those of an expansion that stands first in them
  bool here_document = false;  // where only $ and ` begin something, also in ${name-word}
  bool braces = false;
  bool tilde = false;
  bool here_string = false;  // a ~ may stand behind a colon, as in an assignment
  WordAssignment* assignment = nullptr;
};

class Parser::Depth {
 public:
  explicit Depth(Parser* parser) : parser_(parser) { ++parser->depth_; }
  ~Depth() { --parser_->depth_; }
  bool ok() const { return parser_->depth_ <= kMaxDepth; }

 private:
  Parser* parser_;
};

inline bool IsNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline bool IsNameChar(char c) { return IsNameStart(c) || (c >= '0' && c <= '9'); }
bool IsName(std::string_view text);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_SYNTAX_PARSER_H_
