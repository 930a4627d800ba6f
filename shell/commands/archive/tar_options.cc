// tar: the command line.

#include <algorithm>
#include <utility>

#include "pysub/shell/command.h"
#include "shell/commands/archive/tar.h"
#include "shell/commands/files/file_mode.h"
#include "shell/commands/files/name_pattern.h"
#include "shell/commands/files/sizes.h"
#include "shell/commands/refused_option.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"

namespace pysub::shell {
namespace {

enum LongOptions {
  kExclude = kFirstLongOption,
  kStrip,
  kNoRecursion,
  kWildcards,
  kNoWildcards,
  kOwner,
  kGroup,
  kMode,
  kMtime,
  kNumericOwner,
  kSkipOld,
  kOverwrite,
  kFormat,
  kSort,
  kIgnored,
  kRemoveFiles,
  kUnsupported,
  kTransform,
  kShowTransformed,
  kOneTopLevel,
  kNull,
  kNoNull,
  kVerbatim,
  kNoVerbatim,
  kUnquote,
  kNoUnquote,
  kExcludeVcs,
  kExcludeBackups,
  kNewerMtime,
  kAddFile,
  kKeepNewer,
  kTotals,
  kRecordSize,
  kZstd,
  kExcludeTag,
  kExcludeTagUnder,
  kExcludeTagAll,
  kExcludeCaches,
  kExcludeCachesUnder,
  kExcludeCachesAll,
  kHardDereference,
  kClampMtime,
  kFullTime,
  kUtc,
  kOccurrence,
  kUsage,
  kPosix,
  kPaxOption,
};
// --exclude-vcs
constexpr std::string_view kVcsNames[] = {
    "CVS",        ".cvsignore",     "RCS",          "SCCS",      ".git",
    ".gitignore", ".gitattributes", ".gitmodules",  ".svn",      ".arch-ids",
    "{arch}",     "=RELEASE-ID",    "=meta-update", "=update",   ".bzr",
    ".bzrignore", ".bzrtags",       ".hg",          ".hgignore", ".hgtags",
    "_darcs"};

constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    HelpRow('?'),
    {'c', "create"},
    {'x', "extract"},
    LongRow('x', "get"),
    {'t', "list"},
    {'r', "append"},
    {'u', "update"},
    {'d', "diff"},
    LongRow('d', "compare"),
    {'A', "catenate"},
    LongRow('A', "concatenate"),
    {'f', "file", kRequired},
    {'z', "gzip"},
    LongRow('z', "gunzip"),
    {'a', "auto-compress"},
    {'v', "verbose"},
    {'C', "directory", kRequired},
    {'k', "keep-old-files"},
    {'p', "preserve-permissions"},
    LongRow('p', "same-permissions"),
    {'O', "to-stdout"},
    {'m', "touch"},
    {'h', "dereference"},
    {'P', "absolute-names"},
    {'T', "files-from", kRequired},
    {'X', "exclude-from", kRequired},
    {'b', "blocking-factor", kRequired},
    {'B', "read-full-records"},
    {'o', "no-same-owner"},
    {'w', "interactive"},
    {'S', "sparse"},
    {'i', "ignore-zeros"},
    {'j', "bzip2"},
    {'J', "xz"},
    LongRow(kZstd, "zstd"),
    {'H', "format", kRequired},
    LongRow(kPosix, "posix"),
    LongRow(kPaxOption, "pax-option", kRequired),
    {'g', "listed-incremental", kRequired},
    LongRow(kExclude, "exclude", kRequired),
    LongRow(kExcludeVcs, "exclude-vcs"),
    LongRow(kExcludeBackups, "exclude-backups"),
    LongRow(kStrip, "strip-components", kRequired),
    LongRow(kNoRecursion, "no-recursion"),
    LongRow(kWildcards, "wildcards"),
    LongRow(kNoWildcards, "no-wildcards"),
    LongRow(kOwner, "owner", kRequired),
    LongRow(kGroup, "group", kRequired),
    LongRow(kMode, "mode", kRequired),
    LongRow(kMtime, "mtime", kRequired),
    LongRow(kNumericOwner, "numeric-owner"),
    LongRow(kSkipOld, "skip-old-files"),
    LongRow(kOverwrite, "overwrite"),
    LongRow(kSort, "sort", kRequired),
    LongRow(kIgnored, "one-file-system"),
    LongRow(kIgnored, "same-owner"),
    LongRow(kIgnored, "no-same-permissions"),
    LongRow(kIgnored, "no-auto-compress"),
    LongRow(kIgnored, "warning", kRequired),
    LongRow(kIgnored, "force-local"),
    LongRow(kIgnored, "no-overwrite-dir"),
    LongRow(kIgnored, "overwrite-dir"),
    LongRow(kIgnored, "delay-directory-restore"),
    LongRow(kIgnored, "no-delay-directory-restore"),
    LongRow(kIgnored, "no-check-device"),
    LongRow(kIgnored, "no-seek"),
    {'n', "seek"},
    LongRow(kIgnored, "no-acls"),
    LongRow(kIgnored, "no-selinux"),
    LongRow(kIgnored, "no-xattrs"),
    LongRow(kIgnored, "acls"),
    LongRow(kIgnored, "selinux"),
    LongRow(kIgnored, "xattrs"),
    LongRow(kIgnored, "recursion"),
    {'N', "newer", kRequired},
    LongRow('N', "after-date", kRequired),
    LongRow(kNewerMtime, "newer-mtime", kRequired),
    LongRow(kAddFile, "add-file", kRequired),
    LongRow(kKeepNewer, "keep-newer-files"),
    {'U', "unlink-first"},
    {'I', "use-compress-program", kRequired},
    LongRow(kTotals, "totals"),
    LongRow(kRecordSize, "record-size", kRequired),
    LongRow(kRemoveFiles, "remove-files"),
    LongRow(kTransform, "transform", kRequired),
    LongRow(kTransform, "xform", kRequired),
    LongRow(kShowTransformed, "show-transformed-names"),
    LongRow(kShowTransformed, "show-stored-names"),
    LongRow(kOneTopLevel, "one-top-level", OptionArgument::kOptional),
    LongRow(kNull, "null"),
    LongRow(kNoNull, "no-null"),
    LongRow(kVerbatim, "verbatim-files-from"),
    LongRow(kNoVerbatim, "no-verbatim-files-from"),
    LongRow(kUnquote, "unquote"),
    LongRow(kNoUnquote, "no-unquote"),
    LongRow('D', "delete"),
    LongRow('z', "ungzip"),
    LongRow('w', "confirmation"),
    LongRow(kExcludeTag, "exclude-tag", kRequired),
    LongRow(kExcludeTagUnder, "exclude-tag-under", kRequired),
    LongRow(kExcludeTagAll, "exclude-tag-all", kRequired),
    LongRow(kExcludeCaches, "exclude-caches"),
    LongRow(kExcludeCachesUnder, "exclude-caches-under"),
    LongRow(kExcludeCachesAll, "exclude-caches-all"),
    LongRow(kHardDereference, "hard-dereference"),
    LongRow(kClampMtime, "clamp-mtime"),
    LongRow(kFullTime, "full-time"),
    LongRow(kUtc, "utc"),
    LongRow(kOccurrence, "occurrence", OptionArgument::kOptional),
    RefusedRow('K', "starting-file", kRequired),
    {'R', "block-number"},
    LongRow(kUsage, "usage"),
    // What is so in any case: no reading changes a file's time, names are looked up as they come,
    // nobody can be asked for another tape, and patterns match as they do by default.
    LongRow(kIgnored, "atime-preserve", OptionArgument::kOptional),
    {'s', "preserve-order"},
    LongRow('s', "same-order"),
    LongRow(kIgnored, "restrict"),
    LongRow(kIgnored, "no-ignore-case"),
    LongRow(kIgnored, "wildcards-match-slash"),
    LongRow(kIgnored, "check-device"),
    LongRow(kIgnored, "no-ignore-command-error"),
    RefusedName("lzma"),
    RefusedName("lzip"),
    RefusedName("lzop"),
    RefusedRow('Z', "compress"),
    RefusedName("uncompress"),
    RefusedName("test-label"),
    RefusedRow('V', "label", kRequired),
    RefusedRow('G', "incremental"),
    RefusedName("level", kRequired),
    RefusedName("hole-detection", kRequired),
    RefusedName("ignore-failed-read"),
    RefusedName("sparse-version", kRequired),
    RefusedName("exclude-ignore", kRequired),
    RefusedName("exclude-ignore-recursive", kRequired),
    RefusedName("exclude-vcs-ignores"),
    RefusedName("anchored"),
    RefusedName("no-anchored"),
    RefusedName("ignore-case"),
    RefusedName("no-wildcards-match-slash"),
    RefusedName("keep-directory-symlink"),
    RefusedName("recursive-unlink"),
    RefusedRow('W', "verify"),
    RefusedName("ignore-command-error"),
    RefusedName("to-command", kRequired),
    RefusedName("group-map", kRequired),
    RefusedName("owner-map", kRequired),
    RefusedName("xattrs-exclude", kRequired),
    RefusedName("xattrs-include", kRequired),
    RefusedRow('F', "info-script", kRequired),
    RefusedName("new-volume-script", kRequired),
    RefusedRow('L', "tape-length", kRequired),
    RefusedRow('M', "multi-volume"),
    RefusedName("rmt-command", kRequired),
    RefusedName("rsh-command", kRequired),
    RefusedName("volno-file", kRequired),
    RefusedName("old-archive"),
    RefusedName("portability"),
    RefusedName("backup", OptionArgument::kOptional),
    RefusedName("suffix", kRequired),
    RefusedName("checkpoint", OptionArgument::kOptional),
    RefusedName("checkpoint-action", kRequired),
    RefusedName("index-file", kRequired),
    RefusedRow('l', "check-links"),
    RefusedName("no-quote-chars", kRequired),
    RefusedName("quote-chars", kRequired),
    RefusedName("quoting-style", kRequired),
    RefusedName("show-defaults"),
    RefusedName("show-omitted-dirs"),
    RefusedName("show-snapshot-field-ranges"),
};

}  // namespace

std::optional<int> Tar::Fatal(CommandIo& io, const std::string& text) {
  io.Error(text);
  io.Write(2, "Try '" + ProgramName(io) + " --help' or '" + ProgramName(io) +
                  " --usage' for more information.\n");
  return 2;
}

// What the option asks for, when it is nothing that this tar does.
std::string Tar::Unsupported(int option) {
  switch (option) {
    case kUnsupported: return "this option";
    case 'g': return "--listed-incremental";
    case 'w': return "--interactive";
    default: return "";
  }
}

// --owner and --group: NAME, NUMBER or NAME:NUMBER.
void Tar::TakeOwner(bool owner, const std::string& value) {
  size_t colon = value.find(':');
  std::string name = value.substr(0, colon);
  std::optional<uint64_t> number =
      ParseCount(colon == std::string::npos ? name : value.substr(colon + 1));
  std::optional<uint32_t> id = owner ? FindUser(name) : FindGroup(name);
  if (number && *number <= UINT32_MAX) id = static_cast<uint32_t>(*number);
  if (!id) id = 0;
  bool named = name.find_first_not_of("0123456789+") != std::string::npos;
  if (!named) name = owner ? UserName(*id) : GroupName(*id);
  (owner ? options_.owner : options_.group) = *id;
  (owner ? options_.owner_name : options_.group_name) = name;
}

std::optional<int> Tar::TakeOption(CommandIo& io, int option, const std::string& value,
                                   std::string* directory) {
  if (std::string what = Unsupported(option); !what.empty()) {
    io.Error(what + " is not supported in this sandbox");
    return 2;
  }
  switch (option) {
    case 'c':
    case 'x':
    case 't':
    case 'r':
    case 'u':
    case 'd':
    case 'A':
    case 'D':
      if (options_.mode != 0 && options_.mode != option)
        return Fatal(
            io,
            "You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option");
      options_.mode = static_cast<char>(option);
      break;
    case 'f': options_.archive = value; break;
    case 'z': options_.gzip = true; break;
    case 'j': options_.bzip2 = true; break;
    case 'J': options_.xz = true; break;
    case kZstd: options_.zstd = true; break;
    case 'a': auto_compress_ = true; break;
    case 'v': ++options_.verbose; break;
    case 'C':
      *directory =
          value.starts_with('/') || directory->empty() ? value : JoinPath(*directory, value);
      break;
    case 'k': options_.keep_old = true; break;
    case 'p': options_.keep_permissions = true; break;
    case 'O': options_.to_stdout = true; break;
    case 'm': options_.touch = true; break;
    case 'h': options_.dereference = true; break;
    case 'P': options_.absolute = true; break;
    case 'T':
      options_.operands.push_back({*directory, value, true, options_.null_names,
                                   options_.null_names || options_.verbatim_lists});
      break;
    case kTransform: return TakeTransform(io, value);
    case kShowTransformed: options_.show_transformed = true; break;
    case kOneTopLevel:
      options_.has_top_level = true;
      options_.top_level = value;
      break;
    case kNull:
    case kNoNull: options_.null_names = option == kNull; break;
    case kVerbatim:
    case kNoVerbatim: options_.verbatim_lists = option == kVerbatim; break;
    case kUnquote:
    case kNoUnquote: options_.unquote = option == kUnquote; break;
    case kExclude: options_.exclude.push_back(value); break;
    case 'X': exclude_files_.Add(value); break;
    case kExcludeVcs:
      for (std::string_view name : kVcsNames) options_.exclude.emplace_back(name);
      break;
    case kExcludeBackups:
      for (std::string_view name : {".#*", "*~", "#*#"}) options_.exclude.emplace_back(name);
      break;
    case 'N':
    case kNewerMtime: return TakeNewer(io, value, option == 'N');
    case kAddFile: options_.operands.push_back({*directory, value}); break;
    case kKeepNewer: options_.keep_newer = true; break;
    case 'I': return TakeProgram(io, value);
    case 'H': return TakeFormat(io, value);
    case kPosix: options_.format = TarFormat::kPax; break;
    case kPaxOption: return TakePaxOptions(io, value);
    case kTotals: options_.totals = true; break;
    case 'i': options_.ignore_zeros = true; break;
    case 'b':
    case kRecordSize: return TakeRecord(io, value, option == 'b');
    case kStrip: {
      std::optional<uint64_t> count = ParseCount(value);
      if (!count) return Fatal(io, value + ": Invalid number of elements");
      options_.strip = *count;
      break;
    }
    case kNoRecursion: options_.recursive = false; break;
    case kWildcards: options_.wildcards = true; break;
    case kNoWildcards: options_.wildcards = false; break;
    case kOwner:
    case kGroup: TakeOwner(option == kOwner, value); break;
    case kMode: {
      std::optional<ModeChange> change = ModeChange::Parse(value);
      if (!change) return Fatal(io, "Invalid mode given on option");
      options_.permissions = change->Apply(0, false, 0);
      break;
    }
    case kMtime: {
      const std::optional<Instant> time = ParseDate(value, io.RealTimeNs(), ZoneOf(io));
      if (!time) {
        io.Error("Substituting " + QuoteWord(value) + " for unknown date format");
        return 2;
      }
      options_.mtime = time->FileTime() / kNsPerSecond;
      break;
    }
    case kNumericOwner: options_.numeric_owner = true; break;
    case kExcludeTag:
    case kExcludeTagUnder:
    case kExcludeTagAll:
    case kExcludeCaches:
    case kExcludeCachesUnder:
    case kExcludeCachesAll: TakeTag(option, value); break;
    case kHardDereference: options_.dereference_hard_links = true; break;
    case kClampMtime: options_.clamp_mtime = true; break;
    case kFullTime: options_.full_time = true; break;
    case kUtc: options_.utc = true; break;
    case 'R': options_.block_numbers = true; break;
    case kOccurrence: {
      const std::optional<uint64_t> number = value.empty() ? 1 : ParseCount(value);
      if (!number || *number == 0) return Fatal(io, value + ": Invalid number");
      options_.occurrence = *number;
      break;
    }
    case kUsage: io.Out(UsageOf(io)); return 0;
    case kSkipOld: options_.skip_old = true; break;
    case kRemoveFiles: options_.remove_files = true; break;
    default: break;  // what makes no difference here
  }
  return std::nullopt;
}

// The old way of writing options, without a dash, is turned into the new one first. Each letter
// with a value takes the next word, in order.
std::optional<int> Tar::Start(CommandIo& io) {
  // "tar czf FILE": the first word is letters, and their values follow it.
  std::vector<std::string> words(io.args().begin(), io.args().end());
  if (!words.empty() && !words[0].empty() && words[0][0] != '-') {
    std::vector<std::string> split;
    size_t next = 1;
    for (char letter : words[0]) {
      split.push_back(std::string("-") + letter);
      if (std::string_view("fCTXbHgNI").find(letter) == std::string_view::npos) continue;
      if (next >= words.size())
        return Fatal(io, std::string("Old option '") + letter + "' requires an argument.");
      split.push_back(words[next++]);
    }
    words.erase(words.begin(), words.begin() + static_cast<ptrdiff_t>(next));
    words.insert(words.begin(), split.begin(), split.end());
  }
  Options options(io, words, kOptions, Options::kInOrder, 64);
  options.set_usage_only("Try '" + ProgramName(io) + " --help' or '" + ProgramName(io) +
                         " --usage' for more information.");
  std::string directory;
  while (options.Next()) {
    if (options.id() == Options::kOperand) {
      options_.operands.push_back({directory, std::string(options.value())});
    } else if (std::optional<int> status =
                   TakeOption(io, options.id(), std::string(options.value()), &directory)) {
      return status;
    }
  }
  if (options.status()) return options.status();
  for (const std::string& name : options.operands()) options_.operands.push_back({directory, name});
  options_.directory = directory;
  if (options_.mode == 0)
    return Fatal(io,
                 "You must specify one of the '-Acdtrux', '--delete' or '--test-label' options");
  return CheckOptions(io);
}

// -N: files that are newer than a date, or than a file; with their status, or only their contents.
std::optional<int> Tar::TakeNewer(CommandIo& io, const std::string& value, bool with_status) {
  std::optional<int64_t> time;
  if (value.starts_with('/') || value.starts_with('.')) {
    const files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), value);
    if (!stat.ok()) {
      io.Error(value + ": Cannot stat", stat.error());
      return Fatal(io, "Date sample file not found");
    }
    time = stat->mtime_ns;
  } else {
    const std::optional<Instant> given = ParseDate(value, io.RealTimeNs(), ZoneOf(io));
    if (given) time = given->FileTime();
  }
  if (!time) return Fatal(io, "Invalid date: " + QuoteWord(value));
  options_.newer_ns = *time;
  options_.newer_status = with_status;
  return std::nullopt;
}

std::optional<int> Tar::TakeFormat(CommandIo& io, const std::string& value) {
  if (value == "v7") {
    io.Error("--format=v7 is not supported in this sandbox");
    return 2;
  }
  if (value == "gnu" || value == "oldgnu") {
    options_.format = TarFormat::kGnu;
  } else if (value == "pax" || value == "posix") {
    options_.format = TarFormat::kPax;
  } else if (value == "ustar") {
    options_.format = TarFormat::kUstar;
  } else {
    return Fatal(io, value + ": Invalid archive format");
  }
  return std::nullopt;
}

// --pax-option: how the headers of long names are called, and what they shall not have, which they
// do not have here in any case. What would change more is refused.
std::optional<int> Tar::TakePaxOptions(CommandIo& io, const std::string& value) {
  for (std::string_view rest = value; !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    if (word.starts_with("delete=") || word.starts_with("exthdr.name=")) continue;
    io.Error("--pax-option=" + std::string(word) + " is not supported in this sandbox");
    return 2;
  }
  return std::nullopt;
}

// -I: a program whose work this tar does itself.
std::optional<int> Tar::TakeProgram(CommandIo& io, const std::string& value) {
  const std::string program(LastName(value.substr(0, value.find(' '))));
  options_.gzip |= program == "gzip" || program == "pigz";
  options_.bzip2 |= program == "bzip2" || program == "pbzip2";
  options_.xz |= program == "xz" || program == "pixz";
  options_.zstd |= program == "zstd" || program == "unzstd" || program == "zstdmt";
  if (options_.IsPacked()) return std::nullopt;
  io.Error("-I " + value + " is not supported in this sandbox: gzip, bzip2, xz and zstd are");
  return 2;
}

// -b BLOCKS or --record-size=BYTES: an archive is a multiple of it.
std::optional<int> Tar::TakeRecord(CommandIo& io, const std::string& value, bool in_blocks) {
  constexpr uint64_t kMostBlocks = 1 << 16;
  const std::optional<uint64_t> number = in_blocks ? ParseCount(value) : ParseSize(value);
  if (in_blocks && (!number || *number == 0 || *number > kMostBlocks)) {
    return Fatal(io, value + ": Invalid blocking factor");
  }
  if (!number || *number == 0) return Fatal(io, value + ": Invalid record size");
  if (!in_blocks && (*number % kTarBlock != 0 || *number / kTarBlock > kMostBlocks)) {
    return Fatal(io, "Record size must be a multiple of 512.");
  }
  options_.record = in_blocks ? *number * kTarBlock : *number;
  return std::nullopt;
}

// --exclude-tag and --exclude-caches, each with three ends.
void Tar::TakeTag(int option, const std::string& value) {
  using Keeps = TarOptions::Keeps;
  const bool is_cache = option >= kExcludeCaches;
  constexpr Keeps kKeeps[] = {Keeps::kTag, Keeps::kDirectory, Keeps::kNothing};
  const int which = option - (is_cache ? kExcludeCaches : kExcludeTag);
  options_.tags.push_back({is_cache ? "CACHEDIR.TAG" : value, kKeeps[which], is_cache});
}

std::optional<int> Tar::TakeTransform(CommandIo& io, const std::string& value) {
  std::string error;
  if (options_.transforms.Add(value, &io.account(), &error)) return std::nullopt;
  return Fatal(io, error);
}

// What the options say together.
std::optional<int> Tar::CheckOptions(CommandIo& io) {
  if (options_.mode == 'c' && options_.operands.empty())
    return Fatal(io, "Cowardly refusing to create an empty archive");
  if (static_cast<int>(options_.gzip) + static_cast<int>(options_.bzip2) +
          static_cast<int>(options_.xz) + static_cast<int>(options_.zstd) >
      1)
    return Fatal(io, "Conflicting compression options");
  if ((Appends() || options_.mode == 'D') && options_.IsPacked())
    return Fatal(io, "Cannot update compressed archives");
  if (options_.clamp_mtime && !options_.mtime)
    return Fatal(io, "--clamp-mtime needs a date specified using --mtime");
  if (options_.occurrence > 0 && options_.operands.empty())
    return Fatal(io, "--occurrence is meaningless without a file list");
  if (options_.occurrence > 0 && (options_.mode == 'c' || Appends()))
    return Fatal(io, std::string("'--occurrence' cannot be used with '-") + options_.mode + "'");
  if (Appends() && options_.archive == "-")
    return Fatal(io, "Options '-Aru' are incompatible with '-f -'");
  if (options_.has_top_level && options_.top_level.empty() && options_.mode == 'x' &&
      !FindTopLevel()) {
    return Fatal(io,
                 "Cannot deduce top-level directory name; please set it explicitly with "
                 "--one-top-level=DIR");
  }
  constexpr std::string_view kReadOnly =
      "archives can be read, not written, with zstd in this sandbox: gzip, bzip2 and xz pack";
  if (options_.mode == 'c' && options_.zstd) {
    io.Error(kReadOnly);
    return 2;
  }
  if (!auto_compress_ || options_.mode != 'c') return std::nullopt;
  // A suffix counts for more than options do.
  bool TarOptions::*packed = TarOptions::PackedBy(options_.archive);
  if (packed != nullptr && packed != &TarOptions::zstd) {
    options_.gzip = options_.bzip2 = options_.xz = false;
    options_.*packed = true;
  }
  for (std::string_view other : {".zst", ".tzst", ".lz", ".lzma"}) {
    if (!options_.archive.ends_with(other)) continue;
    io.Error(options_.archive +
             ": -a: only compression by gzip, bzip2 and xz is supported in this sandbox");
    return 2;
  }
  return std::nullopt;
}

bool TarOptions::*TarOptions::PackedBy(std::string_view archive) {
  static constexpr std::pair<std::string_view, bool TarOptions::*> kSuffixes[] = {
      {".gz", &TarOptions::gzip},   {".tgz", &TarOptions::gzip},  {".taz", &TarOptions::gzip},
      {".bz2", &TarOptions::bzip2}, {".tbz", &TarOptions::bzip2}, {".tbz2", &TarOptions::bzip2},
      {".tz2", &TarOptions::bzip2}, {".xz", &TarOptions::xz},     {".txz", &TarOptions::xz},
      {".zst", &TarOptions::zstd},  {".tzst", &TarOptions::zstd},
  };
  for (const auto& [suffix, packed] : kSuffixes) {
    if (archive.ends_with(suffix)) return packed;
  }
  return nullptr;
}

// The archive's name without what tells its kind. False: nothing tells it.
bool Tar::FindTopLevel() {
  std::string_view name = LastName(options_.archive);
  for (std::string_view suffix : {".gz", ".bz2", ".Z", ".xz", ".zst", ".lz", ".lzma", ".lzo"}) {
    if (name.ends_with(std::string(".tar").append(suffix))) name.remove_suffix(suffix.size());
  }
  for (std::string_view suffix :
       {".tar", ".tgz", ".taz", ".tbz", ".tbz2", ".tz2", ".txz", ".tlz", ".tzst"}) {
    if (!name.ends_with(suffix) || name.size() == suffix.size()) continue;
    options_.top_level = name.substr(0, name.size() - suffix.size());
    return true;
  }
  return false;
}

}  // namespace pysub::shell
