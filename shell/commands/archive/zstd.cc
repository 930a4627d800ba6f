#include "shell/commands/archive/zstd.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

bool IsSameFile(CommandIo& io, const std::string& name, const files::Stat& other) {
  const files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), name);
  return stat.ok() && stat->dev == other.dev && stat->ino == other.ino;
}

}  // namespace

void Zstd::Fields(Archive& archive) {
  archive(prompt_, next_, file_, asking_, input_, hungry_, ended_, plain_, reader_, made_, fine_,
          total_, listing_, sum_, listed_, status_);
  if (asking_ > Asking::kOverwrite) archive.Fail();
}

// Also behind a load: the links among the names are passed by once more, and not told again.
std::optional<int> Zstd::Start(CommandIo& io) {
  if (const std::optional<int> status = options_.Read(io)) return status;
  reader_.set_checks(options_.checks);
  if (options_.list && options_.names.empty()) {
    Say(io, 1, "--list does not support reading from standard input");
    Say(io, 1, "No files given", false);
    return 1;
  }
  if (options_.force || options_.to_stdout) return std::nullopt;
  std::vector<std::string>& names = options_.names;
  const bool had_names = !names.empty();
  std::erase_if(names, [&](const std::string& name) {
    const files::Result<files::Stat> stat = io.files().Lstat(CallerOf(io), name);
    if (name == "-" || !stat.ok() || !stat->IsSymlink()) return false;
    if (next_ == 0) Say(io, 2, "Warning : " + name + " is a symbolic link, ignoring", false);
    return true;
  });
  if (had_names && names.empty()) return 1;
  if (options_.output.empty() || names.size() < 2 || options_.test || options_.list)
    return std::nullopt;
  Say(io, 1,
      "WARNING: all input files will be processed and concatenated into a single output file: " +
          options_.output);
  Say(io, 1,
      "The concatenated output CANNOT regenerate original file names nor directory structure.",
      false);
  Say(io, 1, "Proceed? (y/n): Aborting...", false);
  return 1;
}

void Zstd::Say(CommandIo& io, int level, const std::string& text, bool named) const {
  if (options_.Says(level)) io.Write(2, (named ? "zstd: " : "") + text + " \n");
}

void Zstd::Fail(CommandIo& io, const std::string& text, bool named) {
  Say(io, 1, text, named);
  status_ = 1;
}

// ---- files

// The name without its suffix: `.tzst` is `.tar`.
void Zstd::FindTarget(CommandIo& io) {
  file_.target.clear();
  if (options_.test || options_.to_stdout) return;
  if (!options_.output.empty()) {
    file_.target = options_.output;
    return;
  }
  constexpr std::string_view kSuffix = ".zst", kTarSuffix = ".tzst";
  const std::string_view name = file_.name;
  if (name.ends_with(kSuffix) && name.size() > kSuffix.size()) {
    file_.target = name.substr(0, name.size() - kSuffix.size());
  } else if (name.ends_with(kTarSuffix) && name.size() > kTarSuffix.size()) {
    file_.target = std::string(name.substr(0, name.size() - kTarSuffix.size())) + ".tar";
  } else {
    if (options_.Says(1)) {
      io.Write(2, "zstd: " + file_.name +
                      ": unknown suffix (.zst/.tzst/.gz/.tgz/.lzma/.xz/.txz/.lz4/.tlz4 expected). "
                      "Can't derive the output file name. Specify it with -o dstFileName. "
                      "Ignoring.\n");
    }
    status_ = 1;
  }
}

// Nothing: a file is open, or the next one is to be looked at.
std::optional<Progress> Zstd::OpenNext(CommandIo& io) {
  if (asking_ != Asking::kNothing) return Ask(io);
  const std::vector<std::string>& names = options_.names;
  const bool reads_input = names.empty() && next_ == 0;
  if (!reads_input && next_ >= names.size()) return Finished(io);
  file_.name = reads_input || names[next_] == "-" ? "" : names[next_];
  ++next_;
  if (file_.name.empty()) {
    file_.UseInput();
    file_.target = options_.to_stdout || options_.test ? "" : options_.output;
  } else {
    FindTarget(io);
    if (file_.target.empty() && !options_.test && !options_.to_stdout) return std::nullopt;
    const files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), file_.name);
    std::string why;
    if (!stat.ok()) {
      why = "can't stat " + file_.name + " : " + std::string(ErrnoText(stat.error()));
    } else if (stat->IsDirectory()) {
      why = file_.name + " is a directory";
    } else if (!stat->IsFile() && !options_.force) {
      why = file_.name + " is not a regular file";
    }
    if (!why.empty()) {
      Fail(io, why + " -- ignored");
      return std::nullopt;
    }
    file_.mode = stat->mode;
    file_.mtime_ns = stat->mtime_ns;
  }
  if (!file_.target.empty()) {
    const files::Result<files::Stat> there = io.files().StatPath(CallerOf(io), file_.target);
    file_.in = -1;
    if (there.ok() && !there->IsFile()) {
      Fail(io, file_.target + " is not a regular file");
      return std::nullopt;
    }
    if (there.ok() && !file_.name.empty() && IsSameFile(io, file_.name, *there)) {
      Fail(io, "Refusing to open an output file which will overwrite the input file");
      return std::nullopt;
    }
    if (there.ok() && !options_.force) {
      if (options_.Says(2)) {
        asking_ = Asking::kOverwrite;
        return std::nullopt;
      }
      Fail(io, file_.target + " already exists; not overwritten ");
      return std::nullopt;
    }
  }
  Open(io);
  return std::nullopt;
}

// Whether the file in the way may go. (Who is asked cannot be the input, too.)
std::optional<Progress> Zstd::Ask(CommandIo& io) {
  std::optional<bool> answer = false;
  if (file_.name.empty()) {
    io.Write(2, "zstd: " + file_.target +
                    " already exists; overwrite (y/n) ? stdin is an input - not proceeding. \n");
  } else {
    answer = prompt_.Ask(io, "zstd: " + file_.target + " already exists; overwrite (y/n) ? ");
    if (!answer) return Progress::Wait();
    if (!*answer) io.Write(2, "Not overwritten  \n \n");
  }
  asking_ = Asking::kNothing;
  if (*answer)
    Open(io);
  else
    status_ = 1;
  return std::nullopt;
}

void Zstd::Open(CommandIo& io) {
  const std::string target = file_.target;
  std::string failed;
  // (a link in its place would lead the output elsewhere)
  if (!target.empty()) (void)io.files().Unlink(CallerOf(io), target);
  if (!file_.name.empty()) {
    if (file_.Open(io, !target.empty(), &failed)) return;
  } else if (!target.empty()) {
    file_.in = 0;
    file_.out = io.Open(target, OpenMode::kCreateNew);
    file_.mode = 0666 & ~io.umask();
    file_.mtime_ns = io.RealTimeNs();
    if (file_.out >= 0) return;
    file_.in = -1;
    file_.out = 1;
    failed = target;
  } else {
    file_.in = 0;
    return;
  }
  Fail(io, failed + ": " + std::string(ErrnoText(io.error())));
}

void Zstd::Finish(CommandIo& io, bool fine) {
  fine = fine && !io.write_failed();
  const bool keeps = !options_.remove || file_.name.empty() || options_.test;
  file_.Finish(io, fine, true);
  if (fine && !keeps) (void)io.files().Unlink(CallerOf(io), file_.name);
  if (fine) {
    ++fine_;
    total_ += made_;
    const bool is_one = options_.names.size() < 2;
    if (options_.Says(is_one ? 2 : 3))
      io.Write(2, fmt::format("{:<20}: {} bytes \n", Shown(), made_));
  }
  input_.Clear();
  reader_.Release(io);
  reader_ = ZstdReader();
  reader_.set_checks(options_.checks);
  hungry_ = true;
  ended_ = plain_ = false;
  made_ = 0;
}

Progress Zstd::Finished(CommandIo& io) {
  if (!options_.list && fine_ > 0 && options_.names.size() > 1)
    Say(io, 2, fmt::format("{} files decompressed : {:6} bytes total", fine_, total_), false);
  return Progress::Done(status_);
}

// ---- contents

// A frame may ask for a larger window with --long or --memory, up to a limit.
void Zstd::TellWindow(CommandIo& io) {
  const uint64_t window = reader_.window();
  const auto log = static_cast<unsigned>(std::bit_width(window - 1));
  const uint64_t megabytes = (window + (1 << 20) - 1) >> 20;
  Fail(io,
       fmt::format("{} : Window size larger than maximum : {} > {}", Shown(), window,
                   options_.most_window),
       false);
  if (options_.most_window < kZstdMostWindow && window <= kZstdMostWindow) {
    Fail(io, fmt::format("{} : Use --long={} or --memory={}MB", Shown(), log, megabytes), false);
  }
}

// The file is done with.
void Zstd::Ended(CommandIo& io, ZstdReader::Outcome outcome) {
  using Outcome = ZstdReader::Outcome;
  std::string_view wrong;
  const bool is_short = reader_.input().size() < 4;
  bool fine = false;
  switch (outcome) {
    case Outcome::kMore:
      fine = reader_.IsComplete();
      if (fine) break;
      if (reader_.IsFresh())
        Fail(io, Shown() + ": unexpected end of file");
      else if (reader_.IsAtHead() && is_short)
        Fail(io, Shown() + ": unknown header");
      else
        Fail(io, Shown() + " : Read error (39) : premature end", false);
      break;
    case Outcome::kNotZstd: Fail(io, Shown() + ": unsupported format"); break;
    case Outcome::kReserved: wrong = "Unsupported frame parameter"; break;
    case Outcome::kWindow: wrong = "Frame requires too much memory for decoding"; break;
    case Outcome::kDictionary: wrong = "Dictionary mismatch"; break;
    case Outcome::kBadSum: wrong = "Restored data doesn't match checksum"; break;
    default: wrong = "Data corruption detected"; break;
  }
  if (!wrong.empty()) {
    Fail(io, Shown() + " : Decoding error (36) : " + std::string(wrong), false);
    if (outcome == Outcome::kWindow) TellWindow(io);
  }
  Finish(io, fine);
}

// What is no Zstandard goes through as it is: the rest of the input.
std::optional<Progress> Zstd::CopyPlain(CommandIo& io) {
  std::string_view bytes;
  const Got got = input_.Some(io, file_.in, &bytes);
  if (auto end = StepEnd(got)) return end;
  io.Write(file_.out, bytes);
  made_ += bytes.size();
  (void)io.Tick(bytes.size());
  if (got == Got::kError) Fail(io, Shown() + ": " + std::string(ErrnoText(io.error())));
  if (got != Got::kData) Finish(io, got == Got::kEnd);
  return std::nullopt;
}

std::optional<Progress> Zstd::Read(CommandIo& io) {
  if (plain_) return CopyPlain(io);
  std::string_view in;
  if (hungry_ && !ended_) {
    const Got got = input_.Some(io, file_.in, &in);
    if (auto end = StepEnd(got)) return end;
    if (got == Got::kError) {
      Fail(io, Shown() + ": Read error: " + std::string(ErrnoText(io.error())));
      Finish(io, false);
      return std::nullopt;
    }
    ended_ = got == Got::kEnd;
  }
  std::string out;
  reader_.set_most_window(options_.most_window);
  const ZstdReader::Outcome outcome = reader_.Decode(io, &in, &out);
  if (outcome == ZstdReader::Outcome::kNoMemory) return Progress::Done(2);
  if (!options_.test) io.Write(file_.out, out);
  made_ += out.size();
  hungry_ = out.empty();
  (void)io.Tick(out.size() + 64);
  if (outcome == ZstdReader::Outcome::kMore && (!ended_ || !hungry_)) return std::nullopt;
  const bool is_other = outcome == ZstdReader::Outcome::kNotZstd ||
                        (outcome == ZstdReader::Outcome::kMore && reader_.IsAtHead() &&
                         !reader_.input().empty() && reader_.input().size() < 4);
  const bool passes =
      options_.pass_through.value_or(options_.force && options_.to_stdout && !options_.test);
  if (is_other && passes) {
    io.Write(file_.out, reader_.input());
    made_ += reader_.input().size();
    plain_ = true;
    return std::nullopt;
  }
  Ended(io, outcome);
  return std::nullopt;
}

// ---- zstd -l

void Zstd::ListNext(CommandIo& io) {
  file_.name = options_.names[next_++];
  const files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), file_.name);
  listing_ = ZstdListing();
  std::string failed;
  if (!stat.ok() || !stat->IsFile()) {
    Fail(io, "Error : " + file_.name + " is not a file", false);
  } else if (!file_.Open(io, false, &failed)) {
    Fail(io, "Error: " + file_.name + ": " + std::string(ErrnoText(io.error())), false);
  }
}

void Zstd::EndListed(CommandIo& io) {
  using State = ZstdListing::State;
  switch (listing_.state()) {
    case State::kNotZstd:
      if (!listing_.why().empty()) Fail(io, listing_.why(), false);
      io.Out("File \"" + file_.name + "\" not compressed by zstd \n");
      status_ = 1;
      break;
    case State::kTruncated: Fail(io, "File \"" + file_.name + "\" is truncated", false); break;
    case State::kWrong:
      Fail(io, listing_.why(), false);
      Fail(io, "Error while parsing \"" + file_.name + "\"", false);
      break;
    default: break;
  }
  if (listing_.state() != State::kNotZstd && listing_.state() != State::kTruncated) {
    io.Out(options_.Says(3) ? listing_.Details(file_.name) : listing_.Row(file_.name));
    listing_.AddTo(&sum_);
    ++listed_;
  }
  file_.Finish(io, false, true);
  input_.Clear();
}

std::optional<Progress> Zstd::List(CommandIo& io) {
  if (file_.in < 0) {
    const bool is_table = !options_.Says(3);
    if (next_ == 0) {
      sum_ = ZstdListing::Zero();
      if (is_table) io.Out("Frames  Skips  Compressed  Uncompressed  Ratio  Check  Filename\n");
    }
    if (next_ < options_.names.size()) {
      ListNext(io);
      return std::nullopt;
    }
    if (is_table && options_.names.size() > 1) {
      io.Out(std::string(65, '-') + " \n");
      io.Out(sum_.Row(std::to_string(listed_) + " files"));
    }
    return Progress::Done(status_);
  }
  std::string_view bytes;
  const Got got = input_.Some(io, file_.in, &bytes);
  if (auto end = StepEnd(got)) return end;
  if (got == Got::kData && !listing_.Add(io, bytes)) return Progress::Done(2);
  if (got != Got::kData) listing_.End();
  if (got != Got::kData || listing_.is_over()) EndListed(io);
  return std::nullopt;
}

Progress Zstd::Run(CommandIo& io) {
  while (true) {
    std::optional<Progress> stop;
    if (options_.list)
      stop = List(io);
    else
      stop = file_.in < 0 ? OpenNext(io) : Read(io);
    if (stop) return *stop;
    if (io.Tick(64)) return Progress::Yield();
  }
}

std::unique_ptr<Command> MakeZstd() { return Make<Zstd>(); }

}  // namespace pysub::shell
