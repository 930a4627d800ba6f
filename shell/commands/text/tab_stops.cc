#include "shell/commands/text/tab_stops.h"

#include <algorithm>
#include <string>

#include "shell/commands/quoting.h"

namespace pysub::shell {

void TabStops::Add(uint64_t column) {
  uint64_t previous = columns_.empty() ? 0 : columns_.back();
  widest_ = std::max(widest_, previous <= column ? column - previous : 0);
  columns_.push_back(column);
}

bool TabStops::Parse(CommandIo& io, std::string_view text) {
  bool fine = true, has_number = false;
  char kind = 0;  // '/' or '+' before the number
  uint64_t number = 0;
  auto take = [&] {
    if (!has_number) return true;
    if (kind == 0) {
      Add(number);
      return true;
    }
    uint64_t& target = kind == '/' ? extend_ : increment_;
    bool repeated = target != 0;
    if (repeated)
      io.Error(std::string("'") + kind + "' specifier only allowed with the last value");
    target = number;
    return !repeated;
  };
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (c == ',' || c == ' ' || c == '\t') {
      if (!take()) return false;
      has_number = false;
    } else if (c == '/' || c == '+') {
      if (has_number) {
        io.Error(std::string("'") + c +
                 "' specifier not at start of number: " + QuoteWord(text.substr(at)));
        fine = false;
      }
      kind = c;
    } else if (c >= '0' && c <= '9') {
      size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
      number = 0;
      has_number = true;
      bool overflow = false;
      for (size_t i = at; i < end; ++i) {
        overflow |= __builtin_mul_overflow(number, uint64_t{10}, &number) ||
                    __builtin_add_overflow(number, static_cast<uint64_t>(text[i] - '0'), &number);
      }
      if (overflow) {
        io.Error("tab stop is too large " + QuoteWord(text.substr(at, end - at)));
        fine = false;
      }
      at = end - 1;
    } else {
      io.Error("tab size contains invalid character(s): " + QuoteWord(text.substr(at)));
      return false;
    }
  }
  return fine && take();
}

bool TabStops::Finish(CommandIo& io) {
  uint64_t previous = 0;
  for (uint64_t column : columns_) {
    if (column == 0) {
      io.Error("tab size cannot be 0");
      return false;
    }
    if (column <= previous) {
      io.Error("tab sizes must be ascending");
      return false;
    }
    previous = column;
  }
  if (extend_ != 0 && increment_ != 0) {
    io.Error("'/' specifier is mutually exclusive with '+'");
    return false;
  }
  if (columns_.empty()) {
    every_ = widest_ = extend_ != 0 ? extend_ : increment_ != 0 ? increment_ : 8;
  } else if (columns_.size() == 1 && extend_ == 0 && increment_ == 0) {
    every_ = columns_[0];
  }
  return true;
}

uint64_t TabStops::Next(uint64_t column, uint64_t* index, bool* last) const {
  *last = false;
  if (every_ != 0) return column + (every_ - column % every_);
  for (; *index < columns_.size(); ++*index) {
    if (column < columns_[*index]) return columns_[*index];
  }
  if (extend_ != 0) return column + (extend_ - column % extend_);
  if (increment_ != 0)
    return column + (increment_ - (column - (columns_.empty() ? 0 : columns_.back())) % increment_);
  *last = true;
  return 0;
}

}  // namespace pysub::shell
