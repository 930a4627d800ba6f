#ifndef PYSUB_SHELL_COMMANDS_NET_BODY_DECODER_H_
#define PYSUB_SHELL_COMMANDS_NET_BODY_DECODER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "shell/commands/archive/gzip_stream.h"
#include "shell/commands/archive/inflate.h"

namespace pysub::shell {

// Content-Encoding undone, a piece at a time: gzip, and deflate with or without zlib's head.
class BodyDecoder {
 public:
  // False: that encoding cannot be undone here.
  bool Start(std::string_view encoding);
  bool is_plain() const { return kind_ == Kind::kPlain; }
  // Appends about `most` bytes at most; what is left of *in is for the next call. False: the body
  // is damaged.
  bool Decode(std::string_view* in, std::string* out, size_t most);
  void Fields(Archive& archive);

 private:
  enum class Kind : uint8_t { kPlain, kGzip, kDeflate };
  Kind kind_ = Kind::kPlain;
  GzipReader gzip_;
  Inflater inflater_;
  std::string start_;  // the first two bytes of deflate tell whether there is a head
  bool is_started_ = false, is_over_ = false;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_NET_BODY_DECODER_H_
