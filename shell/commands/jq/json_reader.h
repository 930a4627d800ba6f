#ifndef PYSUB_SHELL_COMMANDS_JQ_JSON_READER_H_
#define PYSUB_SHELL_COMMANDS_JQ_JSON_READER_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/jq/heap.h"

namespace pysub::shell::jq {

class ValueArchive;

// Reads JSON texts out of input that comes in pieces of any size, with the mistakes that jq finds
// and where it finds them. With kStream it gives [path, leaf] and [path] instead of whole values.
class JsonReader {
 public:
  enum class Mode : uint8_t { kValues, kStream };
  enum class Result : uint8_t { kValue, kMore, kEnd, kError };
  // jq's limit of nested arrays and objects.
  static constexpr size_t kMaxDepth = 10000;

  explicit JsonReader(Heap& heap) : heap_(heap) {}
  void set_mode(Mode mode) { mode_ = mode; }
  // Texts begin with RS; one that is cut off is an error and reading goes on. What stands before
  // the first is left out.
  void set_sequence() { sequence_ = true; }

  // More input; all that was there was used, but when WantsLine(). It must stay until it is, or
  // until Suspend().
  void Feed(std::string_view bytes);
  // There is no more.
  void Finish() { finished_ = true; }
  // Other input follows, from its first line.
  void Restart();
  Result Next(Value* value);
  // After kError: what is wrong.
  const std::string& error() const { return error_; }
  // Where the error was found, in --stream.
  const Value& path() const { return error_path_; }

  // Whether jq would read on before it does anything with the value that Next() gave: it reads
  // lines, of at most 64 KB.
  bool WantsLine();
  // The number of lines that jq would have read so far.
  uint64_t LinesRead();
  // Keeps a copy of what was fed.
  void Suspend();
  void Save(ValueArchive& archive);

 private:
  enum class State : uint8_t { kNormal, kString, kEscape, kLiteral, kSkipping };
  // What stands before the place where a stream is.
  enum class Before : uint8_t { kOpen, kComma, kColon, kKey, kValue };

  Result Fail(std::string_view message, bool at_end = false);
  // Each says what is wrong; null: nothing.
  const char* Literal(std::string_view text);
  const char* FoundString(std::string_view raw);
  const char* Structure(char c);
  const char* StreamStructure(char c);
  const char* StreamClose(char c);
  const char* TakeValue(Value value);
  const char* Open(char c);
  const char* Colon();
  const char* Comma();
  const char* CloseArray();
  const char* CloseObject();
  const char* Step();
  const char* StringPart();
  const char* LiteralPart();
  const char* Bracket();
  const char* RecordSeparator();
  void SkipAbandoned();
  void SkipLine();
  bool Done(Value* value);
  Result AtEnd(Value* value);
  void Emit(bool closing, Value leaf);
  void Keep(std::string_view part);
  void Reset();
  void CountLines();

  Heap& heap_;
  Mode mode_ = Mode::kValues;
  bool sequence_ = false;
  std::string_view bytes_;
  std::string own_;
  bool is_own_ = false;
  uint64_t at_ = 0;
  bool finished_ = false;
  bool started_ = false;  // behind a byte order mark, if there is one
  uint8_t mark_ = 0;      // bytes of it that were read

  State state_ = State::kNormal;
  std::string token_;         // of a string or a literal that came in pieces
  std::vector<Value> stack_;  // open containers and the keys in them
  Value next_;                // a value that is complete, and not yet anywhere
  bool white_ = true;         // what came last was white space
  std::string error_;
  bool heard_ = false;         // a first RS
  bool at_separator_ = false;  // the error was found at RS
  Value error_path_;

  Value path_;                   // kStream
  std::vector<uint8_t> kinds_;   // '[' or '{' of each level
  std::vector<uint8_t> filled_;  // whether it has something
  Before before_ = Before::kOpen;
  Value ready_[2];  // to be given out
  uint8_t ready_count_ = 0, ready_at_ = 0;

  // Lines and the beginning of the last one, of all input before `counted_` in bytes_.
  uint64_t lines_ = 0, column_ = 0, counted_ = 0;
  uint64_t line_end_ = 0;  // behind a newline in bytes_ that was seen; 0: none
};

// The text of a string between its quotes as a value; null in *error: it is right.
Value UnescapeString(Heap& heap, std::string_view raw, const char** error);
// Bytes that are no UTF-8 replaced by U+FFFD.
Value ValidString(Heap& heap, std::string_view bytes);
// A single text, as fromjson reads it; None and *error.
Value ParseJson(Heap& heap, std::string_view text, std::string* error);

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_JSON_READER_H_
