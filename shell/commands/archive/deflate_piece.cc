#include "shell/commands/archive/deflate_piece.h"

#include <zlib.h>

namespace pysub::shell {

void DeflatePiece(std::string_view bytes, int level, bool last, std::string* window,
                  std::string* out) {
  constexpr size_t kWindow = 32768;
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) return;
  if (!window->empty()) {
    deflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(window->data()),
                         static_cast<uInt>(window->size()));
  }
  const size_t before = out->size();
  out->resize(before + deflateBound(&stream, bytes.size()) + 64);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out->data() + before);
  stream.avail_out = static_cast<uInt>(out->size() - before);
  deflate(&stream, last ? Z_FINISH : Z_SYNC_FLUSH);
  out->resize(out->size() - stream.avail_out);
  deflateEnd(&stream);
  *window += bytes;
  if (window->size() > kWindow) window->erase(0, window->size() - kWindow);
}

}  // namespace pysub::shell
