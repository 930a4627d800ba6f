// Where text functions put what they make.
//
// A sink is any object with `void Append(std::string_view)`, or `bool` if it may be full. The
// functions take a SinkRef, which any sink converts to: one compiled body per function, whatever
// the sink. They hand over pieces of some hundred bytes, so the indirect call costs next to
// nothing. A sink that can take no more (limits) remembers that, says false and ignores the rest;
// functions that could go on for long end then.
#ifndef PYSUB_LEXER_UNICODE_TEXT_SINK_H_
#define PYSUB_LEXER_UNICODE_TEXT_SINK_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "lexer/unicode/utf8.h"

namespace pysub {

// Borrows a sink for the time of one call. Two words, passed by value; a std::function would
// allocate and a template would be compiled once for each sink.
class SinkRef {
 public:
  template <class Sink>
  requires(!std::is_same_v<std::remove_cv_t<Sink>, SinkRef>)
      SinkRef(Sink& sink)  // NOLINT(google-explicit-constructor): a sink is passed as it is
      : sink_(&sink), append_([](void* s, std::string_view piece) {
          if constexpr (std::is_void_v<decltype(static_cast<Sink*>(s)->Append(piece))>) {
            static_cast<Sink*>(s)->Append(piece);
            return true;
          } else {
            return static_cast<bool>(static_cast<Sink*>(s)->Append(piece));
          }
        }) {}

  // False: it is full.
  bool Append(std::string_view piece) { return append_(sink_, piece); }

 private:
  void* sink_;
  bool (*append_)(void*, std::string_view);
};

// Collects small pieces on the stack and hands them on in larger ones; the destructor hands on the
// rest. It is itself a sink.
class ChunkedSink {
 public:
  explicit ChunkedSink(SinkRef sink) : sink_(sink) {}
  ChunkedSink(const ChunkedSink&) = delete;
  ChunkedSink& operator=(const ChunkedSink&) = delete;
  ~ChunkedSink() { Flush(); }

  void Append(std::string_view piece) {
    if (piece.size() > sizeof(chunk_) - used_) {
      Flush();
      if (piece.size() > sizeof(chunk_) / 2) {
        full_ = !sink_.Append(piece);
        return;
      }
    }
    memcpy(chunk_ + used_, piece.data(), piece.size());
    used_ += piece.size();
  }

  static constexpr size_t kMaxReserve = 256;
  // Room for `size` bytes, at most kMaxReserve, which the caller fills at once.
  char* Reserve(size_t size) {
    char* const room = Room(size);
    used_ += size;
    return room;
  }

  void Append(char32_t c) { used_ += static_cast<size_t>(EncodeUtf8(c, Room(4))); }
  void AppendByte(char byte) {
    *Room(1) = byte;
    ++used_;
  }

  // `count` times the byte or code point.
  void AppendRepeated(char32_t c, size_t count) {
    for (; count > 0; --count) Append(c);
  }

  void Flush() {
    if (used_ > 0) full_ = !sink_.Append({chunk_, used_});
    used_ = 0;
  }
  bool full() const { return full_; }

 private:
  char* Room(size_t size) {
    if (sizeof(chunk_) - used_ < size) Flush();
    return chunk_ + used_;
  }

  SinkRef sink_;
  size_t used_ = 0;
  bool full_ = false;
  char chunk_[512];
};

// Appends to a std::string, which lives longer than the sink.
class StringSink {
 public:
  explicit StringSink(std::string& out) : out_(out) {}
  void Append(std::string_view piece) { out_.append(piece); }

 private:
  std::string& out_;
};

// Only counts: the size of a result before any of it is built. Saturates at SIZE_MAX.
class CountingSink {
 public:
  void Append(std::string_view piece) {
    if (__builtin_add_overflow(size_, piece.size(), &size_)) size_ = SIZE_MAX;
  }
  size_t size() const { return size_; }

 private:
  size_t size_ = 0;
};

}  // namespace pysub

#endif  // PYSUB_LEXER_UNICODE_TEXT_SINK_H_
