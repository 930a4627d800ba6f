#include "stdlib/modules/re/tokens.h"

#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/unicode_names.h"
#include "lexer/unicode/utf8.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytes.h"

namespace pysub::re {

Tokens::Tokens(Vm& vm, Value source) : vm_(vm), source_(source), is_text_(Vm::IsStr(source)) {}

Tokens::~Tokens() { vm_.heap.Release(charged_); }

Status Tokens::Start() {
  BytesArgument bytes(vm_);
  std::string_view text;
  size_t count;
  if (is_text_) {
    text = Vm::View(source_);
    count = source_.As<Str>()->length;
  } else {
    TRY(bytes.Get(source_));
    text = bytes.view();
    count = text.size();
  }
  if (!vm_.Tick(text.size() / 8)) return Failure{};
  if (!vm_.heap.Charge(count * uint64_t{sizeof(char32_t)}))
    return vm_.NoMemory(count * uint64_t{sizeof(char32_t)});
  charged_ = count * uint64_t{sizeof(char32_t)};
  chars_.reserve(count);
  Pace pace(vm_);
  if (is_text_) {
    for (char32_t c : CodePoints(text)) {
      if (!pace.IsTimeLeft()) return Failure{};
      chars_.push_back(c);
    }
  } else {
    for (char c : text) {
      if (!pace.IsTimeLeft()) return Failure{};
      chars_.push_back(static_cast<uint8_t>(c));
    }
  }
  return Advance();
}

Status Tokens::Advance() {
  // What is done with a token is counted here, a few at a time.
  constexpr uint32_t kTokensAtOnce = 64;
  constexpr uint64_t kTokenWork = 4;
  if (++advanced_ % kTokensAtOnce == 0 && !vm_.Tick(kTokensAtOnce * kTokenWork)) return Failure{};
  if (index_ >= chars_.size()) {
    next_size_ = 0;
    return Done{};
  }
  next_ = chars_[index_];
  next_size_ = 1;
  if (next_ == '\\') {
    if (index_ + 1 >= chars_.size()) {
      return RaisePatternError(vm_, "bad escape (end of pattern)", source_,
                               static_cast<int64_t>(chars_.size()) - 1);
    }
    next_ = chars_[index_ + 1];
    next_size_ = 2;
  }
  index_ += next_size_;
  return Done{};
}

Result<bool> Tokens::Match(char32_t c) {
  if (!NextIs(c)) return false;
  TRY(Advance());
  return true;
}

Status Tokens::Digits(int count, int base, std::string* out) {
  for (int i = 0; i < count && next_size_ == 1 && IsDigitOf(next_, base); ++i) {
    *out += static_cast<char>(next_);
    TRY(Advance());
  }
  return Done{};
}

void Tokens::AppendChar(std::string* out, char32_t c) {
  char encoded[4];
  out->append(encoded, static_cast<size_t>(EncodeUtf8(c, encoded)));
}

Status Tokens::Until(char32_t terminator, std::string_view name, std::string* out, size_t* length) {
  *length = 0;
  while (true) {
    if (at_end()) {
      if (*length == 0) return Error("missing " + std::string(name));
      std::string message = "missing ";
      AppendChar(&message, terminator);
      return Error(message + ", unterminated name", *length);
    }
    const bool done = NextIs(terminator);
    if (!done) {
      if (escape()) *out += '\\';
      AppendChar(out, next_);
      *length += next_size_;
    }
    TRY(Advance());
    if (!done) continue;
    if (*length == 0) return Error("missing " + std::string(name), 1);
    return Done{};
  }
}

Failure Tokens::Error(std::string_view message, size_t offset) {
  const auto pos = static_cast<int64_t>(tell()) - static_cast<int64_t>(offset);
  if (is_text_) return RaisePatternError(vm_, message, source_, pos);
  std::string ascii;  // 'backslashreplace'
  for (char32_t c : CodePoints(message)) {
    if (c < 0x80) {
      ascii += static_cast<char>(c);
    } else {
      ascii += "\\x";
      ascii += "0123456789abcdef"[c >> 4 & 15];
      ascii += "0123456789abcdef"[c & 15];
    }
  }
  return RaisePatternError(vm_, ascii, source_, pos);
}

Status Tokens::CheckGroupName(const std::string& name, size_t length, size_t offset) {
  const bool ascii_only = !is_text_ && !IsAscii(name);
  if (!ascii_only && StrIsIdentifier(name)) return Done{};
  std::string message = "bad character in group name ";
  StringSink sink(message);
  if (ascii_only) {
    AppendStrAscii(name, sink);
  } else {
    AppendStrRepr(name, sink);
  }
  return Error(message, length + offset);
}

namespace {

uint32_t ValueOf(std::string_view digits, int base) {
  uint64_t value = 0;
  for (char c : digits) {
    const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    value = value * static_cast<uint64_t>(base) + static_cast<uint64_t>(digit);
  }
  return value > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(value);
}

// \xHH, \uHHHH, \UHHHHHHHH.
Status HexEscape(Tokens& tokens, int digits, std::string* escape, char32_t* code) {
  TRY(tokens.Digits(digits, 16, escape));
  if (escape->size() != static_cast<size_t>(digits) + 2) {
    return tokens.Error("incomplete escape " + *escape, escape->size());
  }
  *code = ValueOf(std::string_view(*escape).substr(2), 16);
  if (*code > kMaxCodePoint) return tokens.Error("bad escape " + *escape, escape->size());
  return Done{};
}

Status NamedEscape(Tokens& tokens, char32_t* code) {
  const bool brace = TRY(tokens.Match('{'));
  if (!brace) return tokens.Error("missing {");
  std::string name;
  size_t length;
  TRY(tokens.Until('}', "character name", &name, &length));
  const NamedCharacters found = LookupName(name);
  if (found.size != 1) {
    std::string message = "undefined character name ";
    StringSink sink(message);
    AppendStrRepr(name, sink);
    return tokens.Error(message, length + 4);
  }
  *code = found.code_points[0];
  return Done{};
}

}  // namespace

Status CommonEscape(Vm&, Tokens& tokens, char32_t letter, std::string* escape, bool* found,
                    char32_t* code) {
  *found = true;
  switch (letter) {
    case 'a': *code = 7; return Done{};
    case 'b': *code = 8; return Done{};
    case 'f': *code = 12; return Done{};
    case 'n': *code = 10; return Done{};
    case 'r': *code = 13; return Done{};
    case 't': *code = 9; return Done{};
    case 'v': *code = 11; return Done{};
    case '\\': *code = '\\'; return Done{};
    case 'x': return HexEscape(tokens, 2, escape, code);
    case 'u':
      if (!tokens.is_text()) break;
      return HexEscape(tokens, 4, escape, code);
    case 'U':
      if (!tokens.is_text()) break;
      return HexEscape(tokens, 8, escape, code);
    case 'N':
      if (!tokens.is_text()) break;
      return NamedEscape(tokens, code);
    default: break;
  }
  *found = false;
  return Done{};
}

}  // namespace pysub::re
