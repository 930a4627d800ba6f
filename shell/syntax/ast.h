#ifndef PYSUB_SHELL_SYNTAX_AST_H_
#define PYSUB_SHELL_SYNTAX_AST_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/syntax/arena.h"

// A script as data. Commands are nodes; words, `[[ ]]` and everything that is expanded are
// short linear programs (WordOp, CondOp), so that an expansion can wait in its middle (for a
// command substitution) and all of its state is an index and a stack of strings. Nothing here
// changes after parsing.

// A script as data. Commands are nodes; words, `[[ ]]` and everything that is expanded are short
// linear programs (WordOp, CondOp), so that an expansion can wait in its middle (for a command
// substitution) and all of its state is an index and a stack of strings. Nothing here changes after
// parsing.
//
// For example the word  a"$b"${c:-$(d)}e  :
//
//    0 kText    a
//    1 kParam   b             quoted: its value is not split
//    2 kUseDefault c -> 4     has c a value: emit it and jump
//    3 kCommand d             waits here until d has ended; the index 3 is all there is to save
//    4 kText    e
namespace pysub::shell {

// The number of a variable's name; see SymbolTable.
using Symbol = uint32_t;

struct Node;
struct Word;

// ---- words

enum class WordOpKind : uint8_t {
  kText,        // text
  kTilde,       // ~text
  kParam,       // the value of param
  kLength,      // ${#param}
  kUseDefault,  // ${p:-w}: when p has a value: emit it and jump; else go on with w's operations
  kUseOther,    // ${p:+w}: when p has no value: emit nothing and jump
  kNeedAssign,  // ${p:=w}: when p has a value: emit it and jump; else kBegin, w, kAssign follow
  kNeedError,   // ${p:?w}: likewise, kBegin, w, kFail follow
  kBegin,       // starts a string of its own (operand, subscript) in `mode`; the ops below take it
  kAssign,      // takes the operand, assigns it to param and emits it
  kFail,        // takes the operand: `name: operand`, and the command fails
  kTrim,        // takes the pattern; letter is one of # (shortest prefix), P (longest #), % and S
  kReplace,     // takes replacement and pattern; letter is one of / (first), A (all), ^ (prefix), $
                // (suffix)
  kCase,        // takes the pattern; letter is one of ^ U , L ~ T (U: ^^, L: ,,, T: ~~)
  kSubstring,   // takes offset and, when `has_length`, the length: arithmetic texts
  kTransform,   // ${p@letter}
  kNames,       // ${!prefix@} ${!prefix*}: text is the prefix, letter @ or *
  kKeys,        // ${!array[@]}
  kCommand,     // $(node)
  kReadFile,    // $(< word): takes the operand, the file's name
  kBackquote,   // `text`, parsed when it runs
  kArith,       // takes the operand: an arithmetic text
  kProcess,     // <(node) or >(node); letter < or >
  kBad,         // text: bad substitution
};

// How expanded text is treated.
enum class WordMode : uint8_t {
  kFields,        // splitting and pathname expansion: words of a command
  kString,        // one string: assignments, case words, here-strings, operands
  kPattern,       // one string in which quoted characters are escaped: patterns
  kRegex,         // likewise for [[ =~ ]]
  kReplacement,   // likewise, for the & of ${p//pattern/replacement}
  kHereDocument,  // one string, where $* is as $@
  kArithmetic,  // an expression: what is expanded between [ and ] gets backslashes, so that no key
                // of an array can end it
};

enum class Subscript : uint8_t { kNone, kExpression, kAt, kStar };

// What a ${...} or $... is about: a variable, $1 and so on, or a special parameter such as $? and
// $@.
struct Param {
  enum class Kind : uint8_t { kName, kPositional, kSpecial };
  Kind kind = Kind::kName;
  // kExpression: the operations before this one made its text.
  Subscript subscript = Subscript::kNone;
  bool indirect = false;  // ${!p}
  bool braced = false;
  char special = 0;                 // kSpecial: one of @ * # ? - $ ! 0
  Symbol symbol = 0;                // kName
  uint32_t index = 0;               // kPositional
  std::string_view name;            // as written, for messages
  std::string_view subscript_text;  // kExpression: likewise
};

struct WordOp {
  WordOpKind kind = WordOpKind::kText;
  WordMode mode = WordMode::kString;  // kBegin
  char letter = 0;             // kTransform and the like: which; kTilde: ':', in assignments only
  bool quoted = false;         // inside double quotes (or a literal in any quotes)
  bool splits = false;         // kText: an unquoted literal of an operand, split like a value
  bool colon = false;          // kUseDefault ...: null counts as unset
  bool has_length = false;     // kSubstring
  bool beside_list = false;    // in double quotes with a $@ or ${a[@]}: empty text makes no field
  bool beside_words = false;   // the same, and it is not only asked for, as in "${@+word}"
  bool begins_quotes = false;  // of the first expansion in these quotes, with nothing before it
  uint32_t target = 0;         // where to jump
  uint32_t line = 0;
  std::string_view text;
  const Param* param = nullptr;
  const Node* node = nullptr;
};

// Set when a word has the form of an assignment (name=value, name+=value, name[subscript]=value).
struct WordAssignment {
  Symbol symbol = 0;
  std::string_view name;
  bool append = false;
  const Word* subscript = nullptr;
  uint32_t first_op = 0;  // where the operations of the value begin
  uint32_t text_at = 0;   // where the value begins in `raw`
  bool is_array = false;  // name=( ... )
  std::span<const Word* const> elements;
};

// A word as it was written, and the program that makes its fields (see WordOp). A word that needs
// no program is `literal`.
struct Word {
  std::string_view raw;  // as written
  std::span<const WordOp> ops;
  uint32_t line = 0;
  bool quoted = false;  // some part was quoted
  // ops is one kText (or none) that expands to itself: no glob, no tilde, no braces.
  bool literal = false;
  bool braces = false;    // may need brace expansion
  bool globs = false;     // an unquoted literal part has a glob character
  std::string_view text;  // the value when literal
  const WordAssignment* assignment = nullptr;
};

// ---- commands

enum class NodeKind : uint8_t {
  kSimple,
  kList,
  kAndOr,
  kPipeline,
  kGroup,
  kSubshell,
  kIf,
  kWhile,
  kFor,
  kArithFor,
  kSelect,
  kCase,
  kFunction,
  kCond,
  kArith,
  kCoproc,
};

enum class RedirectKind : uint8_t {
  kInput,       // < word
  kOutput,      // > word
  kClobber,     // >| word
  kAppend,      // >> word
  kReadWrite,   // <> word
  kDupInput,    // <& word
  kDupOutput,   // >& word
  kOutputBoth,  // &> word
  kAppendBoth,  // &>> word
  kHereDocument,
  kHereString,
};

// One of a command's redirections. They are done in the order in which they stand: >f 2>&1 and 2>&1
// >f differ.
struct Redirect {
  RedirectKind kind = RedirectKind::kInput;
  int fd = -1;                     // -1: the usual one
  const Word* variable = nullptr;  // {name}
  const Word* word = nullptr;      // target; body of a here-document
  std::string_view delimiter;      // here-documents, for printing
  bool strips_tabs = false;
  bool literal = false;
};

// The tree of a unit lies in the unit's arena, is never changed after parsing, and may be run by
// several processes at the same time. What a process does with a node is in its frames.
struct Node {
  NodeKind kind = NodeKind::kSimple;
  uint32_t line = 0;
  std::span<const Redirect> redirects;
};

// x=1 cmd arg: with words the assignments are for that command alone, without any they stay.
struct SimpleNode : Node {
  std::span<const Word* const> assignments;
  std::span<const Word* const> words;
};

// `background`: & stands behind it.
struct ListItem {
  const Node* node = nullptr;
  bool background = false;
};
struct ListNode : Node {  // also the body of a group or subshell
  std::span<const ListItem> items;
};

struct AndOrItem {
  const Node* node = nullptr;
  bool is_or = false;  // how it is joined to what stands before it
};
// a && b || c, from left to right.
struct AndOrNode : Node {
  std::span<const AndOrItem> items;
};

// a | b | c, each in a process of its own. `!` turns the status round, `time` tells how long it
// took.
struct PipelineNode : Node {
  std::span<const Node* const> stages;
  bool negated = false;
  bool timed = false;
  bool posix_time = false;
};

struct GroupNode : Node {  // kGroup, kSubshell, kCoproc (body, name)
  const Node* body = nullptr;
  std::string_view name;
};

// A condition and what it guards.
struct IfClause {
  const Node* condition = nullptr;  // null: else
  const Node* body = nullptr;
};
struct IfNode : Node {
  std::span<const IfClause> clauses;
};

// while and until.
struct WhileNode : Node {
  bool until = false;
  const Node* condition = nullptr;
  const Node* body = nullptr;
};

struct ForNode : Node {  // kFor, kSelect
  std::string_view name;
  Symbol symbol = 0;
  bool has_words = false;  // false: over "$@"
  std::span<const Word* const> words;
  const Node* body = nullptr;
};

// for ((init; test; step)).
struct ArithForNode : Node {
  const Word* parts[3] = {};  // null: left out
  const Node* body = nullptr;
};

// pattern | pattern) body ;;  The end says where it goes on: ;& runs the next body, ;;& tests the
// next patterns.
struct CaseClause {
  std::span<const Word* const> patterns;
  const Node* body = nullptr;  // null: empty
  enum class End : uint8_t { kBreak, kFallThrough, kTestNext } end = End::kBreak;
};
struct CaseNode : Node {
  const Word* word = nullptr;
  std::span<const CaseClause> clauses;
};

// A definition. Running it binds the name; it keeps the unit that its body lies in.
struct FunctionNode : Node {
  std::string_view name;
  const Node* body = nullptr;
};

enum class CondOpKind : uint8_t {
  kUnary,   // letter, left
  kBinary,  // text is the operator; left, right
  kNot,
  kJumpIfFalse,  // &&
  kJumpIfTrue,   // ||
};
// An operation of [[ ]], see Parser::ParseCond().
struct CondOp {
  CondOpKind kind = CondOpKind::kUnary;
  uint32_t target = 0;
  std::string_view text;
  const Word* left = nullptr;
  const Word* right = nullptr;
  // How a test is printed back: what stands before it, of ! and ( in their order, and how many )
  // behind it.
  std::string_view before;
  uint8_t closes = 0;
};
struct CondNode : Node {
  std::span<const CondOp> ops;
};

struct ArithNode : Node {  // (( ))
  const Word* expression = nullptr;
};

// The aliases that a unit met while it was parsed.
struct AliasUse {
  std::vector<std::pair<std::string, std::string>> expanded;  // name, text
  std::vector<std::pair<std::string, uint64_t>> active;       // when the unit began; see Parser
};

// What is parsed and run in one go: a line of a script, or several when a command spans them; or
// one word.
struct Unit {
  std::vector<std::shared_ptr<const std::string>> sources;  // what the views below look at
  Arena arena;
  const Node* root = nullptr;  // null: only blank lines and comments
  const Word* word = nullptr;  // of ParseWord()

  // How to parse it again (snapshots do): this part of sources[0] and nothing else says what it is,
  // unless aliases were expanded in it.
  size_t begin = 0;
  size_t end = 0;
  uint32_t line = 1;
  bool extglob = false;
  bool keyword = false;
  std::unique_ptr<AliasUse> aliases;  // null: none
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_SYNTAX_AST_H_
