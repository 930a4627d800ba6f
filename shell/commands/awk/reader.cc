#include <algorithm>

#include "shell/commands/awk/streams.h"

namespace pysub::shell::awk {

Got Reader::Fill(CommandIo& io) {
  std::string_view bytes;
  const Got got = GotOf(io.ReadSome(fd_, &bytes));
  if (got == Got::kEnd) ended_ = true;
  if (got != Got::kData) return got;
  // (what was given out is dropped only now: views of it lived until here)
  if (begin_ > 0) {
    buffer_.EraseFront(begin_);
    begin_ = 0;
  }
  static_cast<void>(heap_->Work(bytes.size() / 8));
  return buffer_.Append(bytes) ? Got::kData : Got::kNoMemory;
}

bool Reader::Give(std::string_view rest, size_t size, size_t end_size, std::string_view* text,
                  std::string_view* end) {
  *text = rest.substr(0, size);
  *end = rest.substr(size, end_size);
  begin_ += size + end_size;
  scanned_ = searched_ = waited_ = 0;
  in_paragraph_ = false;
  return true;
}

bool Reader::Find(const RecordEnd& how, std::string_view* text, std::string_view* end) {
  if (begin_ > buffer_.size()) begin_ = buffer_.size();  // a state that somebody has changed
  const std::string_view rest = buffer_.view().substr(begin_);
  if (rest.empty()) return false;
  switch (how.mode) {
    case RecordEnd::Mode::kParagraph: return FindParagraph(rest, text, end);
    case RecordEnd::Mode::kPattern: return FindPattern(how, rest, text, end);
    case RecordEnd::Mode::kCsv: return FindCsv(rest, text, end);
    case RecordEnd::Mode::kCharacter: break;
  }
  const size_t from = std::min<size_t>(scanned_, rest.size());
  const void* found = std::memchr(rest.data() + from, how.character, rest.size() - from);
  if (found != nullptr) {
    const auto size = static_cast<size_t>(static_cast<const char*>(found) - rest.data());
    return Give(rest, size, 1, text, end);
  }
  scanned_ = rest.size();
  return ended_ && Give(rest, rest.size(), 0, text, end);
}

// Newlines in front are left out, those behind are the end: all of them have to be there.
bool Reader::FindParagraph(std::string_view rest, std::string_view* text, std::string_view* end) {
  if (!in_paragraph_) {
    const size_t first = std::min(rest.find_first_not_of('\n'), rest.size());
    begin_ += first;
    scanned_ = 0;
    rest.remove_prefix(first);
    if (rest.empty()) return false;
    in_paragraph_ = true;
  }
  const size_t size = rest.find("\n\n", scanned_ > 0 ? scanned_ - 1 : 0);
  if (size == std::string_view::npos) {
    scanned_ = rest.size();
    if (!ended_) return false;
    const size_t tail = rest.ends_with('\n') ? 1 : 0;
    return Give(rest, rest.size() - tail, tail, text, end);
  }
  const size_t next = rest.find_first_not_of('\n', size);
  if (next == std::string_view::npos && !ended_) return false;
  return Give(rest, size, std::min(next, rest.size()) - size, text, end);
}

// An end that more input could make longer is not taken yet. What does not match is not searched
// again before there is twice as much.
bool Reader::FindPattern(const RecordEnd& how, std::string_view rest, std::string_view* text,
                         std::string_view* end) {
  if (!ended_ && searched_ > 0 && rest.size() < 2 * searched_) return false;
  RegexSpan span;
  size_t from = 0;
  while (how.pattern != nullptr && how.pattern->Search(rest, from, &span, 1, heap_)) {
    if (span.begin == span.end) {  // an empty match ends nothing
      from = static_cast<size_t>(span.end) + 1;
      if (from > rest.size() || !heap_->Work(8)) break;
      continue;
    }
    if (static_cast<size_t>(span.end) == rest.size() && !ended_) return false;
    return Give(rest, static_cast<size_t>(span.begin), static_cast<size_t>(span.end - span.begin),
                text, end);
  }
  searched_ = rest.size();
  return ended_ && Give(rest, rest.size(), 0, text, end);
}

// Newlines in quotes end no record of --csv.
bool Reader::FindCsv(std::string_view rest, std::string_view* text, std::string_view* end) {
  bool quoted = false;
  for (size_t at = 0; at < rest.size(); ++at) {
    if (rest[at] == '"') quoted = !quoted;
    if (rest[at] != '\n' || quoted) continue;
    const size_t size = at > 0 && rest[at - 1] == '\r' ? at - 1 : at;
    return Give(rest, size, at + 1 - size, text, end);
  }
  static_cast<void>(heap_->Work(rest.size()));
  return ended_ && Give(rest, rest.size(), 0, text, end);
}

void Reader::Fields(Archive& archive) {
  archive(buffer_, fd_, begin_, scanned_, searched_, waited_, ended_, in_paragraph_);
  if (begin_ > buffer_.size() || scanned_ > buffer_.size()) archive.Fail();
}

}  // namespace pysub::shell::awk
