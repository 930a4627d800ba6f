#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/files/sizes.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

namespace {

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

struct Wishes {
  SizeStyle style{.unit = 1024};
  std::string head = "1K-blocks";
  bool inodes = false;
  bool type = false;
};

// A column: what is at its head and what is below.
struct Column {
  std::string head, value;
  bool left = false;
};

bool TakeOptions(CommandIo& io, Options* options, Wishes* wishes) {
  while (options->Next()) {
    switch (options->id()) {
      case 'a':
      case 'l': break;
      case 'B': {
        std::optional<SizeStyle> parsed = SizeStyle::Parse(options->value());
        if (!parsed) {
          io.Error("invalid -B argument '" + std::string(options->value()) + "'");
          return false;
        }
        wishes->style = *parsed;
        wishes->head = std::string(options->value()) + "-blocks";
        break;
      }
      case 'h':
      case 'H':
        wishes->style = {.human_base = options->id() == 'h' ? 1024u : 1000u};
        wishes->head = "Size";
        break;
      case 'i': wishes->inodes = true; break;
      case 'k': wishes->style = {.unit = 1024}; break;
      case 'm':
        wishes->style = {.unit = 1 << 20};
        wishes->head = "1M-blocks";
        break;
      case 'P': wishes->head = wishes->head == "1K-blocks" ? "1024-blocks" : wishes->head; break;
      case 'T': wishes->type = true; break;
    }
  }
  return true;
}

// How much of the size is used, rounded up.
std::string Percent(uint64_t used, uint64_t size) {
  if (size == 0) return "0%";
  unsigned __int128 percent = (static_cast<unsigned __int128>(used) * 100 + size - 1) / size;
  return std::to_string(percent > 100 ? 100 : static_cast<uint64_t>(percent)) + "%";
}

std::vector<Column> Columns(CommandIo& io, const Wishes& wishes) {
  const bool inodes = wishes.inodes;
  const files::Limits& limits = io.files().limits();
  uint64_t size = inodes ? limits.max_files : limits.max_bytes;
  uint64_t used = std::min(size, inodes ? io.files().FilesUsed() : io.files().BytesUsed());
  auto text = [&](uint64_t value) {
    return inodes ? std::to_string(value) : SizeText(value, wishes.style);
  };
  std::string free = inodes ? "IFree" : wishes.style.human_base != 0 ? "Avail" : "Available";
  std::vector<Column> columns = {{"Filesystem", "memory", true}};
  if (wishes.type) columns.push_back({"Type", "tmpfs", true});
  columns.push_back({inodes ? "Inodes" : wishes.head, text(size)});
  columns.push_back({inodes ? "IUsed" : "Used", text(used)});
  columns.push_back({free, text(size - used)});
  columns.push_back({inodes ? "IUse%" : "Use%", Percent(used, size)});
  columns.push_back({"Mounted on", "/"});
  return columns;
}

void PrintRow(CommandIo& io, const std::vector<Column>& columns, std::string Column::*cell) {
  std::string row;
  for (size_t i = 0; i + 1 < columns.size(); ++i) {
    const Column& column = columns[i];
    const std::string& text = column.*cell;
    size_t width = std::max(column.head.size(), column.value.size());
    if (i == 0) width = std::max<size_t>(width, 14);
    std::string blanks(width - text.size(), ' ');
    row += column.left ? text + blanks : blanks + text;
    row += ' ';
  }
  io.Out(row + columns.back().*cell + "\n");
}

}  // namespace

// df [-hHkmiPT] [-B SIZE] [FILE...]: one file system, whose size is its limit. Mounts share its
// room.
Progress RunDf(CommandIo& io) {
  Options options(io, kOptions);
  Wishes wishes;
  if (!TakeOptions(io, &options, &wishes)) return Progress::Done(1);
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
  const std::vector<Column> columns = Columns(io, wishes);
  PrintRow(io, columns, &Column::head);
  for (size_t i = 0; i < std::max<size_t>(found, 1); ++i) PrintRow(io, columns, &Column::value);
  return Progress::Done(status);
}

}  // namespace pysub::shell
