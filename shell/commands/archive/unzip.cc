#include "shell/commands/archive/unzip.h"

#include <algorithm>
#include <cerrno>

#include "pysub/files/file_system.h"
#include "shell/commands/files/name_pattern.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

enum Statuses : uint8_t { kNoArchive = 9, kBadParameters = 10, kNothingFound = 11 };
constexpr std::string_view kBinaryNote =
    "  (please check that you have transferred or created the zipfile in the\n"
    "  appropriate BINARY mode and that you have compiled UnZip properly)\n";

// As lines, whose ends may be DOS's.
std::string ShownComment(std::string_view comment) {
  std::string shown;
  for (size_t i = 0; i < comment.size(); ++i) {
    if (comment[i] != '\r' || i + 1 == comment.size() || comment[i + 1] != '\n')
      shown += comment[i];
  }
  if (!shown.empty() && shown.back() != '\n') shown += '\n';
  return shown;
}

}  // namespace

void Unzip::Fields(Archive& archive) {
  archive(phase_, source_, directory_, archive_, at_, count_, read_all_, opened_status_, status_,
          found_, found_excluded_, listed_, listed_size_, listed_compressed_, newest_);
  archive(waiting_, next_, covered_, began_, told_backslashes_, replace_all_, replace_none_,
          answers_, path_, renamed_, fd_, data_at_, data_left_, inflater_, crc_, link_, chosen_,
          done_, skipped_, late_links_, late_link_, late_directories_);
  archive.Charged(charged_);
  archive.Charged(waiting_charged_);
  constexpr int64_t kEndOfTime = 9'000'000'000;
  for (const LateDirectory& directory : late_directories_) {
    if (directory.mtime < -kEndOfTime || directory.mtime > kEndOfTime) archive.Fail();
  }
  const bool has_entry =
      phase_ == Phase::kAsk || phase_ == Phase::kRename || phase_ == Phase::kData;
  if (phase_ > Phase::kEnd || next_ > waiting_.size() || (has_entry && next_ == waiting_.size()) ||
      at_ > source_.size() || newest_ > kEndOfTime ||
      (newest_ < -kEndOfTime && newest_ != INT64_MIN) || late_link_ > late_links_.size())
    archive.Fail();
}

// ---- the command line
std::optional<int> Unzip::Usage(CommandIo& io, int fd, int status) {
  io.Write(fd, UsageOf(io));
  return status;
}

std::optional<int> Unzip::TakeInfoLetter(CommandIo& io, char letter) {
  using Info = UnzipOptions::Info;
  constexpr std::pair<char, Info> kFormats[] = {{'1', Info::kNames},
                                                {'2', Info::kNames},
                                                {'s', Info::kShort},
                                                {'m', Info::kMedium},
                                                {'l', Info::kLong}};
  for (const auto& [format, info] : kFormats) {
    if (format != letter) continue;
    options_.info = info;
    options_.info_format = true;
    return std::nullopt;
  }
  switch (letter) {
    case 'h': options_.info_header = true; break;
    case 't': options_.info_totals = true; break;
    case 'T': options_.info_times = true; break;
    case 'z': options_.info_comment = true; break;
    case 'C': options_.ignore_case = true; break;
    case 'U':
    case 'W':
    case 'M': break;
    case 'q': ++options_.quiet; break;
    case 'Z': break;
    case 'v': io.Error("zipinfo -v is not supported in this sandbox"); return kBadParameters;
    default: return Usage(io, 2, kBadParameters);
  }
  return std::nullopt;
}

std::optional<int> Unzip::TakeLetter(CommandIo& io, char letter) {
  using Mode = UnzipOptions::Mode;
  if (options_.info != UnzipOptions::Info::kNone) return TakeInfoLetter(io, letter);
  switch (letter) {
    case 'l':
      if (options_.mode == Mode::kExtract) options_.mode = Mode::kList;
      break;
    case 'v': options_.mode = Mode::kVerbose; break;
    case 't': options_.mode = Mode::kTest; break;
    case 'p': options_.mode = Mode::kPipe; break;
    case 'c': options_.mode = Mode::kCat; break;
    case 'z': options_.mode = Mode::kComment; break;
    case 'T': options_.mode = Mode::kTouch; break;
    case 'f': options_.freshen = options_.update = true; break;
    case 'u': options_.update = true; break;
    case 'n': options_.never = true; break;
    case 'o': options_.always = true; break;
    case 'j': options_.junk = true; break;
    case 'C': options_.ignore_case = true; break;
    case 'L': ++options_.lower; break;
    case 'K': options_.keep_set_id = true; break;
    case 'V': options_.keep_versions = true; break;
    case 'D': ++options_.no_times; break;
    case 'q': ++options_.quiet; break;
    case 'b':  // (what the real one does for other systems or terminals)
    case 'B':
    case 'M':
    case 'U':
    case 'X':
    case 'x': break;
    case 'Z': options_.info = UnzipOptions::Info::kShort; break;
    case 'h': return Usage(io, 1, 0);
    case 'a':
    case 'W':
    case ':':
    case '^':
    case 'P':
      io.Error(std::string("-") + letter + " is not supported in this sandbox");
      return kBadParameters;
    default: return Usage(io, 2, kBadParameters);
  }
  return std::nullopt;
}

std::optional<int> Unzip::TakeLetters(CommandIo& io, std::string_view letters, bool minus) {
  if (letters.empty()) return Usage(io, 2, kBadParameters);
  for (char letter : letters) {
    if (letter == '-') {
      minus = true;
    } else if (minus) {
      if (auto status = TakeLetter(io, letter)) return status;
    }
  }
  return std::nullopt;
}

// What stands behind the archive: names, -x and those to leave out, -d and the directory.
std::optional<int> Unzip::TakeWords(CommandIo& io, size_t at) {
  const std::span<const std::string> words = io.args();
  bool excludes = false;
  for (; at < words.size(); ++at) {
    const std::string& word = words[at];
    if (word == "-x" && !excludes) {
      excludes = true;
    } else if (word.starts_with("-d")) {
      options_.has_directory = true;
      if (word.size() == 2 && at + 1 == words.size()) {
        Tell(io, "error:  must specify directory to which to extract with -d option\n");
        return kBadParameters;
      }
      options_.directory = word.size() > 2 ? word.substr(2) : words[++at];
    } else {
      (excludes ? options_.excluded : options_.names).push_back(word);
    }
  }
  return std::nullopt;
}

void Unzip::CheckOptions() {
  using Info = UnzipOptions::Info;
  if (options_.info != Info::kNone) {
    // Header and totals go with a whole list; asked for alone, they stand alone.
    const bool asked = options_.info_header || options_.info_totals;
    if (!options_.info_format && asked) options_.info = Info::kNothing;
    const bool whole = options_.names.empty() && options_.excluded.empty();
    if (!asked && whole && options_.info != Info::kNames)
      options_.info_header = options_.info_totals = true;
    return;
  }
  if (!options_.writes_files()) options_.directory.clear();
  if (options_.mode == UnzipOptions::Mode::kPipe) options_.quiet = 2;
}

std::optional<int> Unzip::Start(CommandIo& io) {
  const std::span<const std::string> words = io.args();
  const bool info = ProgramName(io) == "zipinfo";
  if (info) options_.info = UnzipOptions::Info::kShort;
  if (words.empty()) return Usage(io, 1, 0);
  size_t at = 0;
  for (; at < words.size() && words[at].starts_with('-'); ++at) {
    const std::string& word = words[at];
    if (word == "--help") return Usage(io, 1, 0);
    if (word == "--version") {
      io.Out(ProgramName(io) + " (pysub)\n");
      return 0;
    }
    if (!info && word.starts_with("-d")) {
      options_.has_directory = true;
      if (word.size() == 2 && at + 1 == words.size()) {
        Tell(io, "error:  must specify directory to which to extract with -d option\n");
        return kBadParameters;
      }
      options_.directory = word.size() > 2 ? word.substr(2) : words[++at];
      continue;
    }
    if (auto status = TakeLetters(io, std::string_view(word).substr(1), true)) return status;
  }
  if (at == words.size()) {
    if (options_.mode == UnzipOptions::Mode::kVerbose && !options_.has_directory) {
      io.Out("UnZip 6.00 (pysub): methods stored and deflated, zip64, UTF-8 names\n");
      return 0;
    }
    return Usage(io, 2, kBadParameters);
  }
  options_.archive = words[at];
  if (auto status = TakeWords(io, at + 1)) return status;
  CheckOptions();
  return std::nullopt;
}

// ---- the archive
Progress Unzip::NoDirectory(CommandIo& io) {
  const std::string& name = options_.archive;
  const bool info = options_.info != UnzipOptions::Info::kNone;
  const bool quiet = !info && options_.quiet > 0;
  if (info ? options_.info_header : !quiet) io.Out("Archive:  " + archive_ + "\n");
  if (info || quiet) Tell(io, "[" + archive_ + "]\n");
  Tell(io,
       "  End-of-central-directory signature not found.  Either this file is not\n"
       "  a zipfile, or it constitutes one disk of a multi-part archive.  In the\n"
       "  latter case the central directory and zipfile comment will be found on\n"
       "  the last disk(s) of this archive.\n");
  if (quiet) return Progress::Done(kNoArchive);
  const std::string program = info ? "zipinfo" : "unzip";
  Tell(io, program + ":  cannot find zipfile directory in one of " + name + " or\n" +
               std::string(program.size() + 3, ' ') + name + ".zip, and cannot find " + name +
               ".ZIP, period.\n");
  return Progress::Done(kNoArchive);
}

std::optional<Progress> Unzip::OpenArchive(CommandIo& io) {
  const std::string& name = options_.archive;
  if (options_.never && options_.always)
    Tell(io, "caution:  both -n and -o specified; ignoring -o\n");
  if (options_.has_directory && !options_.writes_files() &&
      options_.info == UnzipOptions::Info::kNone)
    Tell(io, "caution:  not extracting; -d ignored\n");
  found_.assign(options_.names.size(), false);
  found_excluded_.assign(options_.excluded.size(), false);
  for (const char* suffix : {"", ".zip", ".ZIP"}) {
    const std::string path = name + suffix;
    files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), path);
    if (!stat.ok() || stat->IsDirectory()) continue;
    if (stat->IsFile() && !io.files().Access(CallerOf(io), path, files::kMayRead).ok()) {
      Tell(io, "error:  cannot open zipfile [ " + path + " ]\n        Permission denied\n");
      break;
    }
    archive_ = path;
    source_.Open(path, stat->IsFile() ? stat->size : 0);
    if (!FindZipDirectory(io, &source_, &directory_)) return NoDirectory(io);
    return CheckDirectory(io);
  }
  if (options_.mode == UnzipOptions::Mode::kPipe) return Progress::Done(kNoArchive);
  const std::string program = options_.info == UnzipOptions::Info::kNone ? "unzip" : "zipinfo";
  Tell(io,
       program + ":  cannot find or open " + name + ", " + name + ".zip or " + name + ".ZIP.\n");
  return Progress::Done(kNoArchive);
}

// What is odd about the archive as a whole, and where its headers begin.
std::optional<Progress> Unzip::CheckDirectory(CommandIo& io) {
  using Mode = UnzipOptions::Mode;
  const bool info = options_.info != UnzipOptions::Info::kNone;
  const bool quiet = options_.quiet > 0;
  if (!info && !quiet && options_.mode != Mode::kTouch) {
    io.Out("Archive:  " + archive_ + "\n");
    io.Out(ShownComment(directory_.comment));
  }
  if (info) InfoHeader(io);
  if (options_.mode == Mode::kComment && !info) {
    if (quiet) io.Out(ShownComment(directory_.comment));
    return Progress::Done(0);
  }
  if (directory_.disk != 0) {
    Tell(io, "error [" + archive_ +
                 "]:  a part of a multi-part archive, which is not supported in "
                 "this sandbox\n");
    return Progress::Done(kNothingFound);
  }
  if (directory_.entries == 0 && directory_.size == 0) {
    Tell(io, (info ? "Empty zipfile.\n" : "warning [" + archive_ + "]:  zipfile is empty\n"));
    return Progress::Done(1);
  }
  if (directory_.extra > 0) {
    Tell(io, "warning [" + archive_ + "]:  " + std::to_string(directory_.extra) +
                 (directory_.extra == 1 ? " extra byte" : " extra bytes") +
                 " at beginning or within zipfile\n  (attempting to process anyway)\n");
    opened_status_ = 1;
  } else if (directory_.extra < 0) {
    Tell(io, "error [" + archive_ + "]:  missing " + std::to_string(-directory_.extra) +
                 " bytes in zipfile\n  (attempting to process anyway)\n");
    opened_status_ = 2;
  }
  at_ = directory_.end_at - std::min(directory_.size, directory_.end_at);
  if (ZipNumber(source_.At(io, at_, 4), 0, 4) != kZipCentral) {
    Tell(io,
         "error [" + archive_ + "]:  start of central directory not found;\n  zipfile corrupt.\n");
    Tell(io, kBinaryNote);
    return Progress::Done(3);
  }
  if (!options_.lists()) {
    covered_[at_] = source_.size();
    phase_ = Phase::kCollect;
  } else {
    ListHeader(io);
    phase_ = Phase::kList;
  }
  return std::nullopt;
}

bool Unzip::NextEntry(CommandIo& io, ZipEntry* entry) {
  if (read_all_) return false;
  switch (ReadZipCentral(io, &source_, &at_, entry)) {
    case ZipRead::kEntry: ++count_; return true;
    case ZipRead::kCut: Raise(51); break;
    case ZipRead::kNone: {
      const uint64_t told = directory_.entries;
      const bool all = directory_.zip64 ? count_ == told : (count_ & 0xFFFF) == told;
      if (at_ == directory_.end_at && all) break;
      Tell(io, "error:  expected central file header signature not found (file #" +
                   std::to_string(count_ + 1) + ").\n");
      Tell(io, kBinaryNote);
      Raise(3);
      break;
    }
  }
  read_all_ = true;
  return false;
}

bool Unzip::IsWanted(CommandIo& io, const std::string& name) {
  const uint32_t flags = options_.ignore_case ? uint32_t{kIgnoreCase} : 0u;
  const auto matches = [&](const std::vector<std::string>& patterns, std::vector<bool>* found) {
    bool any = false;
    for (size_t i = 0; i < patterns.size() && i < found->size(); ++i) {
      if (!io.account().Tick(16 + name.size())) return false;
      if (!MatchName(patterns[i], name, flags)) continue;
      (*found)[i] = any = true;
    }
    return any;
  };
  if (!options_.names.empty() && !matches(options_.names, &found_)) return false;
  return options_.excluded.empty() || !matches(options_.excluded, &found_excluded_);
}

// Room for what is kept to the end.
bool Unzip::Keep(CommandIo& io, size_t bytes) {
  if (!io.Reserve(static_cast<int64_t>(bytes))) return false;
  charged_ += bytes;
  return true;
}

Progress Unzip::Run(CommandIo& io) {
  while (true) {
    std::optional<Progress> stop;
    switch (phase_) {
      case Phase::kOpen: stop = OpenArchive(io); break;
      case Phase::kList: stop = List(io); break;
      case Phase::kCollect: stop = Collect(io); break;
      case Phase::kBegin: stop = Begin(io); break;
      case Phase::kAsk: stop = Ask(io); break;
      case Phase::kRename: stop = TakeNewName(io); break;
      case Phase::kData: stop = CopyData(io); break;
      case Phase::kUnmatched: stop = Unmatched(io); break;
      case Phase::kLinks: stop = MakeLinks(io); break;
      case Phase::kDirectories: stop = FinishDirectories(io); break;
      case Phase::kEnd: return Finished(io);
    }
    if (stop) return *stop;
    if (io.Tick(64)) return Progress::Yield();
  }
}

std::unique_ptr<Command> MakeUnzip() { return Make<Unzip>(); }

}  // namespace pysub::shell
