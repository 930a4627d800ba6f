// Text encodings: bytes.decode(), str.encode(), files.
//
// The set of codecs is closed: names never reach a file or a module. Everything is pure and
// thread-safe and allocates nothing; output goes to a sink. Decoders take any bytes and make text;
// encoders take text (utf8.h) and make bytes. Source: CPython 3.14 library, "codecs"; reasons,
// ranges and names of errors are CPython's.
#ifndef PYSUB_LEXER_UNICODE_CODECS_H_
#define PYSUB_LEXER_UNICODE_CODECS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "lexer/unicode/text_sink.h"

namespace pysub {

enum class Codec : uint8_t {
  kUtf8,
  kUtf8Sig,
  kUtf16,
  kUtf16Le,
  kUtf16Be,
  kUtf32,
  kUtf32Le,
  kUtf32Be,
  kAscii,
  kLatin1,
  kUnicodeEscape,
  kRawUnicodeEscape,
  kFirstSingleByte,  // this and above: the kSingleByteCodecCount rows of single_byte_codecs.def
};

inline constexpr int kSingleByteCodecCount = 69;

// The codec of a name as str.encode() takes it: any case, "utf8", "U8", "Latin-1", "windows_1252".
// nullopt: the program gets LookupError "unknown encoding: NAME".
std::optional<Codec> FindCodec(std::string_view name);

// codecs.lookup(name).name: "utf-8", "iso8859-1", "cp1252".
std::string_view CodecName(Codec codec);

enum class ErrorHandler : uint8_t {
  kStrict,
  kIgnore,
  kReplace,
  kBackslashReplace,
  kXmlCharRefReplace,
  kNameReplace,
  kSurrogateEscape,
  kSurrogatePass,
};

// nullopt: LookupError "unknown error handler name 'NAME'", which CPython raises only when the
// handler is needed: run with kStrict, and raise it if there is an error.
std::optional<ErrorHandler> FindErrorHandler(std::string_view name);

// What a UnicodeDecodeError or UnicodeEncodeError says. `start` and `end` count bytes of the input
// (decoding) or code points (encoding). The views live for ever.
struct CodecError {
  enum class Kind : uint8_t {
    kUnicodeError,
    // TypeError "don't know how to handle UnicodeDecodeError in error callback": the handler is one
    // for encoding only.
    kHandlerCannotDecode,
  };
  Kind kind = Kind::kUnicodeError;
  std::string_view encoding;
  size_t start = 0;
  size_t end = 0;
  std::string_view reason;
  // Bytes at the front of the input that the exception's `object` does not have, and start and end
  // do not count: 3 when "utf-8-sig" has taken off a signature, else 0.
  size_t object_offset = 0;
};

// Appends the text that `bytes` mean. On an error, what was appended is to be thrown away.
std::optional<CodecError> Decode(Codec codec, std::string_view bytes, ErrorHandler handler,
                                 SinkRef sink);

// Appends the bytes that `text` becomes. On an error, what was appended is to be thrown away.
std::optional<CodecError> Encode(Codec codec, std::string_view text, ErrorHandler handler,
                                 SinkRef sink);

// str(error): "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte". `object` is
// the input of the call that failed, without the first object_offset bytes.
void AppendDecodeErrorMessage(const CodecError& error, std::string_view object, SinkRef sink);
void AppendEncodeErrorMessage(const CodecError& error, std::string_view object, SinkRef sink);

}  // namespace pysub

#endif  // PYSUB_LEXER_UNICODE_CODECS_H_
