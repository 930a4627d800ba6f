#include "parser/source_encoding.h"

#include <algorithm>
#include <optional>

#include "lexer/lexer.h"
#include "lexer/source_text.h"
#include "lexer/unicode/codecs.h"
#include "lexer/unicode/utf8.h"
#include "parser/syntax_errors.h"

namespace pysub {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// One physical line of the file.
struct Line {
  uint32_t number;
  size_t start;
  std::string_view bytes;  // without its end, up to a NUL
};

Line LineAt(std::string_view text, size_t offset) {
  Line line{1, 0, {}};
  for (size_t i = 0; i < offset; ++i) {
    if (text[i] != '\n' && (text[i] != '\r' || text.substr(i + 1, 1) == "\n")) continue;
    ++line.number;
    line.start = i + 1;
  }
  line.bytes = text.substr(line.start,
                           text.find_first_of(std::string_view("\r\n\0", 3), offset) - line.start);
  return line;
}

// What can be shown of bytes that may not be UTF-8.
std::string Shown(std::string_view bytes) {
  std::string text;
  StringSink sink(text);
  Decode(Codec::kUtf8, bytes, ErrorHandler::kReplace, sink);
  return text;
}

// An error about `line`; with `column` characters before the caret, if there is to be one.
std::string ErrorOnLine(std::string_view name, const Line& line, std::string message,
                        std::optional<size_t> column) {
  SyntaxErrorInfo error;
  error.message = std::move(message);
  error.line = line.number;
  error.text = Shown(line.bytes) + "\n";
  error.offset = column ? static_cast<int32_t>(*column) + 1 : 0;
  error.end_line = line.number;
  error.end_offset = error.offset;
  return FormatSyntaxError(error, name, {}, SourceOrigin::kFile);
}

std::string EncodingProblem(std::string_view cookie) {
  return "encoding problem: " + std::string(cookie);
}

// The names that CPython's tokenizer normalises: "UTF_8-unix" is "utf-8".
std::string NormalName(std::string_view cookie) {
  std::string name;
  for (char c : cookie.substr(0, 12)) {
    name.push_back(c == '_' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c);
  }
  const auto is = [&name](std::string_view known) {
    return name == known || name.starts_with(std::string(known) + "-");
  };
  if (is("utf-8")) return "utf-8";
  if (is("latin-1") || is("iso-8859-1") || is("iso-latin-1")) return "iso-8859-1";
  return std::string(cookie);
}

std::string NotUtf8(std::string_view name, std::string_view text, size_t bad, bool declared,
                    std::string_view reason) {
  Line line = LineAt(text, bad);
  const size_t column = bad - line.start;
  const uint8_t byte = static_cast<uint8_t>(text[bad]);
  const std::string digits = {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
  if (declared) {
    return ErrorOnLine(name, line,
                       "(unicode error) 'utf-8' codec can't decode byte 0x" + digits +
                           " in position " + std::to_string(column) + ": " + std::string(reason),
                       std::nullopt);
  }
  return ErrorOnLine(
      name, line,
      "Non-UTF-8 code starting with '\\x" + digits + "' in file " + std::string(name) +
          " on line " + std::to_string(line.number) +
          ", but no encoding declared; see https://peps.python.org/pep-0263/ for details",
      CountCharacters(line.bytes.substr(0, column)));
}

// A codec in which a line of Python can be told by its ASCII bytes.
std::optional<Codec> SourceCodec(std::string_view cookie) {
  std::optional<Codec> codec = FindCodec(cookie);
  if (!codec || (*codec >= Codec::kUtf16 && *codec <= Codec::kUtf32Be)) return std::nullopt;
  return codec;
}

}  // namespace

bool DecodeSource(std::string_view name, std::string* bytes, std::string* error) {
  const bool marked = bytes->starts_with(kByteOrderMark);
  if (marked) bytes->erase(0, kByteOrderMark.size());
  std::string_view cookie;
  DetectEncoding(*bytes, &cookie);
  const std::string encoding = cookie.empty() ? "" : NormalName(cookie);
  if (marked && !cookie.empty() && encoding != "utf-8") {
    Line line = LineAt(*bytes, static_cast<size_t>(cookie.data() - bytes->data()));
    *error = ErrorOnLine(name, line, EncodingProblem(encoding) + " with BOM", std::nullopt);
    return false;
  }
  if (!encoding.empty() && encoding != "utf-8") {
    std::optional<Codec> codec = SourceCodec(encoding);
    std::string text;
    StringSink sink(text);
    if (!codec || Decode(*codec, *bytes, ErrorHandler::kStrict, sink)) {
      *error = "SyntaxError: " + EncodingProblem(encoding) + "\n";
      return false;
    }
    *bytes = std::move(text);
  }
  const size_t nul = std::min(bytes->find('\0'), bytes->size());
  const std::string_view readable = std::string_view(*bytes).substr(0, nul);
  if (!IsValidUtf8(readable, Surrogates::kRefuse)) {
    CountingSink sink;
    const CodecError bad = *Decode(Codec::kUtf8, readable, ErrorHandler::kStrict, sink);
    *error = NotUtf8(name, *bytes, bad.start, marked || !encoding.empty(), bad.reason);
    return false;
  }
  if (nul < bytes->size()) {
    Line line = LineAt(*bytes, nul);
    *error = ErrorOnLine(name, line, "source code cannot contain null bytes", std::nullopt);
    return false;
  }
  return true;
}

}  // namespace pysub
