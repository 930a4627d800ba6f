#include <algorithm>
#include <utility>

#include "shell/syntax/escapes.h"
#include "shell/syntax/parser.h"

// Lists, pipelines, simple commands, redirections.

namespace pysub::shell {
namespace {

bool EndsList(std::string_view word) {
  return word == "then" || word == "do" || word == "done" || word == "fi" || word == "elif" ||
         word == "else" || word == "esac" || word == "}";
}

// Commands whose arguments may be name=( ... ).
bool TakesAssignments(std::string_view word) {
  return word == "declare" || word == "typeset" || word == "local" || word == "export" ||
         word == "readonly" || word == "alias";
}

bool IsRedirect(TokenKind kind) {
  switch (kind) {
    case TokenKind::kIoNumber:
    case TokenKind::kIoVariable:
    case TokenKind::kLess:
    case TokenKind::kGreater:
    case TokenKind::kAppend:
    case TokenKind::kHere:
    case TokenKind::kHereDash:
    case TokenKind::kHereString:
    case TokenKind::kLessAnd:
    case TokenKind::kGreaterAnd:
    case TokenKind::kLessGreater:
    case TokenKind::kClobber:
    case TokenKind::kAndGreater:
    case TokenKind::kAndAppend: return true;
    default: return false;
  }
}

RedirectKind KindOf(TokenKind kind) {
  switch (kind) {
    case TokenKind::kLess: return RedirectKind::kInput;
    case TokenKind::kGreater: return RedirectKind::kOutput;
    case TokenKind::kAppend: return RedirectKind::kAppend;
    case TokenKind::kHere:
    case TokenKind::kHereDash: return RedirectKind::kHereDocument;
    case TokenKind::kHereString: return RedirectKind::kHereString;
    case TokenKind::kLessAnd: return RedirectKind::kDupInput;
    case TokenKind::kGreaterAnd: return RedirectKind::kDupOutput;
    case TokenKind::kLessGreater: return RedirectKind::kReadWrite;
    case TokenKind::kClobber: return RedirectKind::kClobber;
    case TokenKind::kAndGreater: return RedirectKind::kOutputBoth;
    default: return RedirectKind::kAppendBoth;
  }
}

}  // namespace

// One unit: a complete command line with all that belongs to it, here-documents included. The shell
// runs it before the next is read. This is no laziness: `alias`, `shopt -s extglob` and `set -k`
// change how the lines behind them are read, and an error further down must not keep the lines
// above it from running.
std::shared_ptr<Unit> Parser::Next() {
  if (failed_) return nullptr;
  saw_end_ = has_begun_ = false;
  looked_to_ = joined_ = 0;
  std::shared_ptr<Unit> unit = NewUnit();
  has_token_ = false;
  arrays_ok_ = true;
  // Blank lines and comments.
  if (!SkipNewlines() || Peek().kind == TokenKind::kEnd) return nullptr;
  unit->root = ParseList(true);
  if (failed_ || unit->root == nullptr) return nullptr;
  const Token& token = Peek();
  if (token.kind != TokenKind::kNewline && token.kind != TokenKind::kEnd) return Unexpected(token);
  has_token_ = false;
  unit->end = std::max(pos_, looked_to_) + joined_;
  return unit;
}

bool Parser::IsReserved(const Token& token, std::string_view word) const {
  return token.kind == TokenKind::kWord && token.text == word;
}

// Words such as `done` end a list only where a command may begin. `echo done` never comes here,
// since ParseSimple() has taken the word.
bool Parser::AtListEnd(const Token& token) const {
  switch (token.kind) {
    case TokenKind::kEnd:
    case TokenKind::kRightParen:
    case TokenKind::kSemiSemi:
    case TokenKind::kSemiAnd:
    case TokenKind::kSemiSemiAnd: return true;
    case TokenKind::kWord: return EndsList(token.text);
    default: return false;
  }
}

bool Parser::Expect(std::string_view reserved) {
  if (TakeReserved(reserved)) return true;
  Unexpected(Peek());
  return false;
}

bool Parser::TakeReserved(std::string_view reserved) {
  if (!IsReserved(Peek(), reserved)) return false;
  Take();
  return true;
}

// The grammar of POSIX 2.10 by recursive descent, a function per rule. From here down: list,
// and-or, pipeline, command. A list of one command gives that command itself, so running a simple
// script has no empty levels.
//
//   list       a && b | c ; d &
//   and-or     a && b | c         d
//   pipeline   a    b | c         d
//   command    a    b   c         d
//
// Depth counts the recursion and refuses a script that nests too far: it would otherwise use up the
// host's stack.
const Node* Parser::ParseList(bool stop_at_newline) {
  Depth depth(this);
  if (!depth.ok()) {
    FailDepth();
    return nullptr;
  }
  uint32_t line = Peek().line;
  ParsedList<ListItem> items(options_.account);
  while (true) {
    const Node* node = ParseAndOr();
    if (node == nullptr) return nullptr;
    items.push_back({.node = node});
    const Token& token = Peek();
    if (token.kind == TokenKind::kAnd || token.kind == TokenKind::kSemi) {
      items.back().background = token.kind == TokenKind::kAnd;
      Take();
    } else if (token.kind != TokenKind::kNewline) {
      break;
    }
    if (stop_at_newline) {
      if (Peek().kind == TokenKind::kNewline || Peek().kind == TokenKind::kEnd) break;
    } else if (!SkipNewlines()) {
      return nullptr;
    }
    // An alias may stand for the word that ends the list.
    while (Peek().kind == TokenKind::kWord && ExpandAlias(token_)) {
    }
    if (AtListEnd(Peek())) break;
  }
  if (failed_) return nullptr;
  if (items.size() == 1 && !items[0].background) return items[0].node;
  auto* list = arena_->New<ListNode>();
  list->kind = NodeKind::kList;
  list->line = line;
  list->items = arena_->Copy(items);
  return list;
}

// && and || bind alike and to the left, unlike in C. So a flat list of items is enough, and running
// it is a loop.
const Node* Parser::ParseAndOr() {
  ParsedList<AndOrItem> items(options_.account);
  const Node* node = ParsePipeline();
  if (node == nullptr) return nullptr;
  items.push_back({.node = node});
  while (Peek().kind == TokenKind::kAndAnd || Peek().kind == TokenKind::kOrOr) {
    bool is_or = Take().kind == TokenKind::kOrOr;
    if (!SkipNewlines()) return nullptr;
    node = ParsePipeline();
    if (node == nullptr) return nullptr;
    items.push_back({.node = node, .is_or = is_or});
  }
  if (items.size() == 1) return node;
  auto* result = arena_->New<AndOrNode>();
  result->kind = NodeKind::kAndOr;
  result->line = items[0].node->line;
  result->items = arena_->Copy(items);
  return result;
}

const Node* Parser::ParsePipeline() {
  auto node = PipelineNode();
  node.kind = NodeKind::kPipeline;
  node.line = Peek().line;
  bool empty_ok = false;
  expands_next_ = false;
  while (!failed_) {
    if (TakeReserved("!")) {
      node.negated = !node.negated;
    } else if (!node.timed && TakeReserved("time")) {
      node.timed = true;
      if (TakeReserved("-p")) node.posix_time = true;
      TakeReserved("--");
    } else if (Peek().kind == TokenKind::kWord && ExpandAlias(token_)) {
      continue;  // of an alias that begins with these
    } else {
      break;
    }
    empty_ok = true;
  }
  ParsedList<const Node*> stages(options_.account);
  TokenKind kind = Peek().kind;
  if (empty_ok &&
      (kind == TokenKind::kNewline || kind == TokenKind::kEnd || kind == TokenKind::kSemi)) {
    stages.push_back(arena_->New<SimpleNode>());
  } else {
    while (true) {
      const Node* stage = ParseCommand();
      if (stage == nullptr) return nullptr;
      stages.push_back(stage);
      if (Peek().kind != TokenKind::kPipe && Peek().kind != TokenKind::kPipeAnd) break;
      if (Peek().kind == TokenKind::kPipeAnd) JoinOutputs(stage);
      Take();
      if (!SkipNewlines()) return nullptr;
    }
  }
  if (stages.size() == 1 && !empty_ok) return stages[0];
  auto copied = arena_->Copy(stages);
  node.stages = {copied.data(), copied.size()};
  return arena_->New<PipelineNode>(node);
}

// `stage |&`: 2>&1 behind its own redirections.
void Parser::JoinOutputs(const Node* stage) {
  ParsedList<Redirect> redirects(options_.account);
  for (const Redirect& redirect : stage->redirects) redirects.push_back(redirect);
  redirects.push_back(
      {.kind = RedirectKind::kDupOutput, .fd = 2, .word = LiteralWord("1", Peek().line)});
  const_cast<Node*>(stage)->redirects = arena_->Copy(redirects);
}

// What a command is its first word decides, but only when nothing of that word is quoted: \if is a
// command named "if". Aliases come before the reserved words, because an alias may stand for one.
//
// `((` may begin an arithmetic command or two subshells. Bash looks for the "))" that fits, and so
// does this: without one they are subshells.
const Node* Parser::ParseCommand() {
  Depth depth(this);
  if (!depth.ok()) {
    FailDepth();
    return nullptr;
  }
  arrays_ok_ = true;
  array_text_ = false;
  while (Peek().kind == TokenKind::kWord && ExpandAlias(token_)) {
  }
  PassAliasEnds();
  if (token_.kind == TokenKind::kWord && !token_.word->quoted) expands_next_ = false;
  if (failed_) return nullptr;
  const Token token = Peek();
  if (token.kind == TokenKind::kLeftParen) {
    Take();
    if (!JoinBefore(pos_, "(")) return nullptr;
    if (At() == '(' && FindArithmeticEnd(pos_ + 1) != std::string_view::npos) {
      return WithRedirects(ParseArithCommand(token.line));
    }
    if (At() == '(' && src_.find(')', pos_) == std::string_view::npos) {
      FailMatching(token.line, ')');
      return nullptr;
    }
    return WithRedirects(ParseSubshell());
  }
  if (token.kind == TokenKind::kWord && !token.word->quoted) {
    if (EndsList(token.text) || token.text == "in") return Unexpected(token);
    if (token.text == "function") return ParseFunctionKeyword();
    if (token.text == "coproc") return ParseCoproc();
    const Node* compound = ParseCompound(token);
    if (compound != nullptr || failed_) return WithRedirects(compound);
  }
  if (token.kind != TokenKind::kWord && !IsRedirect(token.kind)) return Unexpected(token);
  return ParseSimple();
}

// Assignments come first, then words, and redirects anywhere. Whether x=(1 2) behind the first word
// is an array depends on that word: declare and its kin take assignments, and for echo it is an
// error.
//
// A word in front of "()" turns out to be a function's name only here, when it has been taken
// already.
const Node* Parser::ParseSimple() {
  auto* node = arena_->New<SimpleNode>();
  node->line = Peek().line;
  ParsedList<const Word*> assignments(options_.account);
  ParsedList<const Word*> words(options_.account);
  ParsedList<Redirect> redirects(options_.account);
  while (!failed_) {
    const Token token = Peek();
    // The line of a command is the one that its second word ends on: bash has read that far
    // when it makes the command.
    if (words.size() == 1 && assignments.empty() && redirects.empty()) {
      node->line =
          token.kind == TokenKind::kNewline || token.kind == TokenKind::kEnd ? token.line : line_;
    }
    if (IsRedirect(token.kind)) {
      if (!ParseRedirect(&redirects)) return nullptr;
      PassAliasEnds();
      expands_next_ = false;
      continue;
    }
    if (token.kind != TokenKind::kWord) {
      if (token.kind != TokenKind::kLeftParen || words.size() != 1 || !assignments.empty() ||
          !redirects.empty())
        break;
      Take();
      if (Peek().kind != TokenKind::kRightParen) return UnexpectedInLine(Peek());
      Take();
      return ParseFunctionBody(words[0]->raw, node->line);
    }
    PassAliasEnds();
    if (!words.empty() && expands_next_) {
      if (ExpandAlias(token)) continue;
      expands_next_ = token.word->quoted;
    }
    if (words.empty() && (!assignments.empty() || !redirects.empty()) && ExpandAlias(token))
      continue;
    if (token.word->assignment != nullptr && (words.empty() || options_.keyword)) {
      assignments.push_back(token.word);
    } else {
      if (words.empty() && !SubscriptEnds(token)) return nullptr;
      words.push_back(token.word);
      if (words.size() == 1) {
        arrays_ok_ = TakesAssignments(token.text);
        array_text_ = token.text == "let" || token.text == "eval";
      }
    }
    has_token_ = false;
  }
  arrays_ok_ = true;
  array_text_ = false;
  if (failed_) return nullptr;
  if (Peek().kind == TokenKind::kLeftParen) return Unexpected(Peek());
  auto copied_assignments = arena_->Copy(assignments);
  auto copied_words = arena_->Copy(words);
  node->assignments = {copied_assignments.data(), copied_assignments.size()};
  node->words = {copied_words.data(), copied_words.size()};
  node->redirects = arena_->Copy(redirects);
  return node;
}

bool Parser::ParseRedirects(ParsedList<Redirect>* redirects) {
  while (!failed_ && IsRedirect(Peek().kind)) {
    if (!ParseRedirect(redirects)) return false;
  }
  return !failed_;
}

namespace {

// The delimiter of a here-document: nothing in it is expanded, but quotes go wherever they stand,
// <<"a"$b'c' ends at a$bc.
std::string WithoutQuotes(std::string_view raw) {
  std::string text;
  for (size_t at = 0; at < raw.size(); ++at) {
    const char c = raw[at];
    if (c == '\\') {
      if (++at < raw.size() && raw[at] != '\n') text += raw[at];
    } else if (c == '\'') {
      const size_t end = std::min(raw.find('\'', at + 1), raw.size());
      text += raw.substr(at + 1, end - at - 1);
      at = end;
    } else if (c == '$' && at + 1 < raw.size() && raw[at + 1] == '\'') {
      size_t end = at + 2;
      while (end < raw.size() && raw[end] != '\'') end += raw[end] == '\\' ? 2 : 1;
      bool stopped = false;
      end = std::min(end, raw.size());
      text += DecodeEscapes(raw.substr(at + 2, end - at - 2), EscapeStyle::kAnsiC, &stopped);
      at = end;
    } else if (c == '"') {
      for (++at; at < raw.size() && raw[at] != '"'; ++at) {
        const char next = raw[at] == '\\' && at + 1 < raw.size() ? raw[at + 1] : '\0';
        if (next == '$' || next == '`' || next == '"' || next == '\\') ++at;
        text += raw[at];
      }
    } else if (c != '$' || at + 1 >= raw.size() || raw[at + 1] != '"') {
      text += c;
    }
  }
  return text;
}

// A backslash before a newline joins lines wherever it stands, but the source is kept as it is, so
// that positions in it stay right. Where the plain text is needed it is made here.
std::string WithoutLineJoins(std::string_view raw) {
  std::string text;
  for (size_t at = 0; at < raw.size();) {
    const size_t join = std::min(raw.find("\\\n", at), raw.size());
    text += raw.substr(at, join - at);
    at = join + 2;
  }
  return text;
}

}  // namespace

// [n]<word and its kin. The word of << is a delimiter and not expanded. Its body begins behind the
// next newline, so the redirect waits in pending_here_ and gets its body later.
bool Parser::ParseRedirect(ParsedList<Redirect>* redirects) {
  Redirect redirect;
  Token token = Take();
  if (token.kind == TokenKind::kIoNumber) {
    redirect.fd = 0;
    for (char c : token.text) redirect.fd = redirect.fd * 10 + (c - '0');
    token = Take();
  } else if (token.kind == TokenKind::kIoVariable) {
    redirect.variable = LiteralWord(token.text, token.line);
    token = Take();
  }
  redirect.kind = KindOf(token.kind);
  if (!IsRedirect(token.kind)) {
    Unexpected(token);
    return false;
  }
  here_string_ = redirect.kind == RedirectKind::kHereString;
  const Token target = Peek();
  if (target.kind != TokenKind::kWord) {
    UnexpectedInLine(target);
    return false;
  }
  has_token_ = false;
  redirect.word = target.word;
  if (redirect.kind == RedirectKind::kHereDocument) {
    const std::string delimiter =
        target.word->quoted ? WithoutQuotes(target.word->raw) : WithoutLineJoins(target.word->raw);
    auto* body = arena_->New<Word>();
    redirect.word = body;
    redirect.delimiter = arena_->Copy(std::string_view(delimiter));
    redirect.strips_tabs = token.kind == TokenKind::kHereDash;
    while (redirect.strips_tabs && redirect.delimiter.starts_with('\t'))
      redirect.delimiter.remove_prefix(1);
    redirect.literal = target.word->quoted;
    pending_here_.push_back({.body = body,
                             .delimiter = redirect.delimiter,
                             .quoted = target.word->quoted,
                             .strips_tabs = redirect.strips_tabs,
                             .line = token.line});
  }
  redirects->push_back(redirect);
  return true;
}

const Node* Parser::WithRedirects(const Node* node) {
  if (node == nullptr) return nullptr;
  ParsedList<Redirect> redirects(options_.account);
  if (!ParseRedirects(&redirects)) return nullptr;
  if (!redirects.empty()) const_cast<Node*>(node)->redirects = arena_->Copy(redirects);
  return node;
}

}  // namespace pysub::shell
