#include "shell/commands/awk/lexer.h"

#include <algorithm>
#include <cstdlib>

namespace pysub::shell::awk {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsNamePart(char c) { return IsNameStart(c) || IsDigit(c); }

struct Word {
  std::string_view name;
  Token token;
  Builtin builtin = Builtin::kLength;
};

// Sorted.
constexpr Word kWords[] = {
    {"BEGIN", Token::kBegin},
    {"BEGINFILE", Token::kBeginFile},
    {"END", Token::kEnd},
    {"ENDFILE", Token::kEndFile},
    {"and", Token::kBuiltin, Builtin::kAnd},
    {"asort", Token::kBuiltin, Builtin::kAsort},
    {"asorti", Token::kBuiltin, Builtin::kAsorti},
    {"atan2", Token::kBuiltin, Builtin::kAtan2},
    {"bindtextdomain", Token::kBuiltin, Builtin::kBindtextdomain},
    {"break", Token::kBreak},
    {"case", Token::kCase},
    {"close", Token::kBuiltin, Builtin::kClose},
    {"compl", Token::kBuiltin, Builtin::kCompl},
    {"continue", Token::kContinue},
    {"cos", Token::kBuiltin, Builtin::kCos},
    {"dcgettext", Token::kBuiltin, Builtin::kDcgettext},
    {"dcngettext", Token::kBuiltin, Builtin::kDcngettext},
    {"default", Token::kDefault},
    {"delete", Token::kDelete},
    {"do", Token::kDo},
    {"else", Token::kElse},
    {"exit", Token::kExit},
    {"exp", Token::kBuiltin, Builtin::kExp},
    {"fflush", Token::kBuiltin, Builtin::kFflush},
    {"for", Token::kFor},
    {"func", Token::kFunction},
    {"function", Token::kFunction},
    {"gensub", Token::kBuiltin, Builtin::kGensub},
    {"getline", Token::kGetline},
    {"gsub", Token::kSubstitute},
    {"if", Token::kIf},
    {"in", Token::kIn},
    {"index", Token::kBuiltin, Builtin::kIndex},
    {"int", Token::kBuiltin, Builtin::kInt},
    {"isarray", Token::kBuiltin, Builtin::kIsarray},
    {"length", Token::kBuiltin, Builtin::kLength},
    {"log", Token::kBuiltin, Builtin::kLog},
    {"lshift", Token::kBuiltin, Builtin::kLshift},
    {"match", Token::kBuiltin, Builtin::kMatch},
    {"mkbool", Token::kBuiltin, Builtin::kMkbool},
    {"mktime", Token::kBuiltin, Builtin::kMktime},
    {"next", Token::kNext},
    {"nextfile", Token::kNextFile},
    {"or", Token::kBuiltin, Builtin::kOr},
    {"patsplit", Token::kBuiltin, Builtin::kPatsplit},
    {"print", Token::kPrint},
    {"printf", Token::kPrintf},
    {"rand", Token::kBuiltin, Builtin::kRand},
    {"return", Token::kReturn},
    {"rshift", Token::kBuiltin, Builtin::kRshift},
    {"sin", Token::kBuiltin, Builtin::kSin},
    {"split", Token::kBuiltin, Builtin::kSplit},
    {"sprintf", Token::kBuiltin, Builtin::kSprintf},
    {"sqrt", Token::kBuiltin, Builtin::kSqrt},
    {"srand", Token::kBuiltin, Builtin::kSrand},
    {"strftime", Token::kBuiltin, Builtin::kStrftime},
    {"strtonum", Token::kBuiltin, Builtin::kStrtonum},
    {"sub", Token::kSubstitute},
    {"substr", Token::kBuiltin, Builtin::kSubstr},
    {"switch", Token::kSwitch},
    {"system", Token::kBuiltin, Builtin::kSystem},
    {"systime", Token::kBuiltin, Builtin::kSystime},
    {"tolower", Token::kBuiltin, Builtin::kTolower},
    {"toupper", Token::kBuiltin, Builtin::kToupper},
    {"typeof", Token::kBuiltin, Builtin::kTypeof},
    {"while", Token::kWhile},
    {"xor", Token::kBuiltin, Builtin::kXor},
};

struct Sign {
  std::string_view text;
  Token token;
};
// Longer ones first.
constexpr Sign kSigns[] = {
    {"**=", Token::kPowAssign},  {"&&", Token::kAnd},       {"||", Token::kOr},
    {"|&", Token::kPipeBoth},    {"!~", Token::kNoMatch},   {"!=", Token::kNotEqual},
    {"==", Token::kEqual},       {"<=", Token::kLessEqual}, {">=", Token::kGreaterEqual},
    {">>", Token::kAppend},      {"++", Token::kIncrement}, {"--", Token::kDecrement},
    {"+=", Token::kAddAssign},   {"-=", Token::kSubAssign}, {"*=", Token::kMulAssign},
    {"/=", Token::kDivAssign},   {"%=", Token::kModAssign}, {"^=", Token::kPowAssign},
    {"**", Token::kCaret},       {"{", Token::kOpenBrace},  {"}", Token::kCloseBrace},
    {"(", Token::kOpen},         {")", Token::kClose},      {"[", Token::kOpenBracket},
    {"]", Token::kCloseBracket}, {",", Token::kComma},      {"+", Token::kPlus},
    {"-", Token::kMinus},        {"*", Token::kStar},       {"/", Token::kSlash},
    {"%", Token::kPercent},      {"^", Token::kCaret},      {"!", Token::kNot},
    {">", Token::kGreater},      {"<", Token::kLess},       {"|", Token::kPipe},
    {"?", Token::kQuestion},     {":", Token::kColon},      {"~", Token::kTilde},
    {"$", Token::kDollar},       {"=", Token::kAssign},     {";", Token::kSemicolon},
    {"@", Token::kAt},
};

int HexValue(char c) {
  if (IsDigit(c)) return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

}  // namespace

Wants WhatIsWanted(Builtin builtin, int index) {
  switch (builtin) {
    case Builtin::kSplit:
    case Builtin::kPatsplit:
      return index == 1 || index == 3 ? Wants::kArray
             : index == 2             ? Wants::kPattern
                                      : Wants::kScalar;
    case Builtin::kMatch:
      return index == 1 ? Wants::kPattern : index == 2 ? Wants::kArray : Wants::kScalar;
    case Builtin::kGensub: return index == 0 ? Wants::kPattern : Wants::kScalar;
    case Builtin::kAsort:
    case Builtin::kAsorti: return index < 2 ? Wants::kArray : Wants::kScalar;
    case Builtin::kLength:
    case Builtin::kIsarray:
    case Builtin::kTypeof: return Wants::kAny;
    default: return Wants::kScalar;
  }
}

ArgumentBounds BoundsOf(Builtin builtin) {
  switch (builtin) {
    case Builtin::kLength:
    case Builtin::kSrand:
    case Builtin::kFflush: return {0, 1};
    case Builtin::kRand:
    case Builtin::kSystime: return {0, 0};
    case Builtin::kSubstr:
    case Builtin::kMatch: return {2, 3};
    case Builtin::kIndex:
    case Builtin::kAtan2:
    case Builtin::kLshift:
    case Builtin::kRshift: return {2, 2};
    case Builtin::kSplit:
    case Builtin::kPatsplit: return {2, 4};
    case Builtin::kGensub: return {3, 4};
    case Builtin::kSprintf:  // (too few are an error of the running program)
    case Builtin::kAnd:
    case Builtin::kOr:
    case Builtin::kXor: return {0, 60000};
    case Builtin::kStrftime: return {0, 3};
    case Builtin::kMktime:
    case Builtin::kClose:
    case Builtin::kBindtextdomain: return {1, 2};
    case Builtin::kAsort:
    case Builtin::kAsorti: return {1, 3};
    case Builtin::kDcgettext: return {1, 3};
    case Builtin::kDcngettext: return {3, 5};
    default: return {1, 1};
  }
}

std::string NotAnArray(Builtin builtin, int index) {
  constexpr std::string_view kWhich[] = {"first", "second", "third", "fourth"};
  return std::string(NameOfBuiltin(builtin)) + ": " + std::string(kWhich[index % 4]) +
         " argument is not an array";
}

std::string_view NameOfBuiltin(Builtin builtin) {
  for (const Word& word : kWords) {
    if (word.token == Token::kBuiltin && word.builtin == builtin) return word.name;
  }
  return "";
}

bool IsVariableName(std::string_view name) {
  const size_t colons = name.find("::");
  if (colons != std::string_view::npos)
    return IsVariableName(name.substr(0, colons)) &&
           name.find(':', colons + 2) == std::string_view::npos &&
           IsVariableName(name.substr(colons + 2));
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (i == 0 ? !IsNameStart(c) : !IsNamePart(c)) return false;
  }
  return !name.empty();
}

bool IsReserved(std::string_view name) {
  return std::binary_search(std::begin(kWords), std::end(kWords), Word{name, Token::kName},
                            [](const Word& a, const Word& b) { return a.name < b.name; });
}

std::optional<NamedBuiltin> BuiltinNamed(std::string_view name) {
  const Word* word = std::lower_bound(std::begin(kWords), std::end(kWords), name,
                                      [](const Word& a, std::string_view b) { return a.name < b; });
  if (word == std::end(kWords) || word->name != name) return std::nullopt;
  if (word->token == Token::kSubstitute) return NamedBuiltin{word->builtin, true};
  if (word->token != Token::kBuiltin) return std::nullopt;
  return NamedBuiltin{word->builtin, false};
}

bool AwkEscape(std::string_view text, size_t* at, std::string* out) {
  constexpr std::string_view kLetters = "abfnrtv\\\"/";
  constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\\"/";
  const char c = text[*at];
  if (const size_t known = kLetters.find(c); known != std::string_view::npos) {
    *out += kMeanings[known];
    ++*at;
    return true;
  }
  if (c >= '0' && c <= '7') {
    int value = 0;
    for (int digits = 0; digits < 3 && *at < text.size() && text[*at] >= '0' && text[*at] <= '7';
         ++digits) {
      value = value * 8 + (text[(*at)++] - '0');
    }
    *out += static_cast<char>(value);
    return true;
  }
  if (c == 'x' && *at + 1 < text.size() && HexValue(text[*at + 1]) >= 0) {
    ++*at;
    int value = 0;
    for (int digits = 0; digits < 2 && *at < text.size() && HexValue(text[*at]) >= 0; ++digits)
      value = value * 16 + HexValue(text[(*at)++]);
    *out += static_cast<char>(value);
    return true;
  }
  return false;
}

std::string UnknownEscape(char c) {
  if (c == 'x') return "warning: no hex digits in `\\x' escape sequence";
  return "warning: escape sequence `\\" + std::string(1, c) + "' treated as plain `" +
         std::string(1, c) + "'";
}

// False: the end of the piece.
bool Lexer::SkipBlanks() {
  if (state_.piece >= pieces_.size()) return false;
  const std::string& source = pieces_[state_.piece].text;
  size_t& at = state_.at;
  while (at < source.size()) {
    const char c = source[at];
    if (c == ' ' || c == '\t' || c == '\r') {
      ++at;
    } else if (c == '#') {
      at = std::min(source.find('\n', at), source.size());
    } else if (c == '\\' && source.compare(at, 2, "\\\n") == 0) {
      at += 2;
      ++state_.line;
    } else if (c == '\\' && source.compare(at, 3, "\\\r\n") == 0) {
      at += 3;
      ++state_.line;
    } else {
      return true;
    }
  }
  return false;
}

bool Lexer::NextPiece() {
  if (state_.piece + 1 >= pieces_.size() || pieces_[state_.piece + 1].included) return false;
  state_ = {.piece = state_.piece + 1};
  return true;
}

void Lexer::Next() {
  const bool more = SkipBlanks();
  begin_ = state_;
  if (!more) {
    token_ = Token::kEof;
    return;
  }
  const std::string& source = pieces_[state_.piece].text;
  const char c = source[state_.at];
  if (c == '\n') {
    ++state_.at;
    ++state_.line;
    token_ = Token::kNewline;
    return;
  }
  if (IsNameStart(c)) return Name();
  if (IsDigit(c) || (c == '.' && state_.at + 1 < source.size() && IsDigit(source[state_.at + 1])))
    return Number();
  if (c == '"') return String();
  Operator();
}

void Lexer::Name() {
  const std::string& source = pieces_[state_.piece].text;
  size_t end = state_.at;
  while (end < source.size() && IsNamePart(source[end])) ++end;
  text_.assign(source, state_.at, end - state_.at);
  state_.at = end;
  token_ = end < source.size() && source[end] == '(' ? Token::kCallName : Token::kName;
  const Word* word =
      std::lower_bound(std::begin(kWords), std::end(kWords), text_,
                       [](const Word& a, const std::string& b) { return a.name < b; });
  if (word == std::end(kWords) || word->name != text_) return;
  token_ = word->token;
  builtin_ = word->builtin;
}

void Lexer::Number() {
  const std::string& source = pieces_[state_.piece].text;
  token_ = Token::kNumber;
  size_t at = state_.at;
  number_ = 0;
  if (source[at] == '0' && at + 2 < source.size() && (source[at + 1] | 0x20) == 'x' &&
      HexValue(source[at + 2]) >= 0) {
    for (at += 2; at < source.size() && HexValue(source[at]) >= 0; ++at)
      number_ = number_ * 16 + HexValue(source[at]);
    state_.at = at;
    return;
  }
  size_t digits = at;
  while (digits < source.size() && IsDigit(source[digits])) ++digits;
  const bool whole = digits >= source.size() ||
                     (source[digits] != '.' && source[digits] != 'e' && source[digits] != 'E');
  const std::string_view octal = std::string_view(source).substr(at, digits - at);
  if (whole && octal.size() > 1 && octal[0] == '0' &&
      octal.find_first_of("89") == std::string_view::npos) {
    for (char c : octal) number_ = number_ * 8 + (c - '0');
    state_.at = digits;
    return;
  }
  size_t end = digits;
  if (end < source.size() && source[end] == '.') {
    ++end;
    while (end < source.size() && IsDigit(source[end])) ++end;
  }
  if (end < source.size() && (source[end] == 'e' || source[end] == 'E')) {
    size_t exponent = end + 1;
    if (exponent < source.size() && (source[exponent] == '+' || source[exponent] == '-'))
      ++exponent;
    if (exponent < source.size() && IsDigit(source[exponent])) {
      while (exponent < source.size() && IsDigit(source[exponent])) ++exponent;
      end = exponent;
    }
  }
  bool all = false;
  number_ = ReadNumber(std::string_view(source).substr(at, end - at), &all);
  state_.at = end;
}

void Lexer::String() {
  const std::string& source = pieces_[state_.piece].text;
  size_t& at = ++state_.at;
  text_.clear();
  token_ = Token::kString;
  while (at < source.size() && source[at] != '"') {
    const char c = source[at];
    if (c == '\n') return Fail("unterminated string");
    ++at;
    if (c != '\\') {
      text_ += c;
      continue;
    }
    if (at >= source.size()) break;
    Escape(source);
  }
  if (at >= source.size()) return Fail("unterminated string");
  ++at;
}

void Lexer::Escape(std::string_view source) {
  size_t& at = state_.at;
  if (source[at] == '\n') {
    ++at;
    ++state_.line;
    return;
  }
  if (source.substr(at, 2) == "\r\n") {
    at += 2;
    ++state_.line;
    return;
  }
  const char c = source[at];
  if (c != '/' && AwkEscape(source, &at, &text_)) return;
  if (c == 'x' || warned_.find(c) == std::string::npos) {
    warned_ += c;
    warnings_.emplace_back(state_, UnknownEscape(c));
  }
  text_ += c;
  ++at;
}

void Lexer::Operator() {
  const std::string_view rest = std::string_view(pieces_[state_.piece].text).substr(state_.at);
  for (const Sign& sign : kSigns) {
    if (!rest.starts_with(sign.text)) continue;
    token_ = sign.token;
    state_.at += sign.text.size();
    return;
  }
  const char c = rest[0];
  if (c == '\\') return Fail("backslash not last character on line");
  if (c == '.') return Fail("syntax error");
  Fail("invalid char '" + std::string(1, c) + "' in expression");
}

bool Lexer::ReadPattern(std::string* pattern) {
  const std::string& source = pieces_[state_.piece].text;
  size_t at = begin_.at + 1;
  bool in_bracket = false;
  pattern->clear();
  for (size_t bracket = 0; at < source.size() && source[at] != '\n'; ++at) {
    const char c = source[at];
    if (c == '\\' && at + 1 < source.size()) {
      if (source[at + 1] == '\n') {
        ++at;
        ++state_.line;
        continue;
      }
      *pattern += c;
      *pattern += source[++at];
      continue;
    }
    if (c == '[' && !in_bracket) {
      in_bracket = true;
      bracket = at;
    } else if (c == '[' && at + 1 < source.size() && source[at + 1] == ':') {
      const size_t end = source.find(":]", at + 2);
      if (end != std::string::npos && source.find('\n', at) > end) {
        pattern->append(source, at, end + 2 - at);
        at = end + 1;
        continue;
      }
    } else if (c == ']' && in_bracket) {
      const bool first = at == bracket + 1 || (at == bracket + 2 && source[bracket + 1] == '^');
      in_bracket = first;
    } else if (c == '/' && !in_bracket) {
      state_.at = at + 1;
      return true;
    }
    *pattern += c;
  }
  return false;
}

}  // namespace pysub::shell::awk
