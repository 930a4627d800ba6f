#include "pysub/shell/command.h"
#include "shell/commands/choice.h"
#include "shell/commands/files/copy_tree.h"
#include "shell/commands/files/destination.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

enum LongOptions {
  kAttributes = 256,
  kNoPreserve,
  kParents,
  kReflink,
  kRemove,
  kSparse,
  kStrip,
  kCopyContents,
  kContext
};
constexpr CommandOption kOptions[] = {
    {'a', "archive"},
    Backup::kShort,
    Backup::kLong,
    Backup::kSuffix,
    LongRow(kAttributes, "attributes-only"),
    LongRow(kCopyContents, "copy-contents"),
    {'L', "dereference"},
    {'f', "force"},
    {'i', "interactive"},
    {'l', "link"},
    {'n', "no-clobber"},
    {'P', "no-dereference"},
    LongRow(kNoPreserve, "no-preserve", OptionArgument::kRequired),
    {'T', "no-target-directory"},
    {'x', "one-file-system"},
    LongRow(kParents, "parents"),
    LongRow('p', "preserve", OptionArgument::kOptional),
    {'R', "recursive"},
    LongRow(kReflink, "reflink", OptionArgument::kOptional),
    LongRow(kRemove, "remove-destination"),
    LongRow(kSparse, "sparse", OptionArgument::kRequired),
    LongRow(kStrip, "strip-trailing-slashes"),
    {'s', "symbolic-link"},
    {'t', "target-directory", OptionArgument::kRequired},
    {'u', "update"},
    {'v', "verbose"},
    {'d', ""},
    {'H', ""},
    {'p', ""},
    {'r', ""},
    {'Z', ""},
    LongRow(kContext, "context", OptionArgument::kOptional),
};

// cp [OPTION]... SOURCE... DESTINATION
class Cp : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (!started_) {
      if (std::optional<Progress> end = Start(io)) return *end;
    }
    while (true) {
      if (copying_) {
        CopyTree::Result result = copy_.Step(io);
        if (result == CopyTree::Result::kWait) return Progress::Wait();
        if (result == CopyTree::Result::kYield) return Progress::Yield();
        copying_ = false;
      }
      if (next_ >= sources_.size()) return Progress::Done(failed_ || copy_.failed() ? 1 : 0);
      if (!Begin(io, sources_[next_++])) failed_ = true;
    }
  }
  void Fields(Archive& archive) override {
    archive(started_, parents_, strip_slashes_, sources_, destination_, next_, copying_, copy_,
            failed_);
  }

 private:
  std::optional<Progress> Start(CommandIo& io) {
    started_ = true;
    Options options(io, kOptions);
    CopyOptions copy;
    bool no_directory = false;
    std::optional<std::string> directory;
    if (std::optional<Progress> end = TakeOptions(io, &options, &copy, &directory, &no_directory))
      return end;
    if (!copy.backup.Finish(io)) return TryHelp(io);
    if (copy.backup.wanted() && copy.overwrite == CopyOptions::Overwrite::kNever) {
      return Progress::Done(
          options.Misuse("options --backup and --no-clobber are mutually exclusive"));
    }
    if (copy.make_links && copy.make_symlinks) {
      return Progress::Done(options.Misuse("cannot make both hard and symbolic links"));
    }
    sources_ = options.operands();
    if (std::optional<Progress> end = destination_.Take(io, &sources_, directory, no_directory))
      return end;
    if (parents_ && !destination_.into) {
      io.Error("with --parents, the destination must be a directory");
      return TryHelp(io);
    }
    copy_.SetOptions(copy);
    return std::nullopt;
  }

  std::optional<Progress> TakeOptions(CommandIo& io, Options* options, CopyOptions* copy,
                                      std::optional<std::string>* directory, bool* no_directory) {
    using Overwrite = CopyOptions::Overwrite;
    using Links = CopyOptions::Links;
    while (options->Next()) {
      if (copy->backup.Take(*options)) continue;
      switch (options->id()) {
        case 'a':
          copy->recursive = copy->preserve_mode = copy->preserve_times = copy->preserve_links =
              true;
          copy->follow = Links::kNever;
          break;
        case 'd':
          copy->preserve_links = true;
          copy->follow = Links::kNever;
          break;
        case 'f': copy->force = true; break;
        case 'H': copy->follow = Links::kOperands; break;
        case 'i': copy->overwrite = Overwrite::kAsk; break;
        case 'l': copy->make_links = true; break;
        case 'L': copy->follow = Links::kAll; break;
        case 'n': copy->overwrite = Overwrite::kNever; break;
        case 'P': copy->follow = Links::kNever; break;
        case 'p':
          if (!Preserve(io, options->has_value() ? options->value() : "mode,ownership,timestamps",
                        true, copy)) {
            return TryHelp(io);
          }
          break;
        case kNoPreserve:
          if (!Preserve(io, options->value(), false, copy)) return TryHelp(io);
          break;
        case 'r':
        case 'R': copy->recursive = true; break;
        case 's': copy->make_symlinks = true; break;
        case 't': *directory = options->value(); break;
        case 'T': *no_directory = true; break;
        case 'u': copy->update = true; break;
        case 'v': copy->verbose = true; break;
        case 'x': copy->one_device = true; break;
        case kAttributes: copy->attributes_only = true; break;
        case kParents: parents_ = true; break;
        case kRemove: copy->remove_destination = true; break;
        case kStrip: strip_slashes_ = true; break;
        case 'Z': break;  // (there are no contexts of SELinux here: so GNU's cp does it, too)
        case kContext:
          if (!options->has_value()) break;
          io.Error("warning: ignoring --context; it requires an SELinux-enabled kernel");
          break;
        case kReflink:
        case kSparse:
          if (options->has_value() && !IsWhen(io, *options))
            return Progress::Done(options->TryHelp());
          break;
        case kCopyContents: break;
      }
    }
    if (options->status()) return Progress::Done(*options->status());
    return std::nullopt;
  }

  // Holes and shared blocks are no concern of these files, but words are checked.
  static bool IsWhen(CommandIo& io, const Options& options) {
    constexpr Choice<int> kSparses[] = {{"never", 0}, {"auto", 1}, {"always", 2}};
    constexpr Choice<int> kReflinks[] = {{"auto", 1}, {"always", 2}, {"never", 0}};
    int when = 0;
    return options.id() == kSparse ? Choose(io, "--sparse", options.value(), kSparses, &when)
                                   : Choose(io, "--reflink", options.value(), kReflinks, &when);
  }
  bool Preserve(CommandIo& io, std::string_view list, bool on, CopyOptions* copy) {
    while (!list.empty()) {
      size_t comma = list.find(',');
      std::string_view word = list.substr(0, comma);
      bool all = word == "all";
      if (word == "mode" || all) {
        copy->preserve_mode = on;
        copy->no_preserve_mode = !on;
      }
      if (word == "timestamps" || all) copy->preserve_times = on;
      if (word == "links" || all) copy->preserve_links = on;
      if (!all && word != "mode" && word != "timestamps" && word != "links" &&
          word != "ownership" && word != "context" && word != "xattr") {
        io.Error(InvalidArgument(
            word, on ? "--preserve" : "--no-preserve",
            {"‘mode’", "‘timestamps’", "‘ownership’", "‘links’", "‘context’", "‘xattr’", "‘all’"}));
        return false;
      }
      list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    }
    return true;
  }

  bool Begin(CommandIo& io, std::string source) {
    if (strip_slashes_) source = WithoutSlashes(source);
    std::string target = destination_.For(source);
    if (parents_) {
      std::string_view path = WithoutSlashes(source);
      while (path.starts_with('/')) path.remove_prefix(1);
      const auto begin = static_cast<size_t>(path.data() - source.data());
      target = JoinPath(destination_.path, path);
      for (size_t slash = path.find('/'); slash != std::string_view::npos;
           slash = path.find('/', slash + 1)) {
        std::string above = JoinPath(destination_.path, path.substr(0, slash));
        files::Status made = io.files().Mkdir(CallerOf(io), above);
        io.Tick(above.size());
        if (made.ok()) TakeMode(io, source.substr(0, begin + slash), above);
        files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), above);
        if (!stat.ok() || !stat->IsDirectory()) {
          io.Error("cannot make directory " + QuoteFile(above), made.error());
          return false;
        }
      }
    }
    copying_ = true;
    copy_.Start(io, std::move(source), std::move(target));
    return true;
  }

  // A folder that --parents makes is as open as the one it stands for, and no more. (What is copied
  // into it has to be made first: its owner may always do that.)
  void TakeMode(CommandIo& io, std::string_view folder, const std::string& made) {
    const files::Result<files::Stat> from = io.files().StatPath(CallerOf(io), folder);
    if (!from.ok() || copy_.options().no_preserve_mode) return;
    const uint32_t mask = copy_.options().preserve_mode ? 0 : io.umask();
    static_cast<void>(io.files().Chmod(CallerOf(io), made, (from->mode & 07777 & ~mask) | 0700));
  }

  bool started_ = false;
  bool parents_ = false;
  bool strip_slashes_ = false;
  std::vector<std::string> sources_;
  Destination destination_;
  uint64_t next_ = 0;
  bool copying_ = false;
  CopyTree copy_;
  bool failed_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeCp() { return Make<Cp>(); }

}  // namespace pysub::shell
