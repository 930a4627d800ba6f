#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_DEFLATE_PIECE_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_DEFLATE_PIECE_H_

#include <string>
#include <string_view>

namespace pysub::shell {

// Deflates a piece by itself (RFC 1951), appending to *out. *window holds the bytes before it, its
// dictionary, so references go across pieces; a piece that is not the last one ends at a whole
// byte. It costs a little compression that each piece has its own Huffman codes. In return nothing
// of zlib needs saving: *window, 32 KiB at most, is all that outlives a call.
void DeflatePiece(std::string_view bytes, int level, bool last, std::string* window,
                  std::string* out);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_DEFLATE_PIECE_H_
