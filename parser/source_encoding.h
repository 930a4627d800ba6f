#ifndef PYSUB_PARSER_SOURCE_ENCODING_H_
#define PYSUB_PARSER_SOURCE_ENCODING_H_

#include <string>
#include <string_view>

namespace pysub {

// Turns the bytes of a file or of standard input into program text (UTF-8, no byte order mark), as
// a byte order mark or the cookie of PEP 263 says. False: they are no text, and *error is what
// CPython 3.14 prints about it on standard error. `name` is what messages call the file.
//
// Where bytes that are not UTF-8 stand on line 2 and nothing declares an encoding, CPython speaks
// of line 1, unless line 1 is empty or a comment: here it is line 2.
bool DecodeSource(std::string_view name, std::string* bytes, std::string* error);

}  // namespace pysub

#endif  // PYSUB_PARSER_SOURCE_ENCODING_H_
