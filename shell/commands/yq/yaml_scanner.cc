#include "shell/commands/yq/yaml_scanner.h"

#include <algorithm>

#include "lexer/unicode/utf8.h"

namespace pysub::shell::yq {
namespace {

bool IsIn(char c, std::string_view set) {
  return c != '\0' && set.find(c) != std::string_view::npos;
}

}  // namespace

void GrowingScalar::Put(std::string_view bytes) {
  const size_t need = text_.size() + bytes.size();
  if (need > text_.capacity()) {
    // (While it moves, the old place is there, too.)
    const size_t room = 2 * need;
    if (!heap_.Charge(static_cast<int64_t>(room))) {
      charged_ += static_cast<int64_t>(room);
      return;
    }
    text_.reserve(room);
    heap_.Charge(-charged_);
    charged_ = static_cast<int64_t>(room);
  }
  text_ += bytes;
}

Scanner& Scanner::operator=(Scanner&& other) noexcept {
  text_ = other.text_;
  limit_ = other.limit_;
  unpaid_ = other.unpaid_;
  at_ = other.at_;
  mark_ = other.mark_;
  failed_ = other.failed_;
  ended_ = other.ended_;
  key_allowed_ = other.key_allowed_;
  flow_level_ = other.flow_level_;
  indent_ = other.indent_;
  indents_ = std::move(other.indents_);
  keys_ = std::move(other.keys_);
  first_key_ = other.first_key_;
  tokens_ = std::move(other.tokens_);
  head_ = other.head_;
  taken_ = other.taken_;
  error_ = std::move(other.error_);
  return *this;
}

void Scanner::SetText(std::string_view text) {
  text_ = text;
  limit_ = text.size();
  // (Only what somebody else saved stands behind the text, or within a character.)
  at_ = std::min<uint64_t>(at_, limit_);
  while (at_ < limit_ && IsContinuationByte(text_[at_])) ++at_;
}

void Scanner::Fields(Archive& archive) {
  archive(at_, mark_, failed_, ended_, key_allowed_, flow_level_, indent_, indents_, keys_,
          first_key_, tokens_, head_, taken_, error_, source_);
  if (!archive.loading()) return;
  bool right = keys_.size() == flow_level_ + 1 && flow_level_ <= kMaxDepth &&
               indents_.size() <= kMaxDepth && first_key_ <= keys_.size() &&
               head_ <= tokens_.size() && indent_ >= -1;
  for (const Token& token : tokens_) {
    right &= token.kind <= TokenKind::kScalar && IsValidUtf8(token.text, Surrogates::kRefuse) &&
             IsValidUtf8(token.suffix, Surrogates::kRefuse);
  }
  if (!right) archive.Fail();
}

// ---- characters
size_t Scanner::BreakAt(size_t ahead) const {
  const auto byte = [&](size_t more) { return static_cast<uint8_t>(At(ahead + more)); };
  switch (byte(0)) {
    case '\n': return 1;
    case '\r': return byte(1) == '\n' ? 2 : 1;
    case 0xC2: return byte(1) == 0x85 ? 2 : 0;                              // NEL
    case 0xE2: return byte(1) == 0x80 && (byte(2) & 0xFE) == 0xA8 ? 3 : 0;  // LS, PS
    default: return 0;
  }
}

bool Scanner::IsDocumentIndicator() const {
  const char c = At();
  return mark_.column == 0 && (c == '-' || c == '.') && At(1) == c && At(2) == c && IsBlankOrEnd(3);
}

// All loops over the text come by here. Once there is no more to pay with, it seems to end.
void Scanner::Pay() {
  if (++unpaid_ < 1024) return;
  unpaid_ = 0;
  if (!heap_.Spend(1024)) limit_ = at_;
}

void Scanner::Next() {
  Pay();
  if (IsEnd()) return;
  at_ += static_cast<uint64_t>(Utf8SizeFromLead(text_[at_]));
  if (at_ > limit_) at_ = limit_;
  ++mark_.index;
  ++mark_.column;
}

void Scanner::NextLine() {
  Pay();
  const size_t size = BreakAt();
  mark_.index += At() == '\r' ? size : 1;
  at_ += size;
  mark_.column = 0;
  ++mark_.line;
}

void Scanner::Read(GrowingScalar* to) {
  const uint64_t begin = at_;
  Next();
  to->Put(text_.substr(begin, at_ - begin));
}

// CR, CR LF and NEL become LF; LS and PS stay what they are.
void Scanner::ReadBreak(GrowingScalar* to) {
  const size_t size = BreakAt();
  if (size == 0) return;
  to->Put(size == 3 ? text_.substr(at_, size) : std::string_view("\n"));
  NextLine();
}

// ---- mistakes
std::string Scanner::Describe(std::string_view error_class, std::string_view context,
                              const Mark& context_mark, std::string_view problem,
                              const Mark& mark) const {
  const auto place = [&](const Mark& at) {
    return "\n  in \"" + source_ + "\", line " + std::to_string(at.line + 1) + ", column " +
           std::to_string(at.column + 1);
  };
  std::string text = std::string(error_class) + ": ";
  if (!context.empty()) {
    text += context;
    if (context_mark.line != mark.line || context_mark.column != mark.column) {
      text += place(context_mark);
    }
    text += '\n';
  }
  return text + std::string(problem) + place(mark);
}

void Scanner::Fail(std::string_view error_class, std::string_view context, const Mark& context_mark,
                   std::string_view problem, const Mark& mark) {
  if (!failed_) error_ = Describe(error_class, context, context_mark, problem, mark);
  failed_ = true;
}

bool Scanner::ScanFail(std::string_view context, const Mark& start, std::string_view problem) {
  Fail("ScannerError", context, start, problem, mark_);
  return false;
}

// ---- the queue
bool Scanner::NeedsMore() {
  if (head_ == tokens_.size()) return !ended_;
  // Only the first key that is still possible can stand at the head, and only the one outside of
  // flow collections is ever required.
  if (!CheckKey(&keys_[0])) return true;
  if (ended_) return false;
  while (first_key_ < keys_.size()) {
    SimpleKey& key = keys_[first_key_];
    if (!CheckKey(&key)) return true;
    if (key.possible) return key.token == taken_;
    ++first_key_;
  }
  return false;
}

Token* Scanner::Peek() {
  while (!failed_ && !heap_.stopped() && NeedsMore()) {
    if (failed_ || !Fetch()) break;
  }
  if (failed_ || heap_.stopped() || head_ == tokens_.size()) return nullptr;
  return &tokens_[head_];
}

void Scanner::Skip() {
  if (head_ == tokens_.size()) return;
  ended_ |= tokens_[head_].kind == TokenKind::kStreamEnd;
  ++head_;
  ++taken_;
  if (head_ == tokens_.size()) {
    tokens_.clear();
    head_ = 0;
  } else if (head_ >= 64) {
    tokens_.erase(tokens_.begin(), tokens_.begin() + static_cast<ptrdiff_t>(head_));
    head_ = 0;
  }
}

Token* Scanner::Add(TokenKind kind, const Mark& start) {
  Token& token = tokens_.emplace_back();
  token.kind = kind;
  token.start = start;
  token.end = mark_;
  return &token;
}

// ---- keys
// Forgets a key that is too long or in an earlier line.
bool Scanner::CheckKey(SimpleKey* key) {
  if (!key->possible) return true;
  if (key->mark.line >= mark_.line && key->mark.index + 1024 >= mark_.index) return true;
  if (key->required) {
    return ScanFail("while scanning a simple key", key->mark, "could not find expected ':'");
  }
  key->possible = false;
  return true;
}

bool Scanner::SaveKey() {
  if (!key_allowed_) return true;
  if (!RemoveKey()) return false;
  SimpleKey& key = keys_.back();
  key.possible = true;
  key.required = flow_level_ == 0 && indent_ == static_cast<int64_t>(mark_.column);
  key.token = taken_ + (tokens_.size() - head_);
  key.mark = mark_;
  first_key_ = std::min<uint64_t>(first_key_, keys_.size() - 1);
  return true;
}

bool Scanner::RemoveKey() {
  SimpleKey& key = keys_.back();
  if (key.possible && key.required) {
    return ScanFail("while scanning a simple key", key.mark, "could not find expected ':'");
  }
  key.possible = false;
  return true;
}

// ---- indentation
void Scanner::Unroll(int64_t column) {
  if (flow_level_ > 0) return;
  while (indent_ > column) {
    Add(TokenKind::kBlockEnd, mark_);
    indent_ = indents_.empty() ? -1 : indents_.back();
    if (!indents_.empty()) indents_.pop_back();
  }
}

// `number`: of the token before which the collection begins.
bool Scanner::Roll(int64_t column, uint64_t number, TokenKind kind, const Mark& mark) {
  if (flow_level_ > 0 || indent_ >= column) return true;
  if (indents_.size() >= kMaxDepth) {
    Fail("RecursionError", "", mark, "maximum recursion depth exceeded", mark);
    return false;
  }
  indents_.push_back(indent_);
  indent_ = column;
  Token token;
  token.kind = kind;
  token.start = token.end = mark;
  const uint64_t place = std::min<uint64_t>(head_ + (number - taken_), tokens_.size());
  tokens_.insert(tokens_.begin() + static_cast<ptrdiff_t>(place), std::move(token));
  return true;
}

// ---- tokens
bool Scanner::SkipBlanks() {
  while (true) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (mark_.column == 0 && text_.substr(at_).starts_with(kByteOrderMark)) {
      // (The one that says how the text is encoded is no character.)
      const bool is_first = at_ == 0;
      Next();
      if (is_first) mark_ = Mark();
    }
    while (At() == ' ' || (At() == '\t' && (flow_level_ > 0 || !key_allowed_))) Next();
    if (At() == '#') {
      while (!IsEnd() && BreakAt() == 0) Next();
    }
    if (BreakAt() == 0) return true;
    NextLine();
    if (flow_level_ == 0) key_allowed_ = true;
  }
}

bool Scanner::Fetch() {
  SkipBlanks();
  if (heap_.stopped()) return false;
  if (!CheckKey(&keys_[0])) return false;
  Unroll(static_cast<int64_t>(mark_.column));
  if (IsEnd()) return FetchStreamEnd();
  const char c = At();
  if (mark_.column == 0 && c == '%') return FetchDirective();
  if (IsDocumentIndicator()) {
    return FetchDocumentIndicator(c == '-' ? TokenKind::kDocumentStart : TokenKind::kDocumentEnd);
  }
  return FetchIndicator(c);
}

bool Scanner::FetchIndicator(char c) {
  const bool flow = flow_level_ > 0;
  switch (c) {
    case '[': return FetchFlowStart(TokenKind::kFlowSequenceStart);
    case '{': return FetchFlowStart(TokenKind::kFlowMappingStart);
    case ']': return FetchFlowEnd(TokenKind::kFlowSequenceEnd);
    case '}': return FetchFlowEnd(TokenKind::kFlowMappingEnd);
    case ',': {
      if (!RemoveKey()) return false;
      key_allowed_ = true;
      const Mark start = mark_;
      Next();
      Add(TokenKind::kFlowEntry, start);
      return true;
    }
    case '-':
      if (IsBlankOrEnd(1)) return FetchBlockEntry();
      break;
    case '?':
      if (flow || IsBlankOrEnd(1)) return FetchKey();
      break;
    case ':':
      if (flow || IsBlankOrEnd(1)) return FetchValue();
      break;
    case '*': return FetchAnchor(TokenKind::kAlias);
    case '&': return FetchAnchor(TokenKind::kAnchor);
    case '!': return FetchTag();
    case '|':
    case '>':
      if (!flow) return ScalarScanner(*this).Block(c == '|');
      break;
    case '\'':
    case '"': return ScalarScanner(*this).Quoted(c == '\'');
    default: break;
  }
  const bool plain = !(IsBlankOrEnd() || IsIn(c, "-?:,[]{}#&*!|>'\"%@`")) ||
                     (c == '-' && !IsBlank(1)) ||
                     (!flow && (c == '?' || c == ':') && !IsBlankOrEnd(1));
  if (plain) return ScalarScanner(*this).Plain();
  return ScanFail("while scanning for the next token", mark_,
                  "found character that cannot start any token");
}

bool Scanner::FetchStreamEnd() {
  if (mark_.column != 0) {
    mark_.column = 0;
    ++mark_.line;
  }
  Unroll(-1);
  if (!RemoveKey()) return false;
  key_allowed_ = false;
  Add(TokenKind::kStreamEnd, mark_);
  ended_ = true;
  return true;
}

bool Scanner::FetchDocumentIndicator(TokenKind kind) {
  Unroll(-1);
  if (!RemoveKey()) return false;
  key_allowed_ = false;
  const Mark start = mark_;
  for (int i = 0; i < 3; ++i) Next();
  Add(kind, start);
  return true;
}

bool Scanner::FetchFlowStart(TokenKind kind) {
  if (!SaveKey()) return false;
  if (flow_level_ >= kMaxDepth) {
    Fail("RecursionError", "", mark_, "maximum recursion depth exceeded", mark_);
    return false;
  }
  keys_.emplace_back();
  ++flow_level_;
  key_allowed_ = true;
  const Mark start = mark_;
  Next();
  Add(kind, start);
  return true;
}

bool Scanner::FetchFlowEnd(TokenKind kind) {
  if (!RemoveKey()) return false;
  if (flow_level_ > 0) {
    --flow_level_;
    keys_.pop_back();
    first_key_ = std::min<uint64_t>(first_key_, keys_.size() - 1);
  }
  key_allowed_ = false;
  const Mark start = mark_;
  Next();
  Add(kind, start);
  return true;
}

bool Scanner::FetchBlockEntry() {
  if (flow_level_ == 0) {
    if (!key_allowed_) {
      return ScanFail("", mark_, "block sequence entries are not allowed in this context");
    }
    const uint64_t number = taken_ + (tokens_.size() - head_);
    if (!Roll(static_cast<int64_t>(mark_.column), number, TokenKind::kBlockSequenceStart, mark_)) {
      return false;
    }
  }
  if (!RemoveKey()) return false;
  key_allowed_ = true;
  const Mark start = mark_;
  Next();
  Add(TokenKind::kBlockEntry, start);
  return true;
}

bool Scanner::FetchKey() {
  if (flow_level_ == 0) {
    if (!key_allowed_) {
      return ScanFail("", mark_, "mapping keys are not allowed in this context");
    }
    const uint64_t number = taken_ + (tokens_.size() - head_);
    if (!Roll(static_cast<int64_t>(mark_.column), number, TokenKind::kBlockMappingStart, mark_)) {
      return false;
    }
  }
  if (!RemoveKey()) return false;
  key_allowed_ = flow_level_ == 0;
  const Mark start = mark_;
  Next();
  Add(TokenKind::kKey, start);
  return true;
}

bool Scanner::FetchValue() {
  SimpleKey& key = keys_.back();
  if (!CheckKey(&key)) return false;
  if (key.possible) {
    // What was read since then was a key.
    Token token;
    token.kind = TokenKind::kKey;
    token.start = token.end = key.mark;
    const uint64_t place = std::min<uint64_t>(head_ + (key.token - taken_), tokens_.size());
    tokens_.insert(tokens_.begin() + static_cast<ptrdiff_t>(place), std::move(token));
    if (!Roll(static_cast<int64_t>(key.mark.column), key.token, TokenKind::kBlockMappingStart,
              key.mark)) {
      return false;
    }
    key.possible = false;
    key_allowed_ = false;
  } else {
    if (flow_level_ == 0) {
      if (!key_allowed_) {
        return ScanFail("", mark_, "mapping values are not allowed in this context");
      }
      const uint64_t number = taken_ + (tokens_.size() - head_);
      if (!Roll(static_cast<int64_t>(mark_.column), number, TokenKind::kBlockMappingStart, mark_)) {
        return false;
      }
    }
    key_allowed_ = flow_level_ == 0;
  }
  const Mark start = mark_;
  Next();
  Add(TokenKind::kValue, start);
  return true;
}

bool Scanner::FetchAnchor(TokenKind kind) {
  if (!SaveKey()) return false;
  key_allowed_ = false;
  const Mark start = mark_;
  Next();
  GrowingScalar name(heap_);
  while (IsWordCharacter(At())) Read(&name);
  if (name.empty() || !(IsBlankOrEnd() || IsIn(At(), "?:,]}%@`"))) {
    return ScanFail(
        kind == TokenKind::kAnchor ? "while scanning an anchor" : "while scanning an alias", start,
        "did not find expected alphabetic or numeric character");
  }
  Add(kind, start)->text = name.Take();
  return true;
}

}  // namespace pysub::shell::yq
