// The walk over lists that prints them.

#include "shell/commands/system/civil_time.h"
#include "shell/commands/tree/tree.h"

namespace pysub::shell::tree {

void Tree::Print(CommandIo& io, const std::function<void(TreePrinter&)>& call) {
  if (!zone_) zone_ = options_.date ? ZoneOf(io) : TimeZone();
  std::string text;
  TreePrinter printer(options_, colors_, *zone_, now_, &text);
  call(printer);
  io.Tick(text.size() / 4);
  io.Write(out_, text);
}

// The operand is read, or there is none.
void Tree::ShowOperand(CommandIo& io, bool failed) {
  const bool whole = options_.NeedsWholeTree();
  const uint64_t count = whole || failed ? 0 : lists_.back().entries.size();
  const uint32_t list = whole       ? (root_.list <= lists_.size() ? root_.list : 0)
                        : count > 0 ? static_cast<uint32_t>(lists_.size())
                                    : 0;
  const bool too_many = IsTooMany(count);
  const bool ignore_file = !whole && root_known_ && read_ignore_file_;
  if (options_.disk_usage && root_known_) operand_totals_.size = root_.size;
  root_.trouble = Trouble::kNone;
  bool closes = false;
  Print(io, [&](TreePrinter& printer) {
    if (root_known_) printer.Data(root_, {}, true);
    closes = printer.Name(root_.name, root_known_ ? &root_ : nullptr, list != 0 || failed);
    if (!failed && !too_many) {
      printer.Newline(false);
      return;
    }
    TreeEntry why;
    why.trouble = failed ? Trouble::kCannotOpen : Trouble::kTooMany;
    why.too_many = count;
    printer.Error(why.TroubleText());
    printer.Newline(HasMoreOperands());
  });
  if (failed && !root_known_) ++errors_;
  if (failed && root_known_) ++operand_totals_.files;
  if (too_many) ++operand_totals_.directories;
  if (list != 0 && !too_many) {
    operand_totals_.size = 0;
    stage_ = Stage::kShow;
    failed_ = !PushLevel(io, root_.name, list - 1, ignore_file);
    return;
  }
  if (ignore_file) ignores_.Pop(io);
  if (closes) {
    Print(io, [&](TreePrinter& printer) {
      printer.Close(root_known_ ? &root_ : nullptr, 0, HasMoreOperands());
    });
  }
  EndOperand(io);
}

void Tree::EndOperand(CommandIo& io) {
  totals_.directories += operand_totals_.directories;
  totals_.files += operand_totals_.files;
  totals_.size += operand_totals_.size;
  root_.list = 0;
  DropLists(io, 0);
  stage_ = Stage::kOperand;
}

void Tree::ShowStep(CommandIo& io) {
  const Level& level = levels_.back();
  if (level.next < lists_[level.list].entries.size())
    ShowEntry(io);
  else
    EndLevel(io);
}

void Tree::ShowEntry(CommandIo& io) {
  const TreeOptions& o = options_;
  const Level& level = levels_.back();
  TreeEntry& entry = Current();
  std::string path = level.path;
  if (!path.ends_with('/')) path += '/';
  path += entry.name;
  shown_name_ = o.full_paths ? path : entry.name;
  if (!entry.is_directory) {
    ++operand_totals_.files;
    Show(io, "", 0);
    return;
  }
  ++operand_totals_.directories;
  const bool was_seen = WasSeen(io, entry);
  if ((o.one_device && device_ != entry.target_device) || (entry.is_link && !o.follow_links)) {
    Show(io, "", 0);
    return;
  }
  if (entry.is_link) {
    const bool absolute = entry.target.starts_with('/');
    path = absolute ? entry.target
                    : level.path + (o.full_paths && level.path == "/" ? "" : "/") + entry.target;
    // (the real one keeps one text for both)
    if (o.full_paths && !absolute) shown_name_ = path;
    if (was_seen) {
      TreeEntry why;
      why.trouble = Trouble::kRecursive;
      Show(io, why.TroubleText(), 0);
      return;
    }
  }
  if (levels_.size() >= o.max_level) {
    Show(io, "", 0);
  } else if (o.NeedsWholeTree()) {
    read_path_ = std::move(path);
    Show(io, entry.TroubleText(), entry.list <= lists_.size() ? entry.list : 0);
  } else {
    Enter(io, std::move(path));
  }
}

// What is in the directory of the current entry was read.
void Tree::Listed(CommandIo& io, bool failed) {
  const uint64_t count = lists_.back().entries.size();
  TreeEntry why;
  if (failed) why.trouble = Trouble::kCannotOpen;
  if (IsTooMany(count)) {
    why.trouble = Trouble::kTooMany;
    why.too_many = count;
  }
  if (why.trouble != Trouble::kNone) ++errors_;
  const bool opens = count > 0 && why.trouble == Trouble::kNone;
  if (!opens) DropLists(io, lists_.size() - 1);
  stage_ = Stage::kShow;
  if (!opens && read_ignore_file_) ignores_.Pop(io);
  Show(io, why.TroubleText(), opens ? static_cast<uint32_t>(lists_.size()) : 0);
}

// Prints the current entry and, if there is a list below it, goes there: to read_path_.
void Tree::Show(CommandIo& io, const std::string& trouble, uint32_t list) {
  const TreeEntry& entry = Current();
  std::vector<bool> is_last;
  for (const Level& level : levels_) is_last.push_back(IsLast(level));
  io.Tick(levels_.size());
  bool closes = false;
  Print(io, [&](TreePrinter& printer) {
    printer.Data(entry, is_last, false);
    // (once something went wrong the real one's JSON has contents for files, too)
    const bool opens = list != 0 || (options_.format == TreeOptions::Format::kJson && errors_ > 0);
    closes = printer.Name(shown_name_, &entry, opens);
    if (!trouble.empty()) printer.Error(trouble);
    if (list != 0)
      printer.Newline(false);
    else if (!closes)
      printer.Newline(!is_last.back());
  });
  if (list == 0) {
    EndEntry(io, false, closes);
  } else {
    failed_ |=
        !PushLevel(io, read_path_, list - 1, !options_.NeedsWholeTree() && read_ignore_file_);
  }
}

void Tree::EndEntry(CommandIo& io, bool opened, bool closes) {
  const TreeEntry& entry = Current();
  Level& level = levels_.back();
  if (closes) {
    const int64_t depth = opened ? static_cast<int64_t>(levels_.size()) : -1;
    Print(io, [&](TreePrinter& printer) { printer.Close(&entry, depth, !IsLast(level)); });
  }
  operand_totals_.size += entry.size;
  ++level.next;
}

void Tree::EndLevel(CommandIo& io) {
  if (!options_.NeedsWholeTree()) DropLists(io, levels_.back().list);
  PopLevel(io);
  const bool closes = options_.format != TreeOptions::Format::kText;
  if (!levels_.empty()) {
    EndEntry(io, true, closes);
    return;
  }
  ++operand_totals_.directories;
  // (JSON opened the operand, since there is something below it)
  if (closes) Print(io, [&](TreePrinter& printer) { printer.Close(&root_, 0, HasMoreOperands()); });
  EndOperand(io);
}

}  // namespace pysub::shell::tree
