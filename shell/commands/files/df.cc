#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/files/sizes.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// df [-hHkmiPT] [-B SIZE] [FILE...]: one file system, whose size is its limit. Mounts share its
// room.
Progress RunDf(CommandIo& io) {
  constexpr CommandOption kOptions[] = {
      {'a', "all"},
      {'B', "block-size", OptionArgument::kRequired},
      {'h', "human-readable"},
      {'H', "si"},
      {'i', "inodes"},
      {'l', "local"},
      {'P', "portability"},
      {'T', "print-type"},
      {'k', ""},
      {'m', ""},
  };
  Options options(io, kOptions);
  SizeStyle style{.unit = 1024};
  std::string head = "1K-blocks";
  bool inodes = false;
  bool type = false;
  while (options.Next()) {
    switch (options.id()) {
      case 'a':
      case 'l': break;
      case 'B': {
        std::optional<SizeStyle> parsed = SizeStyle::Parse(options.value());
        if (!parsed) {
          io.Error("invalid -B argument '" + std::string(options.value()) + "'");
          return Progress::Done(1);
        }
        style = *parsed;
        head = std::string(options.value()) + "-blocks";
        break;
      }
      case 'h':
      case 'H':
        style = {.human_base = options.id() == 'h' ? 1024u : 1000u};
        head = "Size";
        break;
      case 'i': inodes = true; break;
      case 'k': style = {.unit = 1024}; break;
      case 'm':
        style = {.unit = 1 << 20};
        head = "1M-blocks";
        break;
      case 'P': head = head == "1K-blocks" ? "1024-blocks" : head; break;
      case 'T': type = true; break;
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  int status = 0;
  std::vector<std::string> operands = options.operands();
  size_t found = 0;
  for (const std::string& path : operands) {
    files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), path);
    io.Tick(path.size() + 64);
    if (stat.ok()) {
      ++found;
    } else {
      io.Error(QuoteFileIfNeeded(path), stat.error());
      status = 1;
    }
  }
  if (!operands.empty() && found == 0) return Progress::Done(status);
  const files::Limits& limits = io.files().limits();
  uint64_t size = inodes ? limits.max_files : limits.max_bytes;
  uint64_t used = std::min(size, inodes ? io.files().FilesUsed() : io.files().BytesUsed());
  auto text = [&](uint64_t value) {
    return inodes ? std::to_string(value) : SizeText(value, style);
  };
  std::string percent =
      std::to_string(size == 0 ? 0
                     : (static_cast<unsigned __int128>(used) * 100 + size - 1) / size > 100
                         ? 100
                         : static_cast<uint64_t>(
                               (static_cast<unsigned __int128>(used) * 100 + size - 1) / size)) +
      "%";
  std::vector<std::string> heads = {"Filesystem",
                                    inodes ? "Inodes" : head,
                                    inodes ? "IUsed" : "Used",
                                    inodes                  ? "IFree"
                                    : style.human_base != 0 ? "Avail"
                                                            : "Available",
                                    inodes ? "IUse%" : "Use%",
                                    "Mounted on"};
  std::vector<std::string> values = {"memory",          text(size), text(used),
                                     text(size - used), percent,    "/"};
  if (type) {
    heads.insert(heads.begin() + 1, "Type");
    values.insert(values.begin() + 1, "tmpfs");
  }
  auto line = [&](const std::vector<std::string>& cells) {
    std::string result;
    for (size_t i = 0; i < cells.size(); ++i) {
      size_t width = std::max(heads[i].size(), values[i].size());
      if (i == 0) width = std::max<size_t>(width, 14);
      std::string blanks(
          i + 1 < cells.size() || cells[i].size() < width ? width - cells[i].size() : 0, ' ');
      bool left = i == 0 || (type && i == 1);
      if (i + 1 == cells.size())
        result += " " + cells[i];
      else
        result += (i > 0 ? " " : "") + (left ? cells[i] + blanks : blanks + cells[i]);
    }
    io.Out(result + "\n");
  };
  line(heads);
  for (size_t i = 0; i < std::max<size_t>(found, 1); ++i) line(values);
  return Progress::Done(status);
}

}  // namespace pysub::shell
