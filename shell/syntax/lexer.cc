#include <utility>

#include "shell/expand/text.h"
#include "shell/syntax/parser.h"

namespace pysub::shell {
namespace {

struct HeldText {
  std::string text;
  ParseCharge charge;
};

// Whether each token that begins in the text of an alias ends there, too, whatever stands behind it
// (which begins no number of a descriptor with it: bash reads a blank between), and none is a
// newline: only then can it be read by itself, and need not be put into a copy of all that follows.
bool StandsAlone(std::string_view text) {
  char quote = '\0', before = '\0';
  for (char c : text) {
    switch (c) {
      case '\n':
      case '\\':
      case '`': return false;
      case '(':
      case '{':
      case '[':
        if (quote == '\0' || (quote == '"' && before == '$')) return false;
        break;
      case ')':
      case '}':
      case ']':
      case '#':
        if (quote == '\0') return false;
        break;
      case '<':
        if (quote == '\0' && before == '<') return false;
        break;
      case '\'':
      case '"': quote = quote == '\0' ? c : quote == c ? '\0' : quote; break;
      default: break;
    }
    before = c;
  }
  return quote == '\0' && std::string_view(";&|<>").find(before) == std::string_view::npos;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::shared_ptr<const std::string> MakeSource(std::string&& text, ParseAccount* account) {
  auto held = std::make_shared<HeldText>();
  held->charge = ParseCharge(account);
  if (held->charge.Charge(text.capacity())) held->text = std::move(text);
  return {held, &held->text};
}

std::shared_ptr<const std::string> MakeSource(std::string_view text, ParseAccount* account) {
  auto held = std::make_shared<HeldText>();
  held->charge = ParseCharge(account);
  if (held->charge.Charge(text.size())) held->text = text;
  return {held, &held->text};
}

bool IsName(std::string_view text) {
  if (text.empty() || !IsNameStart(text[0])) return false;
  for (char c : text) {
    if (!IsNameChar(c)) return false;
  }
  return true;
}

Parser::Parser(std::shared_ptr<const std::string> source, SymbolTable& symbols, uint32_t first_line,
               const ParseOptions& options)
    : original_(source),
      source_(std::move(source)),
      src_(*source_),
      symbols_(symbols),
      options_(options),
      line_(first_line) {}

void Parser::ClearMessages() {
  messages_.clear();
  messages_charge_.Release();
}

void Parser::AddMessage(uint32_t line, std::string text) {
  if (messages_.empty()) messages_charge_ = ParseCharge(options_.account);
  // (With its place in a list that grows to twice its size.)
  if (!messages_charge_.Charge(text.capacity() + 4 * sizeof(ParseMessage))) {
    failed_ = true;
    return;
  }
  messages_.push_back({line, std::move(text)});
}

// Goes on at a place in a text that was kept: after a snapshot was loaded.
void Parser::Restart(Position position) {
  source_ = std::move(position.source);
  src_ = *source_;
  pos_ = position.at;
  line_ = position.line;
  active_aliases_ = std::move(position.active_aliases);
  outer_texts_.clear();
  outer_rest_ = 0;
  alias_ends_.clear();
  expands_next_ = false;
  has_token_ = false;
}

// A unit owns its nodes (the arena) and holds the texts that they point into. The shell keeps it as
// long as a function or a running command needs a node of it, and saves it to a snapshot as the
// text and the place where it begins.
std::shared_ptr<Unit> Parser::NewUnit() {
  auto unit = std::make_shared<Unit>();
  unit->sources.push_back(source_);
  unit->begin = pos_;
  unit->line = line_;
  unit->extglob = options_.extglob;
  unit->keyword = options_.keyword;
  if (!active_aliases_.empty())
    unit->aliases = std::make_unique<AliasUse>(AliasUse{{}, active_aliases_});
  unit_ = unit;
  arena_ = &unit->arena;
  arena_->set_account(options_.account);
  met_aliases_.clear();
  pending_here_ = ParsedList<PendingHere>(options_.account);
  return unit;
}

const Token& Parser::Peek() {
  if (!has_token_) {
    Lex(&token_);
    has_token_ = true;
  }
  return token_;
}

Token Parser::Take() {
  Token token = Peek();
  has_token_ = false;
  return token;
}

// The end of a text may be the end of an alias, behind which the text around it goes on.
void Parser::SkipBlanks() {
  while (true) {
    if (AtEnd()) {
      if (outer_texts_.empty()) {
        if (Grows()) continue;
        return;
      }
      LeaveAlias();
      continue;
    }
    char c = At();
    if (c == ' ' || c == '\t') {
      ++pos_;
    } else if (c == '\\' && At(1) == '\n') {
      pos_ += 2;
      ++line_;
      has_begun_ = true;
    } else if (c == '#') {
      while (!AtEnd() && At() != '\n') ++pos_;
    } else {
      return;
    }
  }
}

// The text of an alias or of a here-document, which is read by itself, has its end.
bool Parser::Grows() {
  if (!more_ || !has_begun_ || failed_ || src_.data() != original_->data() || !more_())
    return false;
  src_ = *original_;
  return true;
}

// After an error every token is the end, so that the parser stops wherever it is.
void Parser::Lex(Token* token) {
  SkipBlanks();
  *token = Token();
  token->line = line_;
  token_start_ = pos_;
  if (options_.account != nullptr && !options_.account->Tick(1 + token_work_)) failed_ = true;
  token_work_ = 0;
  if (failed_ || AtEnd()) {
    if (!failed_) saw_end_ = true;
    if (!failed_ && !pending_here_.empty()) ReadHereDocuments();
    return;
  }
  if (At() == '\n') {
    token->kind = TokenKind::kNewline;
    ++pos_;
    ++line_;
    if (!pending_here_.empty()) ReadHereDocuments();
    return;
  }
  has_begun_ = true;
  if (!JoinOperator()) return;
  if (LexIoNumber(token) || LexOperator(token)) return;
  const Word* word = LexWord();
  token_work_ = (pos_ - token_start_) / 16;
  if (word == nullptr) return;
  token->kind = TokenKind::kWord;
  token->word = word;
  token->text = word->raw;
  // (Behind a word a backslash and a newline are no part of it.)
  while (token->text.ends_with("\\\n")) token->text.remove_suffix(2);
}

// All that follows is copied, so it costs.
bool Parser::JoinLines(size_t at) {
  const size_t end = BehindJoins(at);
  if (end == at || src_.data() != source_->data()) return true;
  constexpr size_t kSource = 256;  // its block, its place in the unit's list
  const size_t size = src_.size() - (end - at);
  if (!arena_->Hold(kSource) || !Spend(size / 2)) return failed_ = true, false;
  ParseCharge making(options_.account);
  if (!making.Charge(size)) return failed_ = true, false;
  std::string joined;
  joined.reserve(size);
  joined += src_.substr(0, at);
  joined += src_.substr(end);
  making.Release();
  line_ += static_cast<uint32_t>((end - at) / 2);
  joined_ += end - at;
  source_ = MakeSource(std::move(joined), options_.account);
  unit_->sources.push_back(source_);
  src_ = *source_;
  if (options_.account != nullptr && pos_ > src_.size()) failed_ = true;  // there was no memory
  return !failed_;
}

bool Parser::JoinBefore(size_t at, std::string_view characters, bool (*fits)(char)) {
  const size_t behind = BehindJoins(at);
  if (behind == at || behind >= src_.size()) return true;
  const char next = src_[behind];
  if (characters.find(next) == std::string_view::npos && (fits == nullptr || !fits(next)))
    return true;
  return JoinLines(at);
}

// "&\newline&", "2\newline>": an operator, or the number before one.
bool Parser::JoinOperator() {
  constexpr std::string_view kOperators = ";&|<>()";
  if (IsDigit(At())) {
    size_t end = pos_;
    while (end < src_.size() && IsDigit(src_[end])) ++end;
    return JoinBefore(end, "<>");
  }
  if (kOperators.find(At()) == std::string_view::npos) return true;
  if (!JoinBefore(pos_ + 1, ";&|<>(-")) return false;
  return kOperators.find(At(1)) == std::string_view::npos || JoinBefore(pos_ + 2, "&<>-");
}

// Digits are a descriptor only right before < or >: `echo 2>f` redirects, `echo 2 >f` prints.
// {name}> asks for a free descriptor and stores its number.
bool Parser::LexIoNumber(Token* token) {
  size_t at = pos_;
  if (At() == '{') {
    ++at;
    while (at < src_.size() && IsNameChar(src_[at])) ++at;
    if (at < src_.size() && src_[at] == '[') {
      size_t close = src_.find_first_of("]}\n", at);
      if (close != std::string_view::npos && src_[close] == ']' && close > at + 1) at = close + 1;
    }
    if (at == pos_ + 1 || at + 1 >= src_.size() || src_[at] != '}' || !IsNameStart(At(1))) {
      return false;
    }
    ++at;
    token->kind = TokenKind::kIoVariable;
    token->text = src_.substr(pos_ + 1, at - pos_ - 2);
  } else {
    while (at < src_.size() && src_[at] >= '0' && src_[at] <= '9') ++at;
    if (at == pos_ || at - pos_ > 9) return false;
    token->kind = TokenKind::kIoNumber;
    token->text = src_.substr(pos_, at - pos_);
  }
  if (at >= src_.size() || (src_[at] != '<' && src_[at] != '>')) {
    *token = Token{.line = token->line};
    return false;
  }
  // <( and >( are part of a word.
  if (at + 1 < src_.size() && src_[at + 1] == '(') {
    *token = Token{.line = token->line};
    return false;
  }
  pos_ = at;
  return true;
}

// The longest operator wins (POSIX 2.3, rules 2 and 3), so the rows with three characters come
// first.
bool Parser::LexOperator(Token* token) {
  struct Row {
    std::string_view text;
    TokenKind kind;
  };
  // Longest first.
  static constexpr Row kRows[] = {
      {";;&", TokenKind::kSemiSemiAnd}, {"<<-", TokenKind::kHereDash},
      {"<<<", TokenKind::kHereString},  {"&>>", TokenKind::kAndAppend},
      {"&&", TokenKind::kAndAnd},       {"||", TokenKind::kOrOr},
      {"|&", TokenKind::kPipeAnd},      {";;", TokenKind::kSemiSemi},
      {";&", TokenKind::kSemiAnd},      {">>", TokenKind::kAppend},
      {"<<", TokenKind::kHere},         {"<&", TokenKind::kLessAnd},
      {">&", TokenKind::kGreaterAnd},   {"<>", TokenKind::kLessGreater},
      {">|", TokenKind::kClobber},      {"&>", TokenKind::kAndGreater},
      {";", TokenKind::kSemi},          {"&", TokenKind::kAnd},
      {"|", TokenKind::kPipe},          {"(", TokenKind::kLeftParen},
      {")", TokenKind::kRightParen},    {"<", TokenKind::kLess},
      {">", TokenKind::kGreater},
  };
  std::string_view rest = src_.substr(pos_);
  if ((rest[0] == '<' || rest[0] == '>') && rest.size() > 1 && rest[1] == '(') return false;
  for (const Row& row : kRows) {
    if (!rest.starts_with(row.text)) continue;
    token->kind = row.kind;
    token->text = rest.substr(0, row.text.size());
    pos_ += row.text.size();
    return true;
  }
  return false;
}

bool Parser::SkipNewlines() {
  while (Peek().kind == TokenKind::kNewline) Take();
  return !failed_;
}

// Behind a newline, for all redirects of the line in their order.
bool Parser::ReadHereDocuments() {
  const ParsedList<PendingHere> pending =
      std::exchange(pending_here_, ParsedList<PendingHere>(options_.account));
  for (const PendingHere& here : pending) {
    if (!ReadHereBody(here)) return false;
  }
  return true;
}

// Lines up to the delimiter. With a quoted delimiter the body is plain text. Otherwise it is lexed
// as if it stood in double quotes, as a text of its own. A missing delimiter is only a warning in
// bash, and the end of the script ends the body.
bool Parser::ReadHereBody(const PendingHere& here) {
  ParsedText body(options_.account);
  uint32_t first_line = line_;
  bool found = false;
  if (!ReadHereLines(here, &body, &found)) return false;
  if (!found) WarnOfHereEnd(here, &body);
  std::string_view text = arena_->Copy(std::string_view(body.items()));
  WordState state(options_.account);
  state.here_document = true;
  if (here.quoted) {
    state.ops.push_back({.kind = WordOpKind::kText, .quoted = true, .text = text});
  } else if (!LexHereBody(text, first_line, &state)) {
    return false;
  }
  const Word* word = Finish(&state, text);
  *here.body = *word;
  return true;
}

bool Parser::ReadHereLines(const PendingHere& here, ParsedText* body, bool* found) {
  while (!AtLastEnd()) {
    size_t end = src_.find('\n', pos_);
    bool has_newline = end != std::string_view::npos;
    std::string_view text = src_.substr(pos_, (has_newline ? end : src_.size()) - pos_);
    if (here.strips_tabs) {
      while (text.starts_with('\t')) text.remove_prefix(1);
    }
    // In $( ... ) the closing parenthesis may stand right behind the delimiter.
    if (!text.empty() && substitution_depth_ > 0 && text.starts_with(here.delimiter) &&
        text.size() > here.delimiter.size() && text[here.delimiter.size()] == ')') {
      pos_ = static_cast<size_t>(text.data() - src_.data()) + here.delimiter.size();
      *found = true;
      return true;
    }
    pos_ = has_newline ? end + 1 : src_.size();
    if (has_newline) ++line_;
    if (text == here.delimiter) {
      *found = true;
      return true;
    }
    if (!body->Append(text) || (has_newline && !body->push_back('\n')))
      return failed_ = true, false;
    if (!Spend(text.size())) return false;
    if (!here.quoted && has_newline && !JoinHereLines(body, body->size() - text.size() - 1))
      return false;
  }
  return true;
}

// An unquoted body joins lines that end in a backslash; the delimiter is not looked for there. The
// last line of the body, which has a newline, begins at `line`.
bool Parser::JoinHereLines(ParsedText* body, size_t line) {
  for (bool has_newline = true; has_newline && !AtLastEnd();) {
    // What was joined before ends in an even number of backslashes, which change nothing.
    size_t slashes = 0;
    for (size_t i = body->size() - 1; i-- > line && (*body)[i] == '\\';) ++slashes;
    if (slashes % 2 == 0) break;
    body->resize(body->size() - 2);
    line = body->size();
    size_t end = src_.find('\n', pos_);
    has_newline = end != std::string_view::npos;
    std::string_view text = src_.substr(pos_, (has_newline ? end : src_.size()) - pos_);
    if (!body->Append(text)) return failed_ = true, false;
    if (!Spend(text.size())) return false;
    pos_ = has_newline ? end + 1 : src_.size();
    if (has_newline) body->push_back('\n'), ++line_;
  }
  return true;
}

// The text ended before the delimiter.
void Parser::WarnOfHereEnd(const PendingHere& here, ParsedText* body) {
  saw_end_ = true;
  if (!body->empty() && body->back() != '\n') {
    size_t slashes = 0;
    while (slashes < body->size() && (*body)[body->size() - 1 - slashes] == '\\') ++slashes;
    // (A backslash there is none that joins lines.)
    if (!here.quoted && slashes % 2 == 1) body->push_back('\\');
    body->push_back('\n');
  }
  uint32_t last = line_ > 1 && src_.ends_with('\n') ? line_ - 1 : line_;
  AddMessage(last, "warning: here-document at line " + std::to_string(here.line) +
                       " delimited by end-of-file (wanted `" + std::string(here.delimiter) + "')");
}

// The body is a text of its own: its positions are not the script's.
bool Parser::LexHereBody(std::string_view text, uint32_t first_line, WordState* state) {
  std::string_view outer = std::exchange(src_, text);
  std::shared_ptr<const std::string> outer_source = source_;
  size_t outer_pos = std::exchange(pos_, 0);
  uint32_t outer_line = std::exchange(line_, first_line);
  const bool saw_end = saw_end_;  // of the script: this text's end is another one
  bool ok = LexQuotedText(state, '\0');
  saw_end_ = saw_end;
  src_ = outer;
  source_ = std::move(outer_source);
  pos_ = outer_pos;
  line_ = outer_line;
  state->pending = true;
  state->text_quoted = true;
  return ok;
}

// Behind the text of an alias that was read by itself.
void Parser::LeaveAlias() {
  const OuterText& outer = outer_texts_.back();
  source_ = outer.source;
  src_ = *source_;
  pos_ = outer.pos;
  outer_texts_.pop_back();
  outer_rest_ -= src_.size() - pos_;
}

// The token that was just read stands behind these aliases.
void Parser::PassAliasEnds() {
  const size_t rest = Rest(token_start_);
  while (!alias_ends_.empty() && rest <= alias_ends_.back().first) {
    expands_next_ = alias_ends_.back().second;
    alias_ends_.pop_back();
  }
}

// Puts the text of an alias in the place of the word that was just read.
bool Parser::ExpandAlias(const Token& token) {
  if (options_.aliases == nullptr || token.word == nullptr || token.word->quoted) return false;
  auto found = options_.aliases->find(token.text);
  if (found == options_.aliases->end()) return false;
  const size_t rest = Rest(pos_);
  while (!active_aliases_.empty() && rest < active_aliases_.back().second)
    active_aliases_.pop_back();
  for (const auto& [name, left] : active_aliases_) {
    if (name == token.text) return false;
  }
  const auto& [name, text] = *found;
  if (unit_->aliases == nullptr) unit_->aliases = std::make_unique<AliasUse>();
  auto met = met_aliases_.find(name);
  if (met == met_aliases_.end()) {
    // in the unit's list, which grows to twice its size, and in the table here
    constexpr size_t kEntries = 320;
    if (!arena_->Hold(kEntries + 2 * name.size() + text.size())) return failed_ = true, false;
    unit_->aliases->expanded.emplace_back(name, text);
    met = met_aliases_.emplace(name, nullptr).first;
  }
  active_aliases_.emplace_back(name, rest);
  if (active_aliases_.size() > kMaxDepth) return FailDepth();
  PassAliasEnds();
  alias_ends_.emplace_back(rest, text.ends_with(' ') || text.ends_with('\t'));
  has_token_ = false;
  // The words around a substitution hold positions of the text before it, and are shown with what
  // stands for the alias.
  if (substitution_depth_ == 0 && StandsAlone(text)) {
    if (met->second == nullptr) {
      met->second = MakeSource(std::string_view(text), options_.account);
      unit_->sources.push_back(met->second);
    }
    outer_texts_.push_back({source_, pos_});
    outer_rest_ += src_.size() - pos_;
    source_ = met->second;
    src_ = *source_;
    pos_ = 0;
    return Spend(8 + text.size());
  }
  // All that follows is copied, so it costs.
  const size_t begin = substitution_depth_ > 0 ? token_start_ : 0;
  const size_t size = begin + text.size() + rest;
  constexpr size_t kSource = 256;  // its block, its place in the unit's list
  ParseCharge making(options_.account);
  if (!making.Charge(size) || !arena_->Hold(kSource) || !Spend(size / 2))
    return failed_ = true, false;
  std::string spliced;
  spliced.reserve(size);
  spliced += src_.substr(0, begin);
  spliced += text;
  spliced += src_.substr(pos_);
  while (!outer_texts_.empty()) {
    LeaveAlias();
    spliced += src_.substr(pos_);
  }
  making.Release();
  source_ = MakeSource(std::move(spliced), options_.account);
  unit_->sources.push_back(source_);
  src_ = *source_;
  pos_ = std::min(begin, src_.size());
  return true;
}

std::string_view Parser::CurrentLine() const {
  size_t at = token_start_ < src_.size() ? token_start_ : src_.size();
  size_t begin = at;
  while (begin > 0 && src_[begin - 1] != '\n') --begin;
  size_t end = src_.find('\n', at);
  return src_.substr(begin, (end == std::string_view::npos ? src_.size() : end) - begin);
}

std::nullptr_t Parser::Unexpected(const Token& token) {
  if (failed_) return nullptr;
  failed_ = true;
  if (substitution_depth_ > 0 && token.kind != TokenKind::kEnd)
    failure_ = ParseFailure::kSubstitution;
  if (token.kind == TokenKind::kEnd) {
    AddMessage(EndLine(), substitution_depth_ > 0 ? "unexpected EOF while looking for matching `)'"
                                                  : "syntax error: unexpected end of file");
    return nullptr;
  }
  constexpr size_t kMostQuoted = 4;  // of a byte in $'...'
  ParseCharge quoting(options_.account);
  if (!quoting.Charge((kMostQuoted + 1) * token.text.size())) return nullptr;
  const std::string text =
      token.kind == TokenKind::kNewline ? "newline" : QuoteControls(token.text);
  AddMessage(token.line, "syntax error near unexpected token `" + text + "'");
  AddMessage(token.line, "`" + std::string(CurrentLine()) + "'");
  return nullptr;
}

// The line behind the last one, at whose end bash finds that there is no more.
uint32_t Parser::EndLine() const { return line_ + (src_.ends_with('\n') ? 0 : 1); }

// The last line ends, though nothing is behind it.
std::nullptr_t Parser::UnexpectedInLine(Token token) {
  if (token.kind == TokenKind::kEnd) token.kind = TokenKind::kNewline;
  return Unexpected(token);
}

bool Parser::Fail(uint32_t line, std::string text) {
  if (!failed_) AddMessage(line, std::move(text));
  failed_ = true;
  return false;
}

bool Parser::FailMatching(uint32_t line, char close) {
  saw_end_ = true;
  return Fail(line, std::string("unexpected EOF while looking for matching `") + close + "'");
}

bool Parser::FailDepth() {
  return Fail(line_,
              "syntax error: nested too deeply (the limit is " + std::to_string(kMaxDepth) + ")");
}

}  // namespace pysub::shell
