// pr: files, and what goes on with them. Its pages are in pr_page.cc.

#include "shell/commands/text/pr.h"

#include <algorithm>

#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

void Pr::Fields(Archive& archive) {
  archive(phase_, file_, fd_, failed_, opened_, texts_, date_, title_, title_width_, columns_,
          ready_files_, page_, skipped_, line_number_, lines_left_, newlines_, header_due_, pads_,
          page_pads_, form_feed_due_, form_feed_only_, empty_line_, align_empty_, output_, input_,
          spaces_, separators_, padding_, stored_, lines_);
  archive.Charged(charged_);
  archive.Charged(stored_charged_);
  if (!archive.loading()) return;
  bool right = phase_ <= Phase::kFooter && (phase_ == Phase::kReading || !columns_.empty()) &&
               (fd_ < 0 || !texts_.empty());  // what is read goes to the last text
  constexpr int64_t kMost = int64_t{1} << 40;
  for (const Column& column : columns_) {
    right &= column.status <= Status::kClosed && column.text < texts_.size() &&
             column.current >= 0 && column.start >= 0 && column.start < kMost;
  }
  uint64_t last = 0;
  for (const auto& [end, width] : lines_) {
    right &= end >= last && end <= stored_.size();
    last = end;
  }
  for (int64_t place : {output_, input_, spaces_, separators_, padding_, title_width_}) {
    right &= place > -kMost && place < kMost;
  }
  if (!right) archive.Fail();
}

std::optional<int> Pr::Start(CommandIo& io) {
  if (std::optional<int> status = given_.Read(io)) return status;
  options_ = given_;
  const size_t files = given_.files.size();
  if (options_.Settle(files)) return std::nullopt;
  io.Error("page width too narrow");
  return 1;
}

// ---- files
// The next file, or with -m one more of them. False: there is none.
bool Pr::OpenNext(CommandIo& io) {
  const std::vector<std::string>& names = options_.files;
  while (true) {
    if (names.empty() ? opened_ : file_ >= names.size()) return false;
    opened_ = true;
    const std::string name = names.empty() ? "-" : names[file_++];
    fd_ = name == "-" ? 0 : io.Open(name, OpenMode::kRead);
    if (fd_ >= 0) {
      texts_.emplace_back();
      return true;
    }
    failed_ = true;
    if (!options_.quiet_opens) io.Error(QuoteFileIfNeeded(name), io.error());
    (void)io.Tick(64);
  }
}

std::optional<Progress> Pr::ReadFiles(CommandIo& io) {
  while (true) {
    if (fd_ < 0) {
      if (!texts_.empty() && !options_.parallel) return std::nullopt;
      if (!OpenNext(io)) {
        if (texts_.empty()) return Progress::Done(failed_ ? 1 : 0);
        return std::nullopt;
      }
    }
    std::string_view bytes;
    const Got got = GotOf(io.ReadSome(fd_, &bytes));
    if (std::optional<Progress> end = StepEnd(got)) return end;
    if (got == Got::kData) {
      Text& text = texts_.back();
      if (!MakeRoom(io, &text.bytes, bytes.size(), &text.charged)) return Progress::Done(2);
      text.bytes += bytes;
      if (io.Tick(bytes.size())) return Progress::Yield();
      continue;
    }
    if (got == Got::kError) {
      io.Error(QuoteFileIfNeeded(FileName()), io.error());
      failed_ = true;
    }
    if (fd_ > 0) io.Close(fd_);
    fd_ = -1;
  }
}

void Pr::Forget(CommandIo& io) {
  for (const Text& text : texts_) charged_ += text.charged;
  (void)io.Reserve(-static_cast<int64_t>(charged_ + stored_charged_));
  texts_ = {};
  columns_.clear();
  lines_.clear();
  stored_ = std::string();
  charged_ = stored_charged_ = 0;
  phase_ = Phase::kReading;
  form_feed_due_ = false;
  skipped_ = 0;
}

// The one that was opened last.
std::string Pr::FileName() const {
  const bool is_one = file_ > 0 && file_ <= options_.files.size();
  return is_one ? options_.files[file_ - 1] : "-";
}

// The date of the file, or now where there is none or several.
void Pr::MakeHeader(CommandIo& io) {
  int64_t ns = io.RealTimeNs();
  std::string name;
  if (!options_.parallel && FileName() != "-") {
    name = FileName();
    const files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), name);
    if (stat.ok()) ns = stat->mtime_ns;
  }
  int64_t rest = 0;
  const int64_t seconds = FloorSeconds(ns, &rest);
  date_ = FormatTime(options_.date_format.value_or("%Y-%m-%d %H:%M"), seconds, rest, ZoneOf(io));
  title_ = options_.header.value_or(name);
  const auto width = [](std::string_view text) {
    return std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
  };
  title_width_ = options_.line_width - width(date_) - width(title_);
}

// False: there is no memory.
bool Pr::BeginColumns(CommandIo& io) {
  const PrOptions& o = options_;
  // (Files that could not be opened have no column.)
  const auto count =
      o.parallel ? texts_.size() : static_cast<size_t>(std::max<int64_t>(o.columns, 1));
  if (!io.Reserve(static_cast<int64_t>(count * 2 * sizeof(Column)))) return false;
  charged_ += count * 2 * sizeof(Column);
  columns_.assign(count, Column());
  int64_t start = o.margin + SeparatorWidth();
  int64_t next = kAnywhere;
  if (o.truncates) {
    next = o.margin + o.column_width + (o.parallel && o.numbered ? o.number_width : 0);
  }
  for (size_t i = 0; i < count; ++i) {
    Column& column = columns_[i];
    column.text = o.parallel ? i : 0;
    column.numbered = o.numbered && (!o.parallel || i == 0);
    column.stores = o.storing;
    column.start = start;
    if (!o.truncates) {
      start = kAnywhere;
    } else {
      start = next + SeparatorWidth();
      next = start + o.column_width;
    }
  }
  ready_files_ = o.parallel ? static_cast<int64_t>(count) : 1;
  page_ = o.first_page;
  line_number_ = o.first_number;
  phase_ = o.first_page > 1 ? Phase::kSkipping : Phase::kPage;
  return true;
}

Progress Pr::Run(CommandIo& io) {
  io_ = &io;
  while (true) {
    switch (phase_) {
      case Phase::kReading:
        if (std::optional<Progress> end = ReadFiles(io)) return *end;
        MakeHeader(io);
        if (!BeginColumns(io)) return Progress::Done(2);
        break;
      case Phase::kSkipping:
        if (skipped_ + 1 >= options_.first_page) {
          phase_ = Phase::kPage;
        } else if (!SkipPage(io)) {
          Forget(io);
        }
        break;
      case Phase::kPage:
        if (BeginPage(io)) {
          phase_ = Phase::kRows;
        } else {
          Forget(io);
        }
        break;
      case Phase::kRows:
        if (!Row(io)) BeginFooter(io);
        break;
      case Phase::kFooter:
        // (A page may be as long as somebody likes.)
        for (int64_t i = std::min<int64_t>(newlines_, 4096); i > 0; --i, --newlines_) out_ += '\n';
        if (newlines_ > 0) break;
        if (EndPage()) {
          phase_ = Phase::kPage;
        } else {
          Forget(io);
        }
        break;
    }
    if (!out_.empty()) io.Out(out_);
    const size_t work = out_.size() + 64;
    out_.clear();
    if (io.Tick(work)) return Progress::Yield();
  }
}

std::unique_ptr<Command> MakePr() { return Make<Pr>(); }

}  // namespace pysub::shell
