#include "shell/commands/rg/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "shell/commands/simple.h"
#include "shell/regex/syntax_tree.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::rg {
namespace {

constexpr size_t kPiece = 64 << 10;

void AddCodePoint(uint32_t c, std::string* out) {
  if (c >= 0x110000 || (c >= 0xD800 && c < 0xE000)) c = 0xFFFD;
  if (c < 0x80) {
    *out += static_cast<char>(c);
    return;
  }
  if (c < 0x800) {
    *out += static_cast<char>(0xC0 | c >> 6);
  } else {
    if (c < 0x10000) {
      *out += static_cast<char>(0xE0 | c >> 12);
    } else {
      *out += static_cast<char>(0xF0 | c >> 18);
      *out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    }
    *out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
  }
  *out += static_cast<char>(0x80 | (c & 0x3F));
}

// What windows-1252, which is what the web calls latin1, has where that has controls.
constexpr uint16_t kWindows[32] = {0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021,
                                   0x2C6,  0x2030, 0x160,  0x2039, 0x152,  0x8D,   0x17D,  0x8F,
                                   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                   0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178};

}  // namespace

// What cannot be decoded becomes U+FFFD, as the WHATWG's decoders have it, and never ends the
// search.
void Transcoder::Add(std::string_view bytes, bool last, std::string* out) {
  waiting_ += bytes;
  std::string_view text = waiting_;
  if (!begun_) {
    if (text.size() < 3 && !last) return;
    begun_ = true;
    if (encoding_ != Encoding::kNone) {
      if (text.starts_with("\xEF\xBB\xBF")) {
        encoding_ = Encoding::kUtf8;
        text.remove_prefix(3);
      } else if (text.starts_with("\xFF\xFE")) {
        encoding_ = Encoding::kUtf16Le;
        text.remove_prefix(2);
      } else if (text.starts_with("\xFE\xFF")) {
        encoding_ = Encoding::kUtf16Be;
        text.remove_prefix(2);
      }
    }
  }
  size_t at = 0;
  switch (encoding_) {
    case Encoding::kAuto:
    case Encoding::kNone:
      out->append(text);
      at = text.size();
      break;
    case Encoding::kUtf8:
      while (at < text.size()) {
        uint32_t c = 0;
        const size_t size = DecodeCharacter(text, at, &c);
        if (c >= kInvalidByte && !last && text.size() - at < 4) break;  // more of it may come
        AddCodePoint(c, out);
        at += size;
      }
      break;
    case Encoding::kLatin1:
      for (; at < text.size(); ++at) {
        const auto c = static_cast<uint8_t>(text[at]);
        AddCodePoint(c >= 0x80 && c < 0xA0 ? kWindows[c - 0x80] : c, out);
      }
      break;
    case Encoding::kUtf16Le:
    case Encoding::kUtf16Be: {
      auto unit = [&](size_t place) {
        const uint32_t a = static_cast<uint8_t>(text[place]),
                       b = static_cast<uint8_t>(text[place + 1]);
        return encoding_ == Encoding::kUtf16Le ? b << 8 | a : a << 8 | b;
      };
      while (at + 2 <= text.size()) {
        uint32_t c = unit(at);
        size_t size = 2;
        if (c >= 0xD800 && c < 0xDC00) {
          if (at + 4 > text.size()) {
            if (!last) break;
          } else if (const uint32_t low = unit(at + 2); low >= 0xDC00 && low < 0xE000) {
            c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
            size = 4;
          }
        }
        AddCodePoint(c, out);
        at += size;
      }
      if (last && at < text.size()) {
        AddCodePoint(0xFFFD, out);
        at = text.size();
      }
      break;
    }
  }
  std::string rest(text.substr(at));
  waiting_ = std::move(rest);
}

// (a forged state: each place must be in the buffer)
void Search::Fields(Archive& archive) {
  archive(fd_, mapped_, regular_, nul_, unpacker_, packed_ended_, transcoder_, phase_, input_ended_,
          ascii_, buffer_);
  archive.Charged(charged_);
  archive(base_, fill_begin_, usable_, pos_, visited_, counted_, number_, after_left_, has_sunk_,
          binary_, has_block_, block_begin_, block_end_);
  const uint64_t size = buffer_.size();
  if (fill_begin_ > size || usable_ > size || pos_ > size || visited_ > size || counted_ > size ||
      block_begin_ > block_end_ || block_end_ > size || nul_ > NulIs::kConverted ||
      phase_ > Phase::kSearching || counted_ > std::max(pos_, visited_))
    archive.Fail();
}

bool Search::Open(CommandIo& io, const std::string& path, bool named, bool is_stdin) {
  const Options& o = *options_;
  fd_ = is_stdin ? 0 : io.Open(path, OpenMode::kRead);
  if (fd_ < 0) return false;
  regular_ = io.FileSize(fd_).has_value();
  const bool may_be_packed = o.search_zip && !is_stdin;
  unpacker_.Start(io, may_be_packed ? Unpacker::OfName(path) : Unpacker::Kind::kNone);
  const bool zipped = unpacker_.kind() != Unpacker::Kind::kNone;
  transcoder_.Start(o.encoding);
  // The real rg maps up to ten files that were named, and what is said of binary files depends on
  // it.
  const bool all_named = o.paths.size() <= 10 && named && !is_stdin;
  mapped_ = regular_ && !zipped && !is_stdin && o.mmap.value_or(all_named) &&
            io.FileSize(fd_).value_or(0) > 0;
  nul_ = o.binary == Binary::kText || o.null_data  ? NulIs::kText
         : named || is_stdin || o.binary_for_found ? NulIs::kConverted
                                                   : NulIs::kQuits;
  phase_ = Phase::kReading;
  packed_ended_ = input_ended_ = ascii_ = has_sunk_ = has_block_ = false;
  buffer_.clear();
  base_ = fill_begin_ = usable_ = pos_ = visited_ = counted_ = after_left_ = 0;
  block_begin_ = block_end_ = 0;
  number_ = 1;
  binary_.reset();
  return true;
}

// ---- reading
bool Search::Append(CommandIo& io, std::string_view bytes, bool end) {
  // A byte becomes three at most.
  const size_t more = 3 * bytes.size() + 32;
  if (buffer_.size() + more > 4 * kPiece && !MakeRoom(io, &buffer_, more, &charged_)) return false;
  transcoder_.Add(bytes, end, &buffer_);
  if (transcoder_.changes()) mapped_ = false;
  return true;
}

// What -z unpacks. Nothing comes out of it at the end of the input, too: then it must be complete.
Got Search::ReadPacked(CommandIo& io, size_t most, std::string* error) {
  using Outcome = Unpacker::Outcome;
  std::string out;
  const Outcome outcome = unpacker_.Next(io, &out, most);
  if (outcome == Outcome::kNoMemory) return Got::kNoMemory;
  if (outcome == Outcome::kNotPacked || outcome == Outcome::kWrong) {
    constexpr std::string_view kNames[] = {"", "gzip", "bzip2", "xz", "zstd"};
    *error = outcome == Outcome::kWrong
                 ? "invalid compressed data"
                 : fmt::format("not in {} format", kNames[static_cast<size_t>(unpacker_.kind())]);
    return Got::kError;
  }
  input_ended_ = outcome == Outcome::kGarbage || (packed_ended_ && out.empty());
  if (input_ended_ && outcome != Outcome::kGarbage && !unpacker_.IsFresh() &&
      !unpacker_.IsComplete()) {
    *error = "unexpected end of file";
    return Got::kError;
  }
  if (!Append(io, out, input_ended_)) return Got::kNoMemory;
  return input_ended_ ? Got::kEnd : Got::kData;
}

Got Search::ReadMore(CommandIo& io, size_t most, std::string* error) {
  const bool zipped = unpacker_.kind() != Unpacker::Kind::kNone;
  if (zipped && !unpacker_.hungry()) return ReadPacked(io, most, error);
  std::string_view bytes;
  switch (io.ReadSome(fd_, &bytes, std::min(most, kPiece))) {
    case ReadStatus::kWait: return Got::kWait;
    case ReadStatus::kError:
      *error =
          std::string(ErrnoText(io.error())) + " (os error " + std::to_string(io.error()) + ")";
      return Got::kError;
    case ReadStatus::kEnd:
      if (zipped) {
        packed_ended_ = true;
        unpacker_.End();
        return Got::kData;
      }
      input_ended_ = true;
      return Append(io, "", true) ? Got::kEnd : Got::kNoMemory;
    case ReadStatus::kData: break;
  }
  if (zipped) {
    unpacker_.Feed(bytes);
    return Got::kData;
  }
  if (!Append(io, bytes, false)) return Got::kNoMemory;
  return Got::kData;
}

// What was searched goes, but for lines that may be shown before the next match.
void Search::Roll(CommandIo& io) {
  uint64_t gone = usable_;
  if (options_->before > 0 || options_->after > 0) {
    // The lines that are kept are those of -B, and what was not shown yet.
    const size_t context = Preceding(io, 0, usable_, options_->before);
    gone = std::max<uint64_t>(context, visited_);
  }
  CountLines(io, gone);
  buffer_.erase(0, gone);
  base_ += gone;
  pos_ = usable_ - gone;
  usable_ -= gone;
  visited_ = counted_ = 0;
  fill_begin_ = buffer_.size();
}

// A piece: as many bytes as there is room for, and on to the end of a line.
Got Search::Fill(CommandIo& io, std::string* error) {
  while (true) {
    const size_t had = buffer_.size();
    if (!input_ended_) {
      const size_t left = fill_begin_ % kPiece;
      const size_t target = whole_ ? SIZE_MAX : fill_begin_ + (kPiece - left);
      if (had < target) {
        const Got got = ReadMore(io, std::min(kPiece, target - had), error);
        if (got != Got::kData && got != Got::kEnd) return got;
        const bool enough = io.Tick(64 + (buffer_.size() - had) / 4);
        // A pipe gives what it has; a file gives all that is asked for.
        if (got == Got::kData && (regular_ || whole_ || buffer_.size() == fill_begin_)) {
          if (enough) return Got::kYield;
          continue;
        }
      }
    }
    LookForNul(io, fill_begin_);
    if (binary_ && nul_ == NulIs::kQuits) return Got::kEnd;
    // A piece ends with a line, so that no line is seen twice; a line that is longer than the piece
    // is waited for.
    const std::string_view fresh = std::string_view(buffer_).substr(fill_begin_);
    const size_t end = input_ended_ || whole_ ? buffer_.size() : fresh.rfind(Terminator());
    if (end == std::string_view::npos) {  // a long line
      fill_begin_ = buffer_.size();
      if (io.Tick(64)) return Got::kYield;
      continue;
    }
    usable_ = input_ended_ || whole_ ? buffer_.size() : fill_begin_ + end + 1;
    ascii_ = RegexSubject(std::string_view(buffer_).substr(0, usable_)).ascii;
    return Got::kData;
  }
}

void Search::LookForNul(CommandIo& io, size_t from) {
  if (nul_ == NulIs::kText) return;
  const bool slice = mapped_ || whole_;
  if (slice) {
    if (base_ > 0 || from > 0 || binary_) return;
    const size_t nul = std::string_view(buffer_).substr(0, kPiece).find('\0');
    if (nul != std::string_view::npos) {
      binary_ = nul;
      printer_->FoundBinary(nul, nul_ == NulIs::kQuits);
    }
    return;
  }
  const size_t nul = buffer_.find('\0', from);
  if (nul == std::string::npos) return;
  if (!binary_) {
    binary_ = base_ + nul;
    printer_->FoundBinary(*binary_, nul_ == NulIs::kQuits);
  }
  if (nul_ != NulIs::kConverted) return;
  // A NUL becomes the end of a line, as rg does with files that it goes on with.
  for (size_t at = nul; at != std::string::npos; at = buffer_.find('\0', at + 1))
    buffer_[at] = Terminator();
  static_cast<void>(io.Tick((buffer_.size() - from) / 8));
}

// The rest of this file is not looked at.
Got Search::GiveUp(CommandIo& io) {
  Release(io);
  if (fd_ > 0) io.Close(fd_);
  fd_ = -1;
  return Got::kError;
}

Got Search::Run(CommandIo& io, std::string* error) {
  while (true) {
    if (phase_ == Phase::kReading) {
      const Got got = Fill(io, error);
      if (got == Got::kError) return GiveUp(io);
      if (got == Got::kEnd) return Close(io);
      if (got != Got::kData) return got;
      phase_ = Phase::kSearching;
    }
    const Got got = whole_ ? Whole(io) : Lines(io);
    if (got == Got::kEnd) return Close(io);
    if (got == Got::kError) {
      *error = "PCRE2: error matching: match limit exceeded";
      return GiveUp(io);
    }
    if (got != Got::kData) return got;
    // This piece is done with.
    if (input_ended_) {
      if (!SinkAfter(io, usable_)) return Close(io);
      base_ += usable_;
      pos_ = visited_ = counted_ = usable_ = fill_begin_ = 0;
      block_begin_ = block_end_ = 0;
      buffer_.clear();
      return Close(io);
    }
    Roll(io);
    phase_ = Phase::kReading;
  }
}

Got Search::Close(CommandIo& io) {
  uint64_t searched = base_;
  if (mapped_ || whole_) {
    searched += pos_;
    if (binary_ && *binary_ < searched) searched = *binary_;
  }
  Release(io);
  printer_->Finish(io, searched);
  if (fd_ > 0) io.Close(fd_);
  fd_ = -1;
  return Got::kEnd;
}

void Search::Release(CommandIo& io) {
  if (charged_ > 0) {
    std::string().swap(buffer_);
    static_cast<void>(io.Reserve(-static_cast<int64_t>(std::exchange(charged_, 0))));
  }
  buffer_.clear();
  unpacker_.Start(io, Unpacker::Kind::kNone);
  fill_begin_ = usable_ = pos_ = visited_ = counted_ = block_begin_ = block_end_ = 0;
}

// ---- lines
std::string_view Search::Text(size_t begin, size_t end) const {
  if (end > begin && buffer_[end - 1] == Terminator()) {
    --end;
    if (options_->crlf && end > begin && buffer_[end - 1] == '\r') --end;
  }
  return std::string_view(buffer_).substr(begin, end - begin);
}

size_t Search::EndOfLine(size_t begin) const {
  if (begin >= usable_) return usable_;
  const void* found = std::memchr(buffer_.data() + begin, Terminator(), usable_ - begin);
  return found == nullptr
             ? usable_
             : static_cast<size_t>(static_cast<const char*>(found) - buffer_.data()) + 1;
}

// The beginning of the `lines` lines before `end`, and of the one that ends there.
size_t Search::Preceding(CommandIo& io, size_t from, size_t end, uint64_t lines) {
  size_t at = end;
  if (at > from && buffer_[at - 1] == Terminator()) --at;
  for (uint64_t i = 0;; ++i) {
    const void* found =
        at == from ? nullptr : memrchr(buffer_.data() + from, Terminator(), at - from);
    if (found == nullptr) {
      static_cast<void>(io.Tick((end - from) / 16));
      return from;
    }
    at = static_cast<size_t>(static_cast<const char*>(found) - buffer_.data());
    if (i == lines) break;
  }
  static_cast<void>(io.Tick((end - at) / 16));
  return at + 1;
}

void Search::CountLines(CommandIo& io, size_t upto) {
  if (upto <= counted_) return;
  if (options_->line_number) {
    const char end = Terminator();
    number_ +=
        static_cast<uint64_t>(std::count(buffer_.data() + counted_, buffer_.data() + upto, end));
    static_cast<void>(io.Tick((upto - counted_) / 16));
  }
  counted_ = upto;
}

// Where the next line that may match begins; usable_: none does.
size_t Search::Skip(CommandIo& io) {
  size_t begin = 0;
  const std::string_view text = std::string_view(buffer_).substr(pos_, usable_ - pos_);
  // (The terminator of the last line is not another line.)
  const RegexSubject subject(text.ends_with('\n') ? text.substr(0, text.size() - 1) : text, ascii_);
  if (!matcher_->FindLine(subject, &io.account(), &begin)) return pos_;
  return begin == std::string_view::npos ? usable_ : pos_ + begin;
}

// True: done with it. False: this file is. Nothing: the script ends, or the regex gave up.
std::optional<bool> Search::Line(CommandIo& io, size_t end) {
  const std::string_view text = Text(pos_, end);
  const RegexSubject subject = ascii_ ? RegexSubject(text, true) : RegexSubject(text);
  const RegexOutcome outcome = matcher_->Find(subject, 0, &spans_, false, &io.account());
  if (outcome == RegexOutcome::kStopped || outcome == RegexOutcome::kGaveUp) return std::nullopt;
  const size_t begin = pos_;
  pos_ = end;
  if ((outcome == RegexOutcome::kMatch) != options_->invert)
    return SinkBefore(io, begin) && SinkMatched(io, begin, end);
  if (after_left_ > 0) return SinkContext(io, begin, end, true);
  if (options_->passthru) return SinkContext(io, begin, end, false);
  return true;
}

// kData: this piece is done with; kEnd: so is the file; kError: the regex gave up.
Got Search::Lines(CommandIo& io) {
  // Where no line has to be shown for its own sake, the regex itself runs over the text and finds
  // the next line that matches: most lines are never cut out.
  const bool may_skip = !options_->invert && !options_->passthru;
  while (pos_ < usable_) {
    if (may_skip && after_left_ == 0) {
      const size_t next = Skip(io);
      if (io.Tick((next - pos_) / 32 + 16) && next > pos_) {
        pos_ = next;
        return Got::kYield;
      }
      pos_ = next;
      if (pos_ >= usable_) break;
    }
    const size_t end = EndOfLine(pos_);
    const size_t size = end - pos_;
    const std::optional<bool> goes_on = Line(io, end);
    if (!goes_on) return Got::kError;
    if (printer_->failed()) return Got::kNoMemory;
    if (!*goes_on) return printer_->gave_up() ? Got::kError : Got::kEnd;
    if (io.Tick(size / 8 + 32)) return Got::kYield;
  }
  return Got::kData;
}

// ---- many lines at once
// Matches are taken one after the other; the lines that they touch are collected in a block until
// one comes that does not touch them, because all of them are shown together.
Got Search::Whole(CommandIo& io) {
  if (binary_ && nul_ == NulIs::kQuits) return Got::kEnd;
  const size_t size = buffer_.size();
  while (pos_ < size) {
    const RegexSubject subject(std::string_view(buffer_).substr(pos_), ascii_);
    const RegexOutcome outcome = matcher_->Find(subject, 0, &spans_, false, &io.account());
    if (outcome == RegexOutcome::kStopped) return Got::kNoMemory;
    if (outcome == RegexOutcome::kGaveUp) return Got::kError;
    if (outcome != RegexOutcome::kMatch) {
      if (options_->invert) {
        const size_t begin = pos_;
        pos_ = size;
        if (!SinkInverted(io, begin, size)) return printer_->failed() ? Got::kNoMemory : Got::kEnd;
      }
      pos_ = size;
      break;
    }
    const size_t begin = pos_ + static_cast<size_t>(spans_[0].begin);
    const size_t end = pos_ + static_cast<size_t>(spans_[0].end);
    // The lines of the match.
    const void* before = begin == 0 ? nullptr : memrchr(buffer_.data(), Terminator(), begin);
    const size_t lines_begin =
        before == nullptr
            ? 0
            : static_cast<size_t>(static_cast<const char*>(before) - buffer_.data()) + 1;
    size_t lines_end = end;
    if (!(end > begin && buffer_[end - 1] == Terminator())) {
      const void* after = std::memchr(buffer_.data() + end, Terminator(), size - end);
      lines_end = after == nullptr
                      ? size
                      : static_cast<size_t>(static_cast<const char*>(after) - buffer_.data()) + 1;
    }
    if (options_->invert) {
      const size_t from = pos_;
      pos_ = lines_end == lines_begin && lines_end < size ? lines_end + 1 : lines_end;
      if (pos_ <= from) pos_ = std::min(size, from + 1);
      if (lines_begin > from && !SinkInverted(io, from, lines_begin))
        return printer_->failed() ? Got::kNoMemory : Got::kEnd;
    } else {
      pos_ = end;
      // (an empty match: on by one byte, or it would be found again)
      if (end == begin && pos_ < size) ++pos_;
      if (end == begin && end == size) pos_ = size;
      if (has_block_ && block_end_ >= lines_begin) {
        block_end_ = std::max<uint64_t>(block_end_, lines_end);
      } else {
        const size_t shown_begin = block_begin_, shown_end = block_end_;
        const bool has = std::exchange(has_block_, true);
        block_begin_ = lines_begin;
        block_end_ = lines_end;
        if (has) {
          if (shown_begin == shown_end || !SinkAround(io, shown_begin) ||
              !SinkMatched(io, shown_begin, shown_end)) {
            has_block_ = false;
            if (printer_->failed()) return Got::kNoMemory;
            return printer_->gave_up() ? Got::kError : Got::kEnd;
          }
        }
      }
    }
    if (io.Tick(64 + (lines_end - lines_begin) / 8)) return Got::kYield;
  }
  if (std::exchange(has_block_, false) && block_begin_ < block_end_) {
    const size_t begin = block_begin_, end = block_end_;
    if (SinkAround(io, begin)) static_cast<void>(SinkMatched(io, begin, end));
    if (printer_->failed()) return Got::kNoMemory;
  }
  if (options_->passthru) {
    if (!SinkOthers(io, size)) return Got::kEnd;
  }
  return Got::kData;
}

bool Search::SinkInverted(CommandIo& io, size_t begin, size_t end) {
  if (!SinkAround(io, begin)) return false;
  while (begin < end) {
    const size_t next = EndOfLine(begin);
    if (!SinkMatched(io, begin, next)) return false;
    if (!io.account().Tick(32 + (next - begin) / 8)) return false;
    begin = next;
  }
  return true;
}

bool Search::SinkAround(CommandIo& io, size_t begin) {
  if (options_->passthru) return SinkOthers(io, begin);
  return SinkAfter(io, begin) && SinkBefore(io, begin);
}

// ---- what the printer is told
Block Search::BlockOf(size_t begin, size_t end) const {
  return {.buffer = buffer_,
          .begin = begin,
          .end = end,
          .offset = base_ + begin,
          .number = number_,
          .is_ascii = ascii_,
          .many = whole_};
}

// In files that are looked at as a whole each line that is shown is looked at for NULs.
bool Search::IsBinary(size_t begin, size_t end) {
  if (!(mapped_ || whole_) || nul_ == NulIs::kText) return false;
  if (binary_) return nul_ == NulIs::kQuits;
  const size_t nul = std::string_view(buffer_).substr(begin, end - begin).find('\0');
  if (nul == std::string_view::npos) return false;
  binary_ = base_ + begin + nul;
  printer_->FoundBinary(*binary_, nul_ == NulIs::kQuits);
  return nul_ == NulIs::kQuits;
}

bool Search::SinkBreak(CommandIo& io, size_t begin) {
  if ((options_->before > 0 || options_->after > 0) && has_sunk_ && visited_ < begin)
    printer_->Break(io);
  return true;
}

bool Search::SinkMatched(CommandIo& io, size_t begin, size_t end) {
  if (IsBinary(begin, end) || !SinkBreak(io, begin)) return false;
  CountLines(io, begin);
  const bool goes_on = printer_->Matched(io, BlockOf(begin, end));
  if (!goes_on) return false;
  visited_ = end;
  after_left_ = options_->after;
  has_sunk_ = true;
  return true;
}

bool Search::SinkContext(CommandIo& io, size_t begin, size_t end, bool after) {
  if (IsBinary(begin, end)) return false;
  CountLines(io, begin);
  if (!printer_->Context(io, BlockOf(begin, end), after)) return false;
  visited_ = end;
  if (after && after_left_ > 0) --after_left_;
  has_sunk_ = true;
  return true;
}

bool Search::SinkBefore(CommandIo& io, size_t upto) {
  if (options_->before == 0 || visited_ >= upto) return true;
  for (size_t at = Preceding(io, visited_, upto, options_->before - 1); at < upto;) {
    const size_t end = EndOfLine(at);
    if (!SinkBreak(io, at) || !SinkContext(io, at, end, false)) return false;
    if (!io.account().Tick(32 + (end - at) / 8)) return false;
    at = end;
  }
  return true;
}

bool Search::SinkAfter(CommandIo& io, size_t upto) {
  for (size_t at = visited_; after_left_ > 0 && at < upto;) {
    const size_t end = EndOfLine(at);
    if (!SinkContext(io, at, end, true)) return false;
    if (!io.account().Tick(32 + (end - at) / 8)) return false;
    at = end;
  }
  return true;
}

bool Search::SinkOthers(CommandIo& io, size_t upto) {
  for (size_t at = visited_; at < upto;) {
    const size_t end = EndOfLine(at);
    if (!SinkContext(io, at, end, false)) return false;
    if (!io.account().Tick(32 + (end - at) / 8)) return false;
    at = end;
  }
  return true;
}

}  // namespace pysub::shell::rg
