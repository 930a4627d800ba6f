// pr's pages: rows of columns, each of which reads a line or shows one that was stored.

#include <algorithm>

#include "shell/commands/text/pr.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr int64_t kFooter = 5;

bool IsPrinted(char c) { return c >= ' ' && c <= '~'; }

int64_t AfterTab(int64_t width, int64_t at) { return at + width - at % width; }

}  // namespace

// ---- characters
// A byte of the column's text, or kEnd.
int Pr::Next(Column& column) {
  Text& text = texts_[column.text];
  if (text.at >= text.bytes.size()) return kEnd;
  // (Without time all texts seem to end.)
  if (text.at % 4096 == 0 && !io_->account().Tick(4096)) text.at = text.bytes.size();
  if (text.at >= text.bytes.size()) return kEnd;
  return static_cast<uint8_t>(text.bytes[text.at++]);
}

// Behind a form feed.
void Pr::TakeNewline(Column& column) {
  const int c = Next(column);
  if (c != '\n' && c != kEnd) Back(column);
}

void Pr::Put(CommandIo& io, char c) {
  out_ += c;
  if (out_.size() < (16 << 10)) return;
  io.Out(out_);
  (void)io.account().Tick(out_.size());
  out_.clear();
}

void Pr::ShowChar(CommandIo& io, char c) {
  if (options_.tabify) {
    if (c == ' ') {
      ++spaces_;
      return;
    }
    if (spaces_ > 0) WhiteSpace(io);
    if (IsPrinted(c)) ++output_;
    if (c == '\b') --output_;
  }
  Put(io, c);
}

void Pr::PutChar(CommandIo& io, Column& column, char c) {
  if (!column.stores) return ShowChar(io, c);
  if (!MakeRoom(io, &stored_, 1, &stored_charged_)) return;
  stored_ += c;
}

// What a character is shown as; input_ moves on.
std::string_view Pr::Clump(char c) {
  constexpr std::string_view kDigits = "01234567";
  const auto byte = static_cast<uint8_t>(c);
  int64_t width = 1;
  clump_.assign(1, c);
  const auto octal = [&] {
    clump_ = {'\\', kDigits[byte >> 6], kDigits[byte >> 3 & 7], kDigits[byte & 7]};
    width = 4;
  };
  if (c == options_.input_tab || c == '\t') {
    const int64_t tab = c == options_.input_tab ? options_.input_tab_width : 8;
    width = tab - input_ % tab;
    if (options_.untabify) {
      // A byte may become a million, which go no further when the script's time is over.
      clump_.assign(static_cast<size_t>(std::min<int64_t>(width, 1 << 20)), ' ');
      if (!io_->account().Tick(clump_.size())) clump_.clear();
    }
  } else if (!IsPrinted(c)) {
    if (options_.escapes || (options_.control_prefix && byte >= 0x80)) {
      octal();
    } else if (options_.control_prefix) {
      clump_ = {'^', static_cast<char>(c ^ 0100)};
      width = 2;
    } else {
      width = c == '\b' ? -1 : 0;
    }
  }
  // (Backspaces lead to the begin and no further.)
  if (width < 0 && input_ == 0) {
    clump_.clear();
  } else {
    input_ = std::max<int64_t>(input_ + width, 0);
  }
  return clump_;
}

// ---- what columns wait for
void Pr::Hold(Column& column) {
  if (options_.parallel) {
    column.status = Status::kOnHold;
  } else {
    for (Column& other : columns_) {
      other.status = options_.storing ? Status::kFormFeed : Status::kOnHold;
    }
  }
  column.to_print = 0;
  --ready_files_;
}

void Pr::Close(Column& column) {
  if (column.status == Status::kClosed) return;
  if (options_.parallel) {
    column.status = Status::kClosed;
    column.to_print = 0;
  } else {
    for (Column& other : columns_) {
      other.status = Status::kClosed;
      if (other.stored == 0) other.to_print = 0;
    }
  }
  --ready_files_;
}

int64_t Pr::ReadyColumns() const {
  return std::count_if(columns_.begin(), columns_.end(), [&](const Column& column) {
    return column.status == Status::kOpen || column.status == Status::kFormFeed ||
           (options_.storing && column.stored > 0 && column.to_print > 0);
  });
}

void Pr::ResetStatus() {
  for (Column& column : columns_) {
    if (column.status != Status::kOnHold) continue;
    column.status = Status::kOpen;
    ++ready_files_;
  }
  if (options_.storing) ready_files_ = columns_[0].status == Status::kClosed ? 0 : 1;
}

// ---- pages that are passed over
void Pr::SkipLine(Column& column, bool last_line) {
  int c = Next(column);
  if (c == '\f' && column.full_page) {
    c = Next(column);
    if (c == '\n') c = Next(column);
  }
  column.full_page = false;
  const bool lone = c == '\f';
  if (last_line) column.full_page = true;
  while (c != '\n') {
    if (c == '\f') {
      if (last_line) {
        column.full_page = false;
        if (!options_.parallel) {
          for (Column& other : columns_) other.full_page = false;
        }
      }
      TakeNewline(column);
      Hold(column);
      break;
    }
    if (c == kEnd) {
      Close(column);
      break;
    }
    c = Next(column);
  }
  const bool counts = !options_.parallel || &column == &columns_[0];
  if (options_.count_skipped && counts && !lone) ++line_number_;
}

// False: there is no such page.
bool Pr::SkipPage(CommandIo& io) {
  for (int64_t line = 1; line <= options_.body_lines && io.account().Tick(16); ++line) {
    for (Column& column : columns_) {
      if (column.status == Status::kOpen) SkipLine(column, line == options_.body_lines);
    }
  }
  if (options_.storing) {
    for (Column& column : columns_) {
      if (column.status != Status::kClosed) column.status = Status::kOnHold;
    }
  }
  ResetStatus();
  ++skipped_;
  if (ready_files_ >= 1) return true;
  io.Error("starting page number " + std::to_string(options_.first_page) + " exceeds page count " +
           std::to_string(skipped_));
  return false;
}

// ---- columns that go down
bool Pr::StoreColumns(CommandIo& io) {
  stored_.clear();
  lines_.clear();
  for (Column& column : columns_) column.stored = 0;
  uint64_t start = 0;
  for (Column& column : columns_) {
    if (ready_files_ <= 0) break;
    column.current = static_cast<int64_t>(lines_.size());
    for (int64_t left = options_.body_lines; left > 0 && ready_files_ > 0; --left) {
      if (column.status != Status::kOpen) continue;
      input_ = 0;
      if (!io.account().Tick(32)) return false;
      if (!ReadLine(io, column)) ReadRest(column);
      if (column.status != Status::kOpen && start == stored_.size()) continue;
      if (!io.Reserve(3 * sizeof(lines_[0]))) return false;
      stored_charged_ += 3 * sizeof(lines_[0]);
      ++column.stored;
      lines_.emplace_back(stored_.size(), input_);
      start = stored_.size();
    }
  }
  Balance(static_cast<int64_t>(lines_.size()));
  return true;
}

void Pr::Balance(int64_t lines) {
  const auto count = static_cast<int64_t>(columns_.size());
  int64_t first = 0;
  for (int64_t i = 0; i < count; ++i) {
    Column& column = columns_[static_cast<size_t>(i)];
    column.stored = lines / count + (i < lines % count ? 1 : 0);
    column.current = first;
    first += column.stored;
  }
}

// ---- lines
// What stands in front of a line: the page's header, empty columns, blanks, separators.
void Pr::BeginCell(CommandIo& io, Column& column) {
  pads_ = true;
  if (header_due_ && !options_.storing) Header(io);
  if (options_.parallel && align_empty_) {
    const int64_t count = std::exchange(separators_, 0);
    for (int64_t i = 0; i < count && i < static_cast<int64_t>(columns_.size()); ++i) {
      Align(io, columns_[static_cast<size_t>(i)]);
      ++separators_;
    }
    padding_ = column.start;
    spaces_ = options_.truncates ? options_.column_width : 0;
    align_empty_ = false;
  }
  if (SeparatorWidth() < padding_) {
    PadTo(io, padding_ - SeparatorWidth());
    padding_ = kAnywhere;
  }
  if (options_.has_separator) Separators(io);
}

// False: the line was cut off; its rest is still there.
bool Pr::ReadLine(CommandIo& io, Column& column) {
  int c = Next(column);
  int64_t before = input_;
  if (c == '\f' && column.full_page) {
    c = Next(column);
    if (c == '\n') c = Next(column);
  }
  column.full_page = false;
  const auto form_feed = [&] {
    TakeNewline(column);
    if (options_.keep_form_feeds) form_feed_due_ = true;
    Hold(column);
  };
  const auto is_too_wide = [&] { return options_.truncates && input_ > options_.column_width; };
  std::string first;
  if (c == '\f') {
    TakeNewline(column);
    form_feed_only_ = true;
    if (header_due_ && !options_.storing) {
      pads_ = true;
      Header(io);
    } else if (options_.keep_form_feeds) {
      form_feed_due_ = true;
    }
    Hold(column);
    return true;
  }
  if (c == kEnd) {
    Close(column);
    return true;
  }
  if (c != '\n') first = Clump(static_cast<char>(c));
  if (is_too_wide()) {
    input_ = before;
    return false;
  }
  if (!column.stores) BeginCell(io, column);
  if (column.numbered) AddNumber(io, column);
  empty_line_ = false;
  if (c == '\n') return true;
  for (char shown : first) PutChar(io, column, shown);
  while (true) {
    c = Next(column);
    if (c == '\n') return true;
    if (c == '\f') {
      form_feed();
      return true;
    }
    if (c == kEnd) {
      Close(column);
      return true;
    }
    before = input_;
    const std::string_view clump = Clump(static_cast<char>(c));
    if (is_too_wide()) {
      input_ = before;
      return false;
    }
    for (char shown : clump) PutChar(io, column, shown);
  }
}

void Pr::ReadRest(Column& column) {
  while (true) {
    const int c = Next(column);
    if (c == '\n') return;
    if (c == '\f') {
      TakeNewline(column);
      if (options_.keep_form_feeds) form_feed_due_ = true;
      return Hold(column);
    }
    if (c == kEnd) return Close(column);
  }
}

void Pr::ShowStored(CommandIo& io, Column& column) {
  const auto line = static_cast<uint64_t>(column.current++);
  pads_ = true;
  if (header_due_) Header(io);
  if (column.status == Status::kFormFeed) {
    for (Column& other : columns_) other.status = Status::kOnHold;
    if (columns_[0].to_print <= 0) {
      if (!options_.extremities) pads_ = false;
      return;
    }
  }
  if (SeparatorWidth() < padding_) {
    PadTo(io, padding_ - SeparatorWidth());
    padding_ = kAnywhere;
  }
  if (options_.has_separator) Separators(io);
  if (line >= lines_.size()) return;
  const uint64_t begin = line == 0 ? 0 : lines_[line - 1].first;
  for (uint64_t at = begin; at < lines_[line].first; ++at) ShowChar(io, stored_[at]);
  if (spaces_ != 0) return;
  output_ = column.start + lines_[line].second;
  if (column.start - SeparatorWidth() == options_.margin) output_ -= SeparatorWidth();
}

// ---- rows
bool Pr::BeginPage(CommandIo& io) {
  if (options_.storing && !StoreColumns(io)) return false;
  for (Column& column : columns_) {
    if (options_.storing) {
      column.to_print = column.stored;
    } else {
      column.to_print = column.status == Status::kOpen ? options_.body_lines : 0;
    }
  }
  if (ReadyColumns() == 0) return false;
  if (options_.extremities) header_due_ = true;
  pads_ = page_pads_ = false;
  lines_left_ = options_.body_lines * (options_.double_space ? 2 : 1);
  return true;
}

// One row. False: the page has no more.
bool Pr::Row(CommandIo& io) {
  if (lines_left_ <= 0 || ReadyColumns() <= 0) return false;
  output_ = spaces_ = separators_ = 0;
  pads_ = align_empty_ = false;
  empty_line_ = true;
  for (Column& column : columns_) {
    if (!io.account().Tick(16)) return false;
    input_ = 0;
    if (column.to_print > 0 || column.status == Status::kFormFeed) {
      form_feed_only_ = false;
      padding_ = column.start;
      if (column.stores) {
        ShowStored(io, column);
      } else if (!ReadLine(io, column)) {
        ReadRest(column);
      }
      page_pads_ |= pads_;
      if (--column.to_print <= 0 && ReadyColumns() <= 0) break;
      if (options_.parallel && column.status != Status::kOpen) {
        if (empty_line_) {
          align_empty_ = true;
        } else if (column.status == Status::kClosed ||
                   (column.status == Status::kOnHold && form_feed_only_)) {
          Align(io, column);
        }
      }
    } else if (options_.parallel) {
      if (empty_line_) {
        align_empty_ = true;
      } else {
        Align(io, column);
      }
    }
    if (options_.has_separator) ++separators_;
  }
  if (pads_) {
    Put(io, '\n');
    --lines_left_;
  }
  if (ReadyColumns() <= 0 && !options_.extremities) return false;
  if (options_.double_space && page_pads_) {
    Put(io, '\n');
    --lines_left_;
  }
  return true;
}

// Behind the last row.
void Pr::BeginFooter(CommandIo& io) {
  if (lines_left_ == 0) {
    for (Column& column : columns_) {
      if (column.status == Status::kOpen) column.full_page = true;
    }
  }
  phase_ = Phase::kFooter;
  newlines_ = 0;
  pads_ = page_pads_;
  if (pads_ && options_.extremities) {
    if (options_.form_feeds) {
      Put(io, '\f');
    } else {
      newlines_ = lines_left_ + kFooter;
    }
  } else if (options_.keep_form_feeds && form_feed_due_) {
    Put(io, '\f');
    form_feed_due_ = false;
  }
}

// False: it was the last one.
bool Pr::EndPage() {
  if (options_.last_page < page_) return false;
  ResetStatus();
  return true;
}

// ---- what is printed
void Pr::Header(CommandIo& io) {
  output_ = 0;
  PadTo(io, options_.margin);
  WhiteSpace(io);
  const std::string page = "Page " + std::to_string(page_++);
  const int64_t room =
      std::clamp<int64_t>(title_width_ - static_cast<int64_t>(page.size()), 0, 1 << 20);
  const auto blanks = [](int64_t count) {
    return std::string(static_cast<size_t>(std::max<int64_t>(count, 1)), ' ');
  };
  const auto margin = static_cast<size_t>(std::min<int64_t>(options_.margin, 1 << 20));
  for (char c : "\n\n" + std::string(margin, ' ') + date_ + blanks(room / 2) + title_ +
                    blanks(room - room / 2) + page + "\n\n\n") {
    Put(io, c);
  }
  header_due_ = false;
  output_ = 0;
}

// The last digits of a number that has more.
void Pr::AddNumber(CommandIo& io, Column& column) {
  std::string number = std::to_string(line_number_++);
  const auto digits = static_cast<size_t>(std::min<int64_t>(options_.digits, 1 << 20));
  if (number.size() < digits) number.insert(0, digits - number.size(), ' ');
  for (char c : number.substr(number.size() - digits)) PutChar(io, column, c);
  if (columns_.size() > 1 && options_.number_separator == '\t') {
    for (int64_t i = options_.digits; i < options_.number_width; ++i) PutChar(io, column, ' ');
  } else {
    PutChar(io, column, options_.number_separator);
    if (columns_.size() == 1 && options_.number_separator == '\t') {
      output_ = AfterTab(options_.output_tab_width, output_);
    }
  }
  if (options_.truncates && !options_.parallel) input_ += options_.number_width;
}

void Pr::PadTo(CommandIo& io, int64_t position) {
  if (options_.tabify) {
    spaces_ = position - output_;
    return;
  }
  for (int64_t at = output_; at < position && io.account().Tick(1); ++at) Put(io, ' ');
  output_ = position;
}

void Pr::Separators(CommandIo& io) {
  if (separators_ <= 0) {
    if (spaces_ > 0) WhiteSpace(io);
    return;
  }
  // (However many are due, the text is printed once.)
  for (char c : options_.separator) {
    if (c == ' ') {
      ++spaces_;
      continue;
    }
    if (spaces_ > 0) WhiteSpace(io);
    Put(io, c);
    ++output_;
  }
  if (spaces_ > 0) WhiteSpace(io);
  separators_ = 0;
}

// The blanks that were kept back, as tabs where these reach no further.
void Pr::WhiteSpace(CommandIo& io) {
  const int64_t goal = output_ + spaces_;
  int64_t at = output_;
  while (goal - at > 1 && AfterTab(options_.output_tab_width, at) <= goal && io.account().Tick(1)) {
    Put(io, options_.output_tab);
    at = AfterTab(options_.output_tab_width, at);
  }
  for (; at < goal && io.account().Tick(1); ++at) Put(io, ' ');
  output_ = goal;
  spaces_ = 0;
}

void Pr::Align(CommandIo& io, Column& column) {
  padding_ = column.start;
  if (SeparatorWidth() < padding_) {
    PadTo(io, padding_ - SeparatorWidth());
    padding_ = kAnywhere;
  }
  if (options_.has_separator) Separators(io);
  if (column.numbered) AddNumber(io, column);
}

}  // namespace pysub::shell
