#include "shell/commands/rg/printer.h"

#include <algorithm>
#include <cstring>

#include "lexer/unicode/unicode_properties.h"
#include "shell/regex/syntax_tree.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::rg {
namespace {

constexpr size_t kLookAhead = 128;  // bytes behind a block that a pattern may look at
constexpr size_t kSmall = 65536;    // what needs no charge

bool IsUtf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    if (static_cast<uint8_t>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    uint32_t c = 0;
    at += DecodeCharacter(text, at, &c);
    if (c >= kInvalidByte) return false;
  }
  return true;
}

// The end of the first `count` characters of a text, each with the marks that stand on it.
size_t EndOfCharacters(std::string_view text, uint64_t count) {
  size_t at = 0;
  while (at < text.size()) {
    uint32_t c = 0;
    const size_t size = DecodeCharacter(text, at, &c);
    const bool mark = c >= 0x300 && c < kInvalidByte &&
                      (CategoryOf(c) == GeneralCategory::kMn ||
                       CategoryOf(c) == GeneralCategory::kMe || c == 0x200D);
    if (!mark && count-- == 0) break;
    at += size;
  }
  return at;
}

void AddBase64(std::string_view bytes, std::string* out) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t left = bytes.size() - i;
    uint32_t word = static_cast<uint32_t>(static_cast<uint8_t>(bytes[i])) << 16;
    if (left > 1) word |= static_cast<uint32_t>(static_cast<uint8_t>(bytes[i + 1])) << 8;
    if (left > 2) word |= static_cast<uint8_t>(bytes[i + 2]);
    for (size_t digit = 0; digit < 4; ++digit)
      *out += digit > left ? '=' : kDigits[word >> (18 - 6 * digit) & 63];
  }
}

void AddJsonString(std::string_view text, std::string* out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  *out += '"';
  for (char c : text) {
    switch (c) {
      case '"': *out += "\\\""; break;
      case '\\': *out += "\\\\"; break;
      case '\b': *out += "\\b"; break;
      case '\f': *out += "\\f"; break;
      case '\n': *out += "\\n"; break;
      case '\r': *out += "\\r"; break;
      case '\t': *out += "\\t"; break;
      default:
        if (static_cast<uint8_t>(c) < 0x20) {
          *out += "\\u00";
          *out += kHex[static_cast<uint8_t>(c) >> 4];
          *out += kHex[c & 15];
        } else {
          *out += c;
        }
        break;
    }
  }
  *out += '"';
}

std::string Numbers(const Stats& stats) {
  return "\"searches\":" + std::to_string(stats.searches) +
         ",\"searches_with_match\":" + std::to_string(stats.with_match) +
         ",\"bytes_searched\":" + std::to_string(stats.searched) +
         ",\"bytes_printed\":" + std::to_string(stats.printed) +
         ",\"matched_lines\":" + std::to_string(stats.lines) +
         ",\"matches\":" + std::to_string(stats.matches);
}

}  // namespace

void Printer::Begin(std::string name) {
  name_ = std::move(name);
  if (options_->path_separator != '/')
    std::replace(name_.begin(), name_.end(), '/', options_->path_separator);
  matches_ = after_left_ = written_ = 0;
  binary_.reset();
  binary_quits_ = squashed_ = begun_ = false;
  stats_ = {};
}

// ---- matches within lines
bool Printer::NeedsMatches() const {
  const Options& o = *options_;
  if (o.show == Show::kJson) return true;
  return (o.color && o.colors.has_match) || o.column || o.replacement || o.vimgrep ||
         o.only_matching || o.stats;
}

// Calls `found` with each match that begins in the block, as a place in its bytes; groups_ has the
// groups, from *from in the buffer on. False: see failed() and gave_up().
// An empty match where the last one ended is none, as Rust's find_iter has it.
template <typename Found>
bool Printer::EachMatch(CommandIo& io, const Block& block, bool replaces, size_t* from,
                        Found found) {
  const size_t end = block.many ? std::min(block.buffer.size(), block.end + kLookAhead)
                                : WithoutEnd(block.buffer, {block.begin, block.end}).second;
  // What stands before a single line is another one: nothing of it is looked at.
  *from = block.many ? 0 : block.begin;
  const std::string_view text = block.buffer.substr(*from, end - *from);
  const RegexSubject subject =
      block.is_ascii || block.many ? RegexSubject(text, block.is_ascii) : RegexSubject(text);
  std::optional<size_t> last;
  for (size_t at = block.begin - *from; at <= text.size() && !failed_;) {
    const RegexOutcome outcome = matcher_->Find(subject, at, &groups_, replaces, &io.account());
    if (outcome == RegexOutcome::kStopped) failed_ = true;
    if (outcome == RegexOutcome::kGaveUp) gave_up_ = true;
    if (outcome != RegexOutcome::kMatch) break;
    const size_t begin = static_cast<size_t>(groups_[0].begin) + *from;
    const size_t match_end = static_cast<size_t>(groups_[0].end) + *from;
    if (begin >= block.end && (!replaces || block.many || begin > block.end)) break;
    at = match_end - *from;
    if (begin == match_end) {
      ++at;
      if (last == match_end) continue;
    }
    last = match_end;
    found(begin - block.begin, match_end - block.begin);
  }
  return !failed_ && !gave_up_;
}

bool Printer::FindMatches(CommandIo& io, const Block& block) {
  spans_.clear();
  size_t from = 0;
  return EachMatch(io, block, false, &from, [&](size_t begin, size_t end) {
    // (To make room for more takes longer than a limit can wait.)
    constexpr size_t kMostInLine = 1'000'000;
    if (spans_.size() == kMostInLine) {
      io.Error(name_ + ": more than a million matches in one line are not supported here");
      failed_ = true;
    } else if (spans_.size() < 4096 || MakeRoom(io, &spans_, 1, &spans_charged_)) {
      spans_.emplace_back(begin, end);
    } else {
      failed_ = true;
    }
  });
}

bool Printer::Grow(CommandIo& io, std::string* text, size_t more) {
  if (text->size() + more <= kSmall) return true;
  if (io.account().Tick(more / 16 + 1) && MakeRoom(io, text, more, &replaced_charged_)) return true;
  failed_ = true;
  return false;
}

// $1, $name, ${name} and $$; what is no group of the pattern is nothing.
void Printer::Expand(CommandIo& io, std::string_view text) {
  auto is_name = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  auto put = [&](std::string_view text) {
    if (Grow(io, &replaced_, text.size())) replaced_ += text;
  };
  std::string_view rest = *options_->replacement;
  while (!rest.empty() && !failed_) {
    const size_t dollar = std::min(rest.find('$'), rest.size());
    put(rest.substr(0, dollar));
    rest.remove_prefix(dollar);
    if (rest.empty()) break;
    if (rest.starts_with("$$")) {
      put("$");
      rest.remove_prefix(2);
      continue;
    }
    std::string_view name;
    size_t size = 1;
    if (rest.starts_with("${")) {
      const size_t close = rest.find('}');
      if (close != std::string_view::npos) {
        name = rest.substr(2, close - 2);
        if (!name.empty() && std::all_of(name.begin(), name.end(), is_name)) size = close + 1;
      }
    } else {
      while (size < rest.size() && is_name(rest[size])) ++size;
      name = rest.substr(1, size - 1);
    }
    if (size == 1) {
      put("$");
      rest.remove_prefix(1);
      continue;
    }
    rest.remove_prefix(size);
    const int group = matcher_->GroupOf(name);
    if (group < 0 || static_cast<size_t>(group) >= groups_.size()) continue;
    const RegexSpan& span = groups_[static_cast<size_t>(group)];
    if (span.begin >= 0)
      put(text.substr(static_cast<size_t>(span.begin), static_cast<size_t>(span.end - span.begin)));
  }
}

// The lines with what the matches become, in replaced_, and where that stands.
bool Printer::Replace(CommandIo& io, const Block& block) {
  replaced_.clear();
  replaced_spans_.clear();
  const std::string_view bytes = block.bytes();
  size_t copied = 0, from = 0;
  const bool fine = EachMatch(io, block, true, &from, [&](size_t first, size_t last) {
    if (!Grow(io, &replaced_, first - copied)) return;
    replaced_.append(bytes, copied, first - copied);
    const size_t begin = replaced_.size();
    Expand(io, block.buffer.substr(from));
    if (replaced_spans_.size() >= 4096 &&
        !MakeRoom(io, &replaced_spans_, 1, &replaced_spans_charged_))
      failed_ = true;
    if (failed_) return;
    replaced_spans_.emplace_back(begin, replaced_.size());
    copied = std::min(last, bytes.size());
    if (!io.account().Tick(16)) failed_ = true;
  });
  if (!fine) return false;
  has_replaced_ = !replaced_spans_.empty();
  if (!Grow(io, &replaced_, bytes.size() - copied)) return false;
  replaced_.append(bytes, copied, bytes.size() - copied);
  spans_.swap(replaced_spans_);
  std::swap(spans_charged_, replaced_spans_charged_);
  return true;
}

// What a large line needed is given back.
void Printer::Forget(CommandIo& io) {
  if (spans_charged_ > 0) std::vector<Span>().swap(spans_);
  if (replaced_spans_charged_ > 0) std::vector<Span>().swap(replaced_spans_);
  if (replaced_charged_ > 0) std::string().swap(replaced_);
  const uint64_t charged = spans_charged_ + replaced_spans_charged_ + replaced_charged_;
  if (charged > 0) static_cast<void>(io.Reserve(-static_cast<int64_t>(charged)));
  spans_charged_ = replaced_spans_charged_ = replaced_charged_ = 0;
  spans_.clear();
  replaced_spans_.clear();
  replaced_.clear();
  has_replaced_ = false;
}

bool Printer::Quits() const {
  return options_->max_count && matches_ >= *options_->max_count && after_left_ == 0;
}

void Printer::Count(CommandIo& io, const Block& block) {
  const std::string_view bytes = block.bytes();
  stats_.matches += spans_.size();
  const char end = Terminator();
  stats_.lines += static_cast<uint64_t>(std::count(bytes.begin(), bytes.end(), end)) +
                  (!bytes.empty() && bytes.back() != end ? 1 : 0);
  io.Tick(bytes.size() / 16);
}

bool Printer::Matched(CommandIo& io, const Block& block) {
  const Options& o = *options_;
  if (o.is_summary()) {
    const bool counts = o.stats || o.show == Show::kMatches;
    if (counts || block.many) {
      if (!FindMatches(io, block)) return false;
      matches_ += block.many ? spans_.size() : 1;
      Count(io, block);
      Forget(io);
    } else {
      ++matches_;
    }
    if (!counts && (o.show == Show::kQuiet || o.show == Show::kWith)) return false;
    return !(o.max_count && matches_ >= *o.max_count);
  }
  if (o.show == Show::kJson) BeginJson(io);
  ++matches_;
  if (IsOver(matches_)) {
    if (after_left_ > 0) --after_left_;
  } else {
    after_left_ = o.after;
  }
  spans_.clear();
  if (NeedsMatches() && !FindMatches(io, block)) return false;
  Count(io, block);
  if (o.show == Show::kJson) {
    SinkJson(io, block, false);
  } else {
    original_matches_ = spans_.size();
    if (o.replacement && !Replace(io, block)) return false;
    if (binary_ && !binary_quits_) {
      Forget(io);
      return false;
    }
    Sink(io, block, false);
  }
  Forget(io);
  return !failed_ && !Quits();
}

bool Printer::Context(CommandIo& io, const Block& block, bool after) {
  const Options& o = *options_;
  if (o.is_summary()) return true;
  if (o.show == Show::kJson) BeginJson(io);
  if (after && after_left_ > 0) --after_left_;
  spans_.clear();
  replaced_.clear();
  if (o.invert && NeedsMatches() && !FindMatches(io, block)) return false;
  original_matches_ = spans_.size();
  if (o.show == Show::kJson) {
    SinkJson(io, block, true);
  } else {
    if (o.replacement && o.invert && !Replace(io, block)) return false;
    if (binary_ && !binary_quits_) {
      Forget(io);
      return false;
    }
    Sink(io, block, true);
  }
  Forget(io);
  return !failed_ && !Quits();
}

void Printer::Break(CommandIo& io) {
  if (options_->show != Show::kLines || !options_->context_separator) return;
  Put(io, *options_->context_separator);
  PutEnd(io);
}

// ---- lines
void Printer::Put(CommandIo& io, std::string_view text) {
  if (text.empty()) return;
  io.Out(text);
  written_ += text.size();
  written_ever_ = true;
}

void Printer::PutColored(CommandIo& io, const std::string& color, std::string_view text) {
  if (!options_->color) {
    Put(io, text);
    return;
  }
  Put(io, color);
  Put(io, text);
  Put(io, "\33[0m");
}

void Printer::WriteName(const Options& options, CommandIo& io, std::string_view name,
                        std::string_view after) {
  std::string shown(name);
  if (options.path_separator != '/')
    std::replace(shown.begin(), shown.end(), '/', options.path_separator);
  if (options.color) shown = options.colors.path + shown + "\33[0m";
  io.Out(shown.append(after));
}

Printer::Span Printer::WithoutEnd(std::string_view bytes, Span line) const {
  if (line.second > line.first && bytes[line.second - 1] == Terminator()) {
    --line.second;
    if (options_->crlf && line.second > line.first && bytes[line.second - 1] == '\r') --line.second;
  }
  return line;
}

Printer::Span Printer::Trimmed(std::string_view bytes, Span line) const {
  if (!options_->trim) return line;
  while (line.first < line.second) {
    const char c = bytes[line.first];
    if (c != ' ' && (c < '\t' || c > '\r' || c == Terminator())) break;
    ++line.first;
  }
  return line;
}

void Printer::Sink(CommandIo& io, const Block& block, bool context) {
  const Options& o = *options_;
  if (written_ == 0) {
    if (written_ever_ && (o.heading || o.before > 0 || o.after > 0)) {
      if (o.heading) {
        PutEnd(io);
      } else if (o.context_separator) {
        Put(io, *o.context_separator);
        PutEnd(io);
      }
    }
    if (o.heading && !name_.empty()) {
      PutColored(io, o.colors.path, name_);
      o.null_names ? Put(io, std::string_view("\0", 1)) : PutEnd(io);
    }
  }
  const bool replaced = has_replaced_;
  const std::string_view bytes = replaced ? std::string_view(replaced_) : block.bytes();
  if (block.many && !context) {
    if (!spans_.empty() && o.only_matching) {
      SinkOnlyMatching(io, block);
    } else if (!spans_.empty() && o.vimgrep) {
      SinkPerMatch(io, block);
    } else {
      SinkBlock(io, block);
    }
    return;
  }
  const Span line = {0, bytes.size()};
  if (spans_.empty()) {
    Prelude(io, context, block.offset, block.number, std::nullopt);
    PutLine(io, bytes, line, spans_, context, false);
  } else if (o.only_matching) {
    for (const Span& span : spans_) {
      Prelude(io, context, block.offset + span.first, block.number, span.first + 1);
      const std::string_view match = bytes.substr(span.first, span.second - span.first);
      const std::vector<Span> all = {{0, match.size()}};
      PutLine(io, match, all[0], o.color && o.colors.has_match ? all : spans_, context, true);
      if (!io.account().Tick(32)) failed_ = true;
      if (failed_) break;
    }
  } else if (o.vimgrep) {
    for (const Span& span : spans_) {
      Prelude(io, context, block.offset + span.first, block.number, span.first + 1);
      const std::vector<Span> one = {span};
      PutLine(io, bytes, line, o.color && o.colors.has_match ? one : spans_, context, true);
      if (!io.account().Tick(32 + bytes.size() / 8)) failed_ = true;
      if (failed_) break;
    }
  } else {
    Prelude(io, context, block.offset, block.number, spans_[0].first + 1);
    PutLine(io, bytes, line, spans_, context, true);
  }
}

void Printer::Prelude(CommandIo& io, bool context, uint64_t offset, uint64_t number,
                      std::optional<size_t> column) {
  const Options& o = *options_;
  const std::string& mark = context ? o.context_mark : o.match_mark;
  if (!o.heading && !name_.empty()) {
    PutColored(io, o.colors.path, name_);
    Put(io, o.null_names ? std::string_view("\0", 1) : std::string_view(mark));
  }
  if (o.line_number) {
    PutColored(io, o.colors.line, std::to_string(number));
    Put(io, mark);
  }
  if (column && o.column) {
    PutColored(io, o.colors.column, std::to_string(*column));
    Put(io, mark);
  }
  if (o.byte_offset) {
    PutColored(io, o.colors.column, std::to_string(offset));
    Put(io, mark);
  }
}

void Printer::PutLine(CommandIo& io, std::string_view bytes, Span line,
                      const std::vector<Span>& spans, bool context, bool colored) {
  size_t at = 0;
  if (colored && options_->color && options_->colors.has_match) {
    if (IsTooLong(line.second - line.first)) {
      PutOmitted(io, bytes, line, spans, context, &at);
      return;
    }
    PutSpans(io, bytes, Trimmed(bytes, line), spans, &at);
    PutEnd(io);
    return;
  }
  if (IsTooLong(line.second - line.first)) {
    PutOmitted(io, bytes, line, spans, context, &at);
    return;
  }
  line = Trimmed(bytes, line);
  Put(io, bytes.substr(line.first, line.second - line.first));
  if (line.second == line.first || bytes[line.second - 1] != Terminator()) PutEnd(io);
}

// A part of the bytes with its matches in colour.
void Printer::PutSpans(CommandIo& io, std::string_view bytes, Span line,
                       const std::vector<Span>& spans, size_t* at) {
  line = WithoutEnd(bytes, line);
  if (spans.empty() || !options_->color || !options_->colors.has_match) {
    Put(io, bytes.substr(line.first, line.second - line.first));
    return;
  }
  bool inside = false;
  auto put = [&](size_t upto, bool match) {
    if (match != inside) Put(io, match ? std::string_view(options_->colors.match) : "\33[0m");
    inside = match;
    Put(io, bytes.substr(line.first, upto - line.first));
    line.first = upto;
  };
  while (line.first < line.second) {
    const Span& span = spans[*at];
    if (span.second <= line.first) {
      if (*at + 1 < spans.size()) {
        ++*at;
        continue;
      }
      put(line.second, false);
      break;
    }
    if (line.first < span.first) {
      put(std::min(line.second, span.first), false);
    } else {
      put(std::min(line.second, span.second), true);
    }
  }
  if (inside) Put(io, "\33[0m");
}

void Printer::PutOmitted(CommandIo& io, std::string_view bytes, Span line,
                         const std::vector<Span>& spans, bool context, size_t* at) {
  if (options_->preview) {
    const Span whole = line;
    line.second = line.first + EndOfCharacters(bytes.substr(line.first, line.second - line.first),
                                               options_->max_columns);
    PutSpans(io, bytes, Trimmed(bytes, line), spans, at);
    if (spans.empty()) {
      Put(io, " [... omitted end of long line]");
    } else {
      const auto left = std::count_if(spans.begin(), spans.end(), [&](const Span& span) {
        return span.first >= line.second && span.first < whole.second;
      });
      Put(io, " [... " + std::to_string(left) + " more " + (left == 1 ? "match]" : "matches]"));
    }
    PutEnd(io);
    return;
  }
  if (original_matches_ == 0 || options_->only_matching) {
    Put(io, context ? "[Omitted long context line]" : "[Omitted long matching line]");
  } else {
    Put(io, "[Omitted long line with " + std::to_string(original_matches_) + " matches]");
  }
  PutEnd(io);
}

// ---- lines that match together
void Printer::SinkBlock(CommandIo& io, const Block& block) {
  const bool replaced = has_replaced_;
  const std::string_view bytes = replaced ? std::string_view(replaced_) : block.bytes();
  size_t match = 0;
  uint64_t number = block.number;
  for (size_t begin = 0; begin < bytes.size() && !failed_; ++number) {
    const size_t newline = bytes.find(Terminator(), begin);
    const size_t end = newline == std::string_view::npos ? bytes.size() : newline + 1;
    if (spans_.empty()) {
      Prelude(io, false, block.offset + begin, number, std::nullopt);
      PutLine(io, bytes, {begin, end}, spans_, false, false);
    } else {
      Prelude(io, false, block.offset + begin, number, spans_[0].first + 1);
      const Span line = Trimmed(bytes, {begin, end});
      if (IsTooLong(line.second - line.first)) {
        PutOmitted(io, bytes, line, spans_, false, &match);
      } else {
        PutSpans(io, bytes, line, spans_, &match);
        PutEnd(io);
      }
    }
    if (!io.account().Tick(32 + (end - begin) / 8)) failed_ = true;
    begin = end;
  }
}

void Printer::SinkOnlyMatching(CommandIo& io, const Block& block) {
  const bool replaced = has_replaced_;
  const std::string_view bytes = replaced ? std::string_view(replaced_) : block.bytes();
  size_t match = 0;
  uint64_t number = block.number;
  for (size_t begin = 0; begin < bytes.size() && !failed_; ++number) {
    const size_t newline = bytes.find(Terminator(), begin);
    const size_t end = newline == std::string_view::npos ? bytes.size() : newline + 1;
    Span line = Trimmed(bytes, WithoutEnd(bytes, {begin, end}));
    while (line.first < line.second && !failed_) {
      const Span span = spans_[match];
      if (span.second <= line.first) {
        if (++match < spans_.size()) continue;
        match = spans_.size() - 1;
        break;
      }
      if (line.first < span.first) {
        line.first = std::min(line.second, span.first);
        continue;
      }
      const size_t upto = std::min(line.second, span.second);
      Prelude(io, false, block.offset + span.first, number, span.first + 1);
      const Span part = {line.first, upto};
      line.first = upto;
      if (IsTooLong(part.second - part.first)) {
        PutOmitted(io, bytes, part, spans_, false, &match);
      } else {
        PutColored(io, options_->colors.match, bytes.substr(part.first, part.second - part.first));
        PutEnd(io);
      }
      if (!io.account().Tick(32)) failed_ = true;
    }
    if (!io.account().Tick(32 + (end - begin) / 8)) failed_ = true;
    begin = end;
  }
}

void Printer::SinkPerMatch(CommandIo& io, const Block& block) {
  const bool replaced = has_replaced_;
  const std::string_view bytes = replaced ? std::string_view(replaced_) : block.bytes();
  // Matches stand in order, so do the lines in which they begin.
  size_t begin = 0;
  uint64_t number = block.number;
  for (const Span& span : spans_) {
    while (true) {
      const size_t newline = bytes.find(Terminator(), begin);
      const size_t end = newline == std::string_view::npos ? bytes.size() : newline + 1;
      if (end > span.first || end == bytes.size()) {
        Span line = Trimmed(bytes, WithoutEnd(bytes, {begin, end}));
        if (begin >= span.second) break;
        Prelude(io, false, block.offset + begin, number,
                span.first - std::min(begin, span.first) + 1);
        const std::vector<Span> one = {span};
        size_t at = 0;
        if (IsTooLong(line.second - line.first)) {
          PutOmitted(io, bytes, line, one, false, &at);
        } else {
          PutSpans(io, bytes, line, one, &at);
          PutEnd(io);
        }
        break;
      }
      ++number;
      begin = end;
      if (!io.account().Tick(16)) failed_ = true;
      if (failed_) return;
    }
    if (!io.account().Tick(64)) failed_ = true;
    if (failed_) return;
  }
}

// ---- JSON
void Printer::BeginJson(CommandIo& io) {
  if (begun_) return;
  begun_ = true;
  Put(io, "{\"type\":\"begin\",\"data\":{\"path\":");
  PutJsonText(io, name_);
  Put(io, "}}\n");
}

// Text, or bytes in base 64 where it is no UTF-8; in pieces.
void Printer::PutJsonText(CommandIo& io, std::string_view bytes) {
  const bool text = IsUtf8(bytes);
  Put(io, text ? "{\"text\":" : "{\"bytes\":\"");
  if (!io.account().Tick(bytes.size())) failed_ = true;
  constexpr size_t kPiece = 3 * 4096;
  if (bytes.size() <= kPiece) {
    std::string out;
    if (text) {
      AddJsonString(bytes, &out);
    } else {
      AddBase64(bytes, &out);
    }
    Put(io, out);
  } else {
    if (text) Put(io, "\"");
    for (size_t at = 0; at < bytes.size() && !failed_; at += kPiece) {
      std::string out;
      if (text) {
        AddJsonString(bytes.substr(at, kPiece), &out);
        Put(io, std::string_view(out).substr(1, out.size() - 2));
      } else {
        AddBase64(bytes.substr(at, kPiece), &out);
        Put(io, out);
      }
      if (!io.account().Tick(kPiece)) failed_ = true;
    }
    if (text) Put(io, "\"");
  }
  Put(io, text ? "}" : "\"}");
}

void Printer::SinkJson(CommandIo& io, const Block& block, bool context) {
  const std::string_view bytes = block.bytes();
  Put(io, context ? "{\"type\":\"context\",\"data\":{\"path\":"
                  : "{\"type\":\"match\",\"data\":{\"path\":");
  PutJsonText(io, name_);
  Put(io, ",\"lines\":");
  PutJsonText(io, bytes);
  Put(io, ",\"line_number\":" +
              (options_->line_number ? std::to_string(block.number) : std::string("null")) +
              ",\"absolute_offset\":" + std::to_string(block.offset) + ",\"submatches\":[");
  bool first = true;
  for (const Span& span : spans_) {
    Put(io, first ? "{\"match\":" : ",{\"match\":");
    first = false;
    const size_t end = std::min(span.second, bytes.size());
    PutJsonText(io, bytes.substr(span.first, end - span.first));
    Put(io, ",\"start\":" + std::to_string(span.first) + ",\"end\":" + std::to_string(span.second) +
                "}");
    if (!io.account().Tick(64)) failed_ = true;
    if (failed_) return;
  }
  Put(io, "]}}\n");
}

// ---- the end of a file
void Printer::Finish(CommandIo& io, uint64_t searched) {
  const Options& o = *options_;
  if (o.show == Show::kJson && !begun_) return;
  if (o.show == Show::kLines && binary_ && matches_ > 0) {
    if (!name_.empty()) {
      PutColored(io, o.colors.path, name_);
      Put(io, ": ");
    }
    Put(io,
        (binary_quits_ ? "WARNING: stopped searching binary file after match (found \"\\0\" byte "
                         "around offset "
                       : "binary file matches (found \"\\0\" byte around offset ") +
            std::to_string(*binary_) + ")\n");
  }
  stats_.searches = 1;
  stats_.with_match = matches_ > 0 ? 1 : 0;
  stats_.searched = searched;
  stats_.printed = written_;
  total_.Add(stats_);
  if (o.show == Show::kJson) {
    Put(io, "{\"type\":\"end\",\"data\":{\"path\":");
    PutJsonText(io, name_);
    Put(io, ",\"binary_offset\":" + (binary_ ? std::to_string(*binary_) : std::string("null")) +
                ",\"stats\":{\"elapsed\":{\"secs\":0,\"nanos\":0,\"human\":\"" +
                std::string(kNoTime) + "s\"}," + Numbers(stats_) + "}}}\n");
  }
  if (!o.is_summary()) return;
  if (binary_ && binary_quits_) {
    squashed_ = true;  // a file that is left out as binary has no matches
    return;
  }
  const std::string_view after = o.null_names ? std::string_view("\0", 1) : std::string_view("\n");
  switch (o.show) {
    case Show::kCount:
    case Show::kMatches: {
      if (matches_ == 0 && !o.include_zero) break;
      if (!name_.empty())
        WriteName(o, io, name_, o.null_names ? std::string_view("\0", 1) : std::string_view(":"));
      io.Out(std::to_string(o.show == Show::kCount ? matches_ : stats_.matches));
      PutEnd(io);
      break;
    }
    case Show::kWith:
      if (matches_ > 0) WriteName(o, io, name_, after);
      break;
    case Show::kWithout:
      if (matches_ == 0) WriteName(o, io, name_, after);
      break;
    default: break;
  }
}

void Printer::PrintStats(CommandIo& io) const {
  const Stats& t = total_;
  if (options_->show == Show::kJson) {
    io.Out("{\"data\":{\"elapsed_total\":{\"human\":\"" + std::string(kNoTime) +
           "s\",\"nanos\":0,\"secs\":0},\"stats\":{\"bytes_printed\":" + std::to_string(t.printed) +
           ",\"bytes_searched\":" + std::to_string(t.searched) + ",\"elapsed\":{\"human\":\"" +
           std::string(kNoTime) + "s\",\"nanos\":0,\"secs\":0},\"matched_lines\":" +
           std::to_string(t.lines) + ",\"matches\":" + std::to_string(t.matches) +
           ",\"searches\":" + std::to_string(t.searches) + ",\"searches_with_match\":" +
           std::to_string(t.with_match) + "}},\"type\":\"summary\"}\n");
    return;
  }
  io.Out("\n" + std::to_string(t.matches) + " matches\n" + std::to_string(t.lines) +
         " matched lines\n" + std::to_string(t.with_match) + " files contained matches\n" +
         std::to_string(t.searches) + " files searched\n" + std::to_string(t.printed) +
         " bytes printed\n" + std::to_string(t.searched) + " bytes searched\n" +
         std::string(kNoTime) + " seconds spent searching\n" + std::string(kNoTime) + " seconds\n");
}

}  // namespace pysub::shell::rg
