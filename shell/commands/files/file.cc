#include <algorithm>
#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/files/file_kind.h"
#include "shell/commands/refused_option.h"
#include "shell/commands/simple.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

enum { kMimeType = kFirstLongOption, kMimeEncoding, kUnsupported };
constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    VersionRow('v'),
    {'b', "brief"},
    {'i', "mime"},
    LongRow(kMimeType, "mime-type"),
    LongRow(kMimeEncoding, "mime-encoding"),
    {'E', ""},
    {'F', "separator", kRequired},
    {'f', "files-from", kRequired},
    {'0', "print0"},
    {'h', "no-dereference"},
    {'L', "dereference"},
    {'N', "no-pad"},
    {'n', "no-buffer"},
    {'p', "preserve-date"},
    {'r', "raw"},
    {'S', "no-sandbox"},
    {'s', "special-files"},
    {'k', "keep-going"},
    {'z', "uncompress"},
    {'Z', "uncompress-noreport"},
    {'C', "compile"},
    {'c', "checking-printout"},
    {'l', "list"},
    {'m', "magic-file", kRequired},
    {'e', "exclude", kRequired},
    {'P', "parameter", kRequired},
    LongRow(kUnsupported, "extension"),
    LongRow(kUnsupported, "apple"),
    RefusedName("exclude-quiet", kRequired),
    RefusedRow('d', "debug"),
};
constexpr std::string_view kUsage =
    "Usage: file [-bcCdEhikLlNnprsSvzZ0] [--apple] [--extension] [--mime-encoding]\n"
    "            [--mime-type] [-e <testname>] [-F <separator>]  [-f <namefile>]\n"
    "            [-m <magicfiles>] [-P <parameter=value>] [--exclude-quiet]\n"
    "            <file> ...\n"
    "       file -C [-m <magicfiles>]\n"
    "       file [--help]";

// A name as it is printed: bytes that are not printable in octal.
std::string Printable(std::string_view name) {
  std::string shown;
  for (size_t at = 0; at < name.size();) {
    size_t end = at;
    while (end < name.size()) {
      const size_t length = PrintableLength(name.substr(end));
      if (length == 0) break;
      end += length;
    }
    shown += name.substr(at, end - at);
    at = end;
    if (at == name.size()) break;
    const auto byte = static_cast<unsigned char>(name[at++]);
    const char octal[] = {'\\', static_cast<char>('0' + (byte >> 6)),
                          static_cast<char>('0' + (byte >> 3 & 7)),
                          static_cast<char>('0' + (byte & 7))};
    shown.append(octal, sizeof(octal));
  }
  return shown;
}

// Looks at a file in one step: its first megabyte, which the account of the command pays for.
class File : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(next_, list_fd_, list_done_, reader_, listed_, width_, bytes_, status_);
    archive.Charged(bytes_charged_);
    if (bytes_.size() > kBytesOfKind || width_ > kMostWidth) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    options.set_usage_only(kUsage);
    while (options.Next()) {
      switch (options.id()) {
        case 'b': brief_ = true; break;
        case 'i': mime_ = encoding_ = true; break;
        case kMimeType: mime_ = true; break;
        case kMimeEncoding: encoding_ = true; break;
        case 'E': strict_ = true; break;
        case 'F': separator_ = options.value(); break;
        case 'f': list_ = options.value(); break;
        case '0': ++zeros_; break;
        case 'h': follow_ = false; break;
        case 'L': follow_ = true; break;
        case 'N': pad_ = false; break;
        case 'r': raw_ = true; break;
        case 's':
        case 'k':
        case 'z':
        case 'Z':
        case 'C':
        case 'c':
        case 'l':
        case 'm':
        case 'e':
        case 'P':
        case kUnsupported: io.Error("this option is not supported in this sandbox"); return 1;
        default: break;  // what makes no difference here
      }
    }
    if (options.status()) return options.status();
    names_ = options.operands();
    if (names_.empty() && !list_) {
      io.Write(2, std::string(kUsage) + "\n");
      return 1;
    }
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    if (list_ && !list_done_) {
      if (std::optional<Progress> stop = ReadList(io)) return *stop;
    }
    if (width_ == 0) FindWidth(io);
    while (next_ < listed_.size() + names_.size()) {
      const std::string& name =
          next_ < listed_.size() ? listed_[next_] : names_[next_ - listed_.size()];
      if (std::optional<Progress> stop = Look(io, name)) return *stop;
      ++next_;
      if (next_ == listed_.size()) width_ = 0, FindWidth(io);
      if (io.Tick(1024)) return Progress::Yield();
    }
    return Progress::Done(status_);
  }
  void Suspend() override { reader_.Suspend(); }

 private:
  static constexpr size_t kMostWidth = 1000;

  // The names of -f, a line each, which come first.
  std::optional<Progress> ReadList(CommandIo& io) {
    if (list_fd_ < 0) list_fd_ = *list_ == "-" ? 0 : io.Open(*list_, OpenMode::kRead);
    if (list_fd_ < 0) {
      io.Error("Cannot open `" + *list_ + "' (" + std::string(ErrnoText(io.error())) + ")");
      return Progress::Done(1);
    }
    while (true) {
      Line line;
      const Got got = reader_.Next(io, list_fd_, '\n', &line);
      if (auto end = StepEnd(got)) return *end;
      if (got != Got::kData) break;
      if (!io.Reserve(static_cast<int64_t>(line.text.size() + 4 * sizeof(std::string))))
        return Progress::Done(2);
      listed_.emplace_back(line.text);
      if (io.Tick(line.text.size() + 16)) return Progress::Yield();
    }
    if (list_fd_ > 0) io.Close(list_fd_);
    list_done_ = true;
    return std::nullopt;
  }

  // What is behind the names stands below each other: for those of the list, then for the others.
  void FindWidth(CommandIo& io) {
    const bool of_list = next_ < listed_.size();
    for (const std::string& name : of_list ? listed_ : names_) {
      (void)io.Tick(name.size() + 16);
      width_ = std::max<uint64_t>(width_, std::min<size_t>(DisplayWidth(name), kMostWidth));
    }
    width_ = std::max<uint64_t>(width_, 1);
  }

  void Print(CommandIo& io, const std::string& name, std::string_view words) {
    std::string line;
    if (!brief_) {
      line = name == "-" ? "/dev/stdin" : raw_ ? name : Printable(name);
      if (zeros_ > 0) line += '\0';
      if (zeros_ < 2) {
        line += separator_;
        const size_t width = DisplayWidth(name);
        line.append(pad_ && width < width_ ? width_ - width + 1 : 1, ' ');
      }
    }
    io.Out(line.append(words) + (zeros_ > 1 ? '\0' : '\n'));
  }
  void PrintKind(CommandIo& io, const std::string& name, const FileKind& kind) {
    if (mime_ && encoding_) {
      Print(io, name, kind.charset.empty() ? kind.mime : kind.mime + "; charset=" + kind.charset);
    } else if (mime_ || encoding_) {
      Print(io, name, mime_ ? kind.mime : kind.charset);
    } else {
      Print(io, name, kind.words);
    }
  }

  void Missing(CommandIo& io, const std::string& name, int error) {
    const std::string why = " `" + Printable(name) + "' (" + std::string(ErrnoText(error)) + ")";
    Print(io, name, (strict_ ? "ERROR: cannot stat" : "cannot open") + why);
    if (strict_) status_ = 1;
  }

  // What is no file, by its kind.
  FileKind KindOfOther(CommandIo& io, const std::string& name, const files::Stat& stat) {
    std::string special;
    if ((stat.mode & 04000) != 0) special += "setuid, ";
    if ((stat.mode & 02000) != 0) special += "setgid, ";
    if ((stat.mode & 01000) != 0) special += "sticky, ";
    if (stat.IsDirectory()) return {special + "directory", "inode/directory", "binary"};
    if (stat.kind == files::FileKind::kFifo)
      return {special + "fifo (named pipe)", "inode/fifo", "binary"};
    if (!stat.IsSymlink()) {
      const bool is_null = name == "/dev/null";
      return {is_null ? "character special (1/3)" : "character special", "inode/chardevice",
              "binary"};
    }
    files::Result<std::string> target = io.files().Readlink(CallerOf(io), name);
    const std::string to = target.ok() ? *target : "";
    if (io.files().StatPath(CallerOf(io), name).ok())
      return {"symbolic link to " + to, "inode/symlink", "binary"};
    return {"broken symbolic link to " + to, "inode/symlink", mime_ && encoding_ ? "" : "binary"};
  }

  std::optional<Progress> Look(CommandIo& io, const std::string& name) {
    if (name == "-") return LookAtInput(io);
    files::Result<files::Stat> stat =
        io.files().StatPath(CallerOf(io), name, follow_ ? files::Follow::kYes : files::Follow::kNo);
    if (!stat.ok()) {
      Missing(io, name, stat.error());
      return std::nullopt;
    }
    if (!stat->IsFile()) {
      PrintKind(io, name, KindOfOther(io, name, *stat));
      return std::nullopt;
    }
    const uint64_t room = 2 * std::min<uint64_t>(stat->size, kBytesOfKind) + 4096;
    if (!io.Reserve(static_cast<int64_t>(room))) return Progress::Done(2);
    files::Result<std::string> bytes = io.files().ReadFile(CallerOf(io), name, 0, kBytesOfKind);
    if (!bytes.ok()) {
      Print(io, name, "regular file, no read permission");
    } else {
      std::string last = bytes->substr(bytes->size() - std::min<size_t>(bytes->size(), 4));
      if (stat->size > bytes->size()) {
        files::Result<std::string> end = io.files().ReadFile(CallerOf(io), name, stat->size - 4, 4);
        if (end.ok()) last = *end;
      }
      PrintKind(io, name, KindOfBytes(*bytes, stat->size, last, io.account()));
    }
    (void)io.Reserve(-static_cast<int64_t>(room));
    return std::nullopt;
  }

  // Standard input may come in pieces.
  std::optional<Progress> LookAtInput(CommandIo& io) {
    while (bytes_.size() < kBytesOfKind) {
      std::string_view piece;
      const Got got = GotOf(io.ReadSome(0, &piece, kBytesOfKind - bytes_.size()));
      if (auto end = StepEnd(got)) return end;
      if (got != Got::kData) break;
      if (!MakeRoom(io, &bytes_, piece.size(), &bytes_charged_)) return Progress::Done(2);
      bytes_ += piece;
      if (io.Tick(piece.size())) return Progress::Yield();
    }
    const std::string_view last =
        std::string_view(bytes_).substr(bytes_.size() - std::min<size_t>(bytes_.size(), 4));
    PrintKind(io, "-", KindOfBytes(bytes_, bytes_.size(), last, io.account()));
    bytes_.clear();
    return std::nullopt;
  }

  bool brief_ = false, mime_ = false, encoding_ = false, strict_ = false, follow_ = false,
       raw_ = false, pad_ = true;
  int zeros_ = 0;
  std::string separator_ = ":";
  std::optional<std::string> list_;
  std::vector<std::string> names_;

  uint64_t next_ = 0;  // of listed_ and names_
  int list_fd_ = -1;
  bool list_done_ = false;
  LineReader reader_;
  std::vector<std::string> listed_;
  uint64_t width_ = 0;
  std::string bytes_;  // of standard input
  uint64_t bytes_charged_ = 0;
  int status_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeFile() { return Make<File>(); }

}  // namespace pysub::shell
