#include <algorithm>
#include <cinttypes>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {VersionRow('v'),
                                      {'b', "print-bytes"},
                                      {'i', "ignore-initial", OptionArgument::kRequired},
                                      {'l', "verbose"},
                                      {'n', "bytes", OptionArgument::kRequired},
                                      {'s', "quiet"},
                                      LongRow('s', "silent")};

// Both files byte by byte, in constant memory.
class Cmp : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(fds_, kept_, ended_, skip_, offset_, line_, status_, last_, width_);
    width_ = std::clamp(width_, 1, 20);
    if (!fds_.empty() &&
        (fds_.size() != 2 || kept_.size() != 2 || ended_.size() != 2 || skip_.size() != 2)) {
      archive.Fail();
    }
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions, Options::kPermute, 2);
    options.set_named_try();
    while (options.Next()) {
      switch (options.id()) {
        case 'b': bytes_ = true; break;
        case 'l': verbose_ = true; break;
        case 's': silent_ = true; break;
        case 'n':
        case 'i': {
          std::optional<uint64_t> count = ParseCount(options.value(), "kKMGT");
          const std::string name = options.id() == 'n' ? "bytes" : "ignore-initial";
          if (!count)
            return options.Misuse("invalid --" + name + " value '" + std::string(options.value()) +
                                  "'");
          (options.id() == 'n' ? limit_ : initial_) = *count;
          break;
        }
        default: break;
      }
    }
    if (options.status()) return options.status();
    if (verbose_ && silent_) return options.Misuse("options -l and -s are incompatible");
    names_ = options.operands();
    if (names_.empty()) return options.Misuse("missing operand after 'cmp'");
    if (names_.size() > 4) return options.Misuse("extra operand '" + names_[4] + "'");
    for (size_t i = 2; i < names_.size(); ++i) {  // what to leave out of each file
      std::optional<uint64_t> count = ParseCount(names_[i], "kKMGT");
      if (!count) return options.Misuse("invalid --ignore-initial value '" + names_[i] + "'");
      first_[i - 2] = *count;
    }
    names_.resize(std::min<size_t>(names_.size(), 2));
    if (names_.size() == 1) names_.push_back("-");
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    if (fds_.empty()) {
      for (const std::string& name : names_) {
        fds_.push_back(name == "-" ? 0 : io.Open(name, OpenMode::kRead));
        if (fds_.back() < 0) {
          if (!silent_) io.Error(name, io.error());
          return Progress::Done(2);
        }
      }
      if (fds_[0] == fds_[1]) return Progress::Done(0);
      kept_.resize(2);
      ended_ = {0, 0};
      skip_ = {first_[0] + initial_, first_[1] + initial_};
      uint64_t size = UINT64_MAX;
      for (int side = 0; side < 2; ++side) {
        files::Result<files::Stat> stat = io.files().StatPath({.cwd = io.cwd()}, names_[side]);
        if (fds_[side] > 0 && stat.ok() && stat->IsFile()) size = std::min(size, stat->size);
      }
      width_ = size == UINT64_MAX ? 1 : static_cast<int>(std::to_string(size).size());
    }
    while (true) {
      for (int side = 0; side < 2; ++side) {
        if (auto stop = Fill(io, side)) return *stop;
      }
      size_t size = std::min(kept_[0].size(), kept_[1].size());
      bool last = limit_ - offset_ <= size;
      if (last) size = limit_ - offset_;
      if (!Compare(io, size)) return Progress::Done(1);
      if (last) return Progress::Done(status_);
      if (kept_[0].empty() != kept_[1].empty() ||
          (kept_[0].empty() && kept_[1].empty() && ended_[0] && ended_[1])) {
        for (int side = 0; side < 2; ++side) {
          if (kept_[side].empty() && ended_[side] && !kept_[1 - side].empty())
            return EndOf(io, side);
        }
      }
      if (ended_[0] && ended_[1] && kept_[0].empty() && kept_[1].empty())
        return Progress::Done(status_);
      if (io.Tick(size + 1)) return Progress::Yield();
    }
  }

 private:
  // The two inputs give pieces of different sizes. What is ahead on one side is kept until the
  // other has caught up.
  std::optional<Progress> Fill(CommandIo& io, int side) {
    while (kept_[side].empty() && !ended_[side]) {
      std::string_view bytes;
      switch (io.ReadSome(fds_[side], &bytes)) {
        case ReadStatus::kWait: return Progress::Wait();
        case ReadStatus::kEnd: ended_[side] = 1; break;
        case ReadStatus::kError: io.Error(names_[side], io.error()); return Progress::Done(2);
        case ReadStatus::kData: {
          size_t skipped = std::min<uint64_t>(skip_[side], bytes.size());
          skip_[side] -= skipped;
          kept_[side] = bytes.substr(skipped);
          break;
        }
      }
      if (io.Tick(64)) return Progress::Yield();
    }
    return std::nullopt;
  }

  // False: a difference was found and is all that is asked for.
  bool Compare(CommandIo& io, size_t size) {
    std::string_view a = std::string_view(kept_[0]).substr(0, size),
                     b = std::string_view(kept_[1]).substr(0, size);
    if (a == b) {
      line_ += static_cast<uint64_t>(std::count(a.begin(), a.end(), '\n'));
    } else {
      for (size_t i = 0; i < size; ++i) {
        if (a[i] != b[i]) {
          status_ = 1;
          if (silent_) return false;
          unsigned x = static_cast<unsigned char>(a[i]), y = static_cast<unsigned char>(b[i]);
          char text[64];
          if (verbose_) {
            std::snprintf(text, sizeof(text), "%*" PRIu64 " ", width_, offset_ + i + 1);
            io.Out(text + Pair(x, y) + "\n");
          } else {
            std::string out = names_[0] + " " + names_[1] + " differ: " + "byte " +
                              std::to_string(offset_ + i + 1) + ", line " +
                              std::to_string(line_ + 1);
            if (bytes_) {
              std::snprintf(text, sizeof(text), " is %3o ", x);
              out += text + Shown(x);
              std::snprintf(text, sizeof(text), " %3o ", y);
              out += text + Shown(y);
            }
            io.Out(out + "\n");
            return false;
          }
        }
        if (a[i] == '\n') ++line_;
      }
    }
    if (size > 0) last_ = a[size - 1];
    offset_ += size;
    kept_[0].erase(0, size);
    kept_[1].erase(0, size);
    return true;
  }
  // What differs at a place; with -b as characters, too.
  std::string Pair(unsigned x, unsigned y) const {
    char text[64];
    if (!bytes_) {
      std::snprintf(text, sizeof(text), "%3o %3o", x, y);
      return text;
    }
    std::snprintf(text, sizeof(text), "%3o %-4s %3o ", x, Shown(x).c_str(), y);
    return text + Shown(y);
  }
  static std::string Shown(unsigned c) {
    std::string text = c >= 128 ? "M-" : "";
    c &= 127;
    if (c < 32) return text + "^" + static_cast<char>(c + 64);
    return c == 127 ? text + "^?" : text + static_cast<char>(c);
  }

  Progress EndOf(CommandIo& io, int side) {
    if (silent_) return Progress::Done(1);
    std::string text = "EOF on " + names_[side];
    if (offset_ == 0) {
      text += " which is empty";
    } else {
      text += " after byte " + std::to_string(offset_);
      if (!verbose_)
        text += last_ == '\n' ? ", line " + std::to_string(line_)
                              : ", in line " + std::to_string(line_ + 1);
    }
    io.Error(text);
    return Progress::Done(1);
  }

  bool bytes_ = false, verbose_ = false, silent_ = false;
  uint64_t limit_ = UINT64_MAX, initial_ = 0;
  uint64_t first_[2] = {0, 0};
  std::vector<std::string> names_;

  std::vector<int> fds_;
  std::vector<std::string> kept_;  // read and not compared yet
  std::vector<uint8_t> ended_;
  std::vector<uint64_t> skip_;
  uint64_t offset_ = 0, line_ = 0;
  int status_ = 0;
  char last_ = '\n';
  int width_ = 1;  // of offsets
};

}  // namespace

std::unique_ptr<Command> MakeCmp() { return Make<Cmp>(); }

}  // namespace pysub::shell
