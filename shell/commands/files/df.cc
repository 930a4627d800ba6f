#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/files/sizes.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

namespace {

enum { kOutput = 256, kSync, kNoSync, kTotal };
constexpr CommandOption kOptions[] = {
    {'a', "all"},
    {'B', "block-size", OptionArgument::kRequired},
    {'h', "human-readable"},
    {'H', "si"},
    {'i', "inodes"},
    {'l', "local"},
    {'P', "portability"},
    {'T', "print-type"},
    {'t', "type", OptionArgument::kRequired},
    {'x', "exclude-type", OptionArgument::kRequired},
    {'k', ""},
    {'m', ""},
    {'v', ""},
    LongRow(kOutput, "output", OptionArgument::kOptional),
    LongRow(kSync, "sync"),
    LongRow(kNoSync, "no-sync"),
    LongRow(kTotal, "total"),
};

// What a column shows, in the order in which --output alone has them.
enum class Field : uint8_t {
  kSource,
  kType,
  kInodes,
  kInodesUsed,
  kInodesFree,
  kInodesPercent,
  kSize,
  kUsed,
  kFree,
  kPercent,
  kFile,
  kTarget,
};
struct FieldRow {
  std::string_view name;  // behind --output=
  std::string_view head;
  size_t least = 0;  // of its width
  bool left = false;
};
constexpr FieldRow kFields[] = {{"source", "Filesystem", 14, true},
                                {"fstype", "Type", 4, true},
                                {"itotal", "Inodes", 5},
                                {"iused", "IUsed", 5},
                                {"iavail", "IFree", 5},
                                {"ipcent", "IUse%", 4},
                                {"size", "", 5},
                                {"used", "Used", 5},
                                {"avail", "Avail", 5},
                                {"pcent", "Use%", 4},
                                {"file", "File", 0, true},
                                {"target", "Mounted on", 0, true}};

constexpr std::string_view kSource = "memory", kType = "tmpfs";

struct Wishes {
  SizeStyle style{.unit = 1024};
  std::string head = "1K-blocks";
  bool inodes = false, type = false, portable = false, total = false;
  std::vector<Field> output;                  // of --output; empty: what the others say
  std::vector<std::string> wanted, unwanted;  // types
};

// "size,pcent"; all without it.
bool TakeFields(Options* options, Wishes* wishes) {
  std::string_view rest = options->value();
  for (size_t i = 0; i < std::size(kFields) && !options->has_value(); ++i)
    wishes->output.push_back(static_cast<Field>(i));
  for (bool more = options->has_value(); more;) {
    const size_t comma = rest.find(',');
    const std::string_view name = rest.substr(0, comma);
    more = comma != std::string_view::npos;
    if (more) rest.remove_prefix(comma + 1);
    const auto* found = std::find_if(std::begin(kFields), std::end(kFields),
                                     [&](const FieldRow& row) { return row.name == name; });
    const auto field = static_cast<Field>(found - kFields);
    const bool known = found != std::end(kFields);
    if (known &&
        std::find(wishes->output.begin(), wishes->output.end(), field) == wishes->output.end()) {
      wishes->output.push_back(field);
      continue;
    }
    options->Misuse("option --output: field " + QuoteWord(name) +
                    (known ? " used more than once" : " unknown"));
    return false;
  }
  return true;
}

// False: it was complained of.
bool TakeOptions(CommandIo& io, Options* options, Wishes* wishes) {
  while (options->Next()) {
    switch (options->id()) {
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
      case 'P':
        wishes->portable = true;
        wishes->head = wishes->head == "1K-blocks" ? "1024-blocks" : wishes->head;
        break;
      case 'T': wishes->type = true; break;
      case 't': wishes->wanted.emplace_back(options->value()); break;
      case 'x': wishes->unwanted.emplace_back(options->value()); break;
      case kOutput:
        if (!TakeFields(options, wishes)) return false;
        break;
      case kTotal: wishes->total = true; break;
      default: break;
    }
  }
  if (wishes->output.empty()) return true;
  for (auto [is_set, letter] : {std::pair(wishes->inodes, 'i'), std::pair(wishes->portable, 'P'),
                                std::pair(wishes->type, 'T')}) {
    if (!is_set) continue;
    options->Misuse(std::string("options -") + letter + " and --output are mutually exclusive");
    return false;
  }
  return true;
}

// How much of the size is used, rounded up.
std::string Percent(uint64_t used, uint64_t size) {
  if (size == 0) return "0%";
  unsigned __int128 percent = (static_cast<unsigned __int128>(used) * 100 + size - 1) / size;
  return std::to_string(percent > 100 ? 100 : static_cast<uint64_t>(percent)) + "%";
}

std::vector<Field> FieldsOf(const Wishes& wishes) {
  if (!wishes.output.empty()) return wishes.output;
  std::vector<Field> fields = {Field::kSource};
  if (wishes.type) fields.push_back(Field::kType);
  if (wishes.inodes) {
    fields.insert(fields.end(),
                  {Field::kInodes, Field::kInodesUsed, Field::kInodesFree, Field::kInodesPercent});
  } else {
    fields.insert(fields.end(), {Field::kSize, Field::kUsed, Field::kFree, Field::kPercent});
  }
  fields.push_back(Field::kTarget);
  return fields;
}

// One file system, whose size is its limit. Mounts share its room.
class Disk {
 public:
  Disk(CommandIo& io, const Wishes& wishes) : wishes_(wishes) {
    const files::Limits& limits = io.files().limits();
    size_ = limits.max_bytes;
    used_ = std::min(size_, io.files().BytesUsed());
    inodes_ = limits.max_files;
    inodes_used_ = std::min(inodes_, io.files().FilesUsed());
  }

  std::string Head(Field field) const {
    if (field == Field::kSize) return wishes_.head;
    if (field == Field::kFree && wishes_.output.empty() && wishes_.style.human_base == 0)
      return "Available";
    if (field == Field::kPercent && wishes_.portable) return "Capacity";
    return std::string(kFields[static_cast<size_t>(field)].head);
  }
  std::string Value(Field field, std::string_view file) const {
    switch (field) {
      case Field::kSource: return std::string(kSource);
      case Field::kType: return std::string(kType);
      case Field::kInodes: return std::to_string(inodes_);
      case Field::kInodesUsed: return std::to_string(inodes_used_);
      case Field::kInodesFree: return std::to_string(inodes_ - inodes_used_);
      case Field::kInodesPercent: return Percent(inodes_used_, inodes_);
      case Field::kSize: return SizeText(size_, wishes_.style);
      case Field::kUsed: return SizeText(used_, wishes_.style);
      case Field::kFree: return SizeText(size_ - used_, wishes_.style);
      case Field::kPercent: return Percent(used_, size_);
      case Field::kFile: return std::string(file);
      case Field::kTarget: return "/";
    }
    return "";
  }
  // Of --total: what cannot be added is "-".
  std::string Total(Field field, bool first) const {
    if (first && field == Field::kSource) return "total";
    const bool is_text = field == Field::kSource || field == Field::kType ||
                         field == Field::kFile || field == Field::kTarget;
    return is_text ? "-" : Value(field, "");
  }

 private:
  const Wishes& wishes_;
  uint64_t size_, used_, inodes_, inodes_used_;
};

void Print(CommandIo& io, const std::vector<Field>& fields,
           const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths(fields.size());
  for (const std::vector<std::string>& row : rows) {
    for (size_t i = 0; i < fields.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const std::vector<std::string>& row : rows) {
    std::string line;
    for (size_t i = 0; i < fields.size(); ++i) {
      if (!line.empty()) line += ' ';
      const bool left = kFields[static_cast<size_t>(fields[i])].left;
      const size_t width = std::max(widths[i], kFields[static_cast<size_t>(fields[i])].least);
      const std::string blanks(width - row[i].size(), ' ');
      line += left ? row[i] : blanks + row[i];
      if (left && i + 1 < fields.size()) line += blanks;
    }
    io.Out(line + "\n");
    io.Tick(line.size());
  }
}

bool Has(const std::vector<std::string>& types) {
  return std::find(types.begin(), types.end(), kType) != types.end();
}

}  // namespace

// df [-ahHiklmPTv] [-B SIZE] [-t TYPE] [-x TYPE] [--output[=FIELDS]] [--total] [FILE...]
Progress RunDf(CommandIo& io) {
  Options options(io, kOptions);
  Wishes wishes;
  if (!TakeOptions(io, &options, &wishes)) return Progress::Done(1);
  if (options.status()) return Progress::Done(*options.status());
  if (Has(wishes.wanted) && Has(wishes.unwanted)) {
    io.Error("file system type " + QuoteWord(kType) + " both selected and excluded");
    return Progress::Done(1);
  }
  int status = 0;
  std::vector<std::string> files;
  for (const std::string& path : options.operands()) {
    files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), path);
    if (!io.account().Tick(path.size() + 64)) break;
    if (stat.ok()) {
      files.push_back(path);
    } else {
      io.Error(QuoteFileIfNeeded(path), stat.error());
      status = 1;
    }
  }
  if (!options.operands().empty() && files.empty()) return Progress::Done(status);
  if (Has(wishes.unwanted) || (!wishes.wanted.empty() && !Has(wishes.wanted))) {
    io.Error("no file systems processed");
    return Progress::Done(1);
  }
  if (files.empty()) files.emplace_back("-");
  const Disk disk(io, wishes);
  const std::vector<Field> fields = FieldsOf(wishes);
  std::vector<std::vector<std::string>> rows(files.size() + (wishes.total ? 2 : 1));
  for (Field field : fields) {
    rows[0].push_back(disk.Head(field));
    for (size_t i = 0; i < files.size(); ++i) rows[i + 1].push_back(disk.Value(field, files[i]));
    if (wishes.total) rows.back().push_back(disk.Total(field, rows.back().empty()));
  }
  Print(io, fields, rows);
  return Progress::Done(status);
}

}  // namespace pysub::shell
