// Tags and directives: the parts of Scanner that read URIs.

#include <algorithm>

#include "lexer/unicode/utf8.h"
#include "shell/commands/yq/yaml_scanner.h"

namespace pysub::shell::yq {
namespace {

bool IsIn(char c, std::string_view set) {
  return c != '\0' && set.find(c) != std::string_view::npos;
}

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

}  // namespace

// Blanks and a comment, up to the end of the line and behind it.
bool Scanner::ToLineEnd(std::string_view context, const Mark& start) {
  while (IsBlank()) Next();
  if (At() == '#') {
    while (!IsEnd() && BreakAt() == 0) Next();
  }
  if (!IsEnd() && BreakAt() == 0) {
    return ScanFail(context, start, "did not find expected comment or line break");
  }
  if (BreakAt() > 0) NextLine();
  return true;
}

bool Scanner::FetchDirective() {
  Unroll(-1);
  if (!RemoveKey()) return false;
  key_allowed_ = false;
  const Mark start = mark_;
  Next();
  GrowingScalar name(heap_);
  while (IsWordCharacter(At())) Read(&name);
  if (name.empty()) {
    return ScanFail("while scanning a directive", start, "could not find expected directive name");
  }
  if (!IsBlankOrEnd()) {
    return ScanFail("while scanning a directive", start,
                    "found unexpected non-alphabetical character");
  }
  Token token;
  token.start = start;
  if (name.text() == "YAML") {
    token.kind = TokenKind::kVersionDirective;
    if (!ScanVersion(start, &token)) return false;
  } else if (name.text() == "TAG") {
    token.kind = TokenKind::kTagDirective;
    if (!ScanTagDirective(start, &token)) return false;
  } else {
    return ScanFail("while scanning a directive", start, "found unknown directive name");
  }
  token.end = mark_;
  tokens_.push_back(std::move(token));
  return ToLineEnd("while scanning a directive", start);
}

bool Scanner::ScanVersion(const Mark& start, Token* token) {
  constexpr std::string_view kContext = "while scanning a %YAML directive";
  const auto number = [&](std::string* to) {
    while (At() >= '0' && At() <= '9') {
      *to += At();
      Next();
      if (to->size() > 9) return ScanFail(kContext, start, "found extremely long version number");
    }
    if (to->empty()) return ScanFail(kContext, start, "did not find expected version number");
    return true;
  };
  while (IsBlank()) Next();
  if (!number(&token->text)) return false;
  if (At() != '.') {
    return ScanFail(kContext, start, "did not find expected digit or '.' character");
  }
  Next();
  return number(&token->suffix);
}

bool Scanner::ScanTagDirective(const Mark& start, Token* token) {
  constexpr std::string_view kContext = "while scanning a %TAG directive";
  while (IsBlank()) Next();
  if (!ScanTagHandle(true, start, &token->text)) return false;
  if (!IsBlank()) return ScanFail(kContext, start, "did not find expected whitespace");
  while (IsBlank()) Next();
  if (!ScanTagUri(true, true, "", start, &token->suffix)) return false;
  if (!IsBlankOrEnd()) {
    return ScanFail(kContext, start, "did not find expected whitespace or line break");
  }
  return true;
}

bool Scanner::FetchTag() {
  if (!SaveKey()) return false;
  key_allowed_ = false;
  const Mark start = mark_;
  Token token;
  token.kind = TokenKind::kTag;
  token.start = start;
  if (At(1) == '<') {
    Next();
    Next();
    if (!ScanTagUri(true, false, "", start, &token.suffix)) return false;
    if (At() != '>') {
      return ScanFail("while scanning a tag", start, "did not find the expected '>'");
    }
    Next();
  } else {
    std::string& handle = token.text;
    if (!ScanTagHandle(false, start, &handle)) return false;
    if (handle.size() > 1 && handle.back() == '!') {
      if (!ScanTagUri(false, false, "", start, &token.suffix)) return false;
    } else {
      // It was no handle, but the beginning of the tag.
      if (!ScanTagUri(false, false, handle, start, &token.suffix)) return false;
      handle = "!";
      if (token.suffix.empty()) handle.swap(token.suffix);
    }
  }
  if (!IsBlankOrEnd() && (flow_level_ == 0 || At() != ',')) {
    return ScanFail("while scanning a tag", start,
                    "did not find expected whitespace or line break");
  }
  token.end = mark_;
  tokens_.push_back(std::move(token));
  return true;
}

// "!", "!!" or "!word!"; outside of directives "!word", too, which is none.
bool Scanner::ScanTagHandle(bool directive, const Mark& start, std::string* handle) {
  const std::string_view context =
      directive ? "while scanning a tag directive" : "while scanning a tag";
  GrowingScalar text(heap_);
  if (At() != '!') return ScanFail(context, start, "did not find expected '!'");
  Read(&text);
  while (IsWordCharacter(At())) Read(&text);
  if (At() == '!') {
    Read(&text);
  } else if (directive && text.text() != "!") {
    return ScanFail("while parsing a tag directive", start, "did not find expected '!'");
  }
  *handle = text.Take();
  return true;
}

bool Scanner::ScanTagUri(bool verbatim, bool directive, std::string_view head, const Mark& start,
                         std::string* uri) {
  GrowingScalar text(heap_);
  if (head.size() > 1) text.Put(head.substr(1));
  size_t length = head.size();
  while (IsWordCharacter(At()) || IsIn(At(), ";/?:@&=+$.%!~*'()") ||
         (verbatim && IsIn(At(), ",[]"))) {
    if (At() == '%') {
      if (!ScanUriEscape(directive, start, &text)) return false;
    } else {
      Read(&text);
    }
    ++length;
  }
  if (length == 0) {
    return ScanFail(directive ? "while parsing a %TAG directive" : "while parsing a tag", start,
                    "did not find expected tag URI");
  }
  *uri = text.Take();
  return true;
}

// A character as its bytes, each as %XX.
bool Scanner::ScanUriEscape(bool directive, const Mark& start, GrowingScalar* to) {
  const std::string_view context =
      directive ? "while parsing a %TAG directive" : "while parsing a tag";
  char bytes[4];
  size_t size = 0, width = 1;
  for (; size < width; ++size) {
    const int high = HexValue(At(1)), low = HexValue(At(2));
    if (At() != '%' || high < 0 || low < 0) {
      return ScanFail(context, start, "did not find URI escaped octet");
    }
    const int octet = high * 16 + low;
    if (size == 0) {
      width = (octet & 0x80) == 0      ? 1
              : (octet & 0xE0) == 0xC0 ? 2
              : (octet & 0xF0) == 0xE0 ? 3
              : (octet & 0xF8) == 0xF0 ? 4
                                       : 0;
      if (width == 0) {
        return ScanFail(context, start, "found an incorrect leading UTF-8 octet");
      }
    } else if ((octet & 0xC0) != 0x80) {
      return ScanFail(context, start, "found an incorrect trailing UTF-8 octet");
    }
    bytes[size] = static_cast<char>(octet);
    for (int i = 0; i < 3; ++i) Next();
  }
  const std::string_view character(bytes, width);
  if (!IsValidUtf8(character, Surrogates::kRefuse)) {
    return ScanFail(context, start, "found an incorrect trailing UTF-8 octet");
  }
  to->Put(character);
  return true;
}

}  // namespace pysub::shell::yq
