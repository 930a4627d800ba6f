// tree: the command. See tree.h.

#include "shell/commands/tree/tree.h"

#include <memory>

#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"

namespace pysub::shell {
namespace tree {

Progress Tree::Step(CommandIo& io) {
  while (true) {
    switch (stage_) {
      case Stage::kStart:
        if (std::optional<Progress> end = Start(io)) return *end;
        break;
      case Stage::kOperand:
        if (!HasMoreOperands()) return Finish(io);
        OpenOperand(io);
        break;
      case Stage::kRead: ReadPage(io); break;
      case Stage::kBuild: BuildStep(io); break;
      case Stage::kShow: ShowStep(io); break;
    }
    if (failed_ || ignores_.failed()) return Progress::Done(2);
    if (io.Tick(64)) return Progress::Yield();
  }
}

std::optional<Progress> Tree::Start(CommandIo& io) {
  if (std::optional<int> status = ReadTreeOptions(io, &options_)) return Progress::Done(*status);
  if (options_.output) {
    out_ = io.Open(*options_.output, OpenMode::kWrite);
    if (out_ < 0) {
      io.Write(2, "tree: invalid filename '" + *options_.output + "'\n");
      return Progress::Done(1);
    }
  }
  if (options_.shows_version) {
    io.Write(out_, "tree v2.1.0 (pysub)\n");
    return Progress::Done(0);
  }
  if (!colors_.Read(io, options_.force_color, options_.no_color)) return Progress::Done(2);
  now_ = FloorSeconds(io.RealTimeNs());
  if (std::optional<std::string_view> git = io.Env("GIT_DIR"); git && options_.gitignore)
    ignores_.PushFile(io, std::string(*git) + "/info/exclude");
  Print(io, [](TreePrinter& printer) { printer.Begin(); });
  stage_ = Stage::kOperand;
  return std::nullopt;
}

void Tree::OpenOperand(CommandIo& io) {
  std::string path = options_.operands[next_operand_++];
  if (options_.full_paths) path = WithoutSlashes(path);
  files::Result<files::Stat> stat = io.files().Lstat(CallerOf(io), path);
  root_ = {};
  root_.name = path;
  root_known_ = stat.ok();
  operand_totals_ = {};
  if (!stat.ok()) {
    ShowOperand(io, true);
    return;
  }
  root_.Take(*stat);
  root_.target_inode = stat->ino;
  root_.target_device = device_ = stat->dev;
  static_cast<void>(WasSeen(io, root_));
  // (the real one has no other inode and device for an operand of -J and -X)
  root_.target_inode = 0;
  root_.target_device = 0;
  if (options_.NeedsWholeTree() && options_.one_device)
    device_ = io.files().StatPath(CallerOf(io), path).value().dev;
  Enter(io, std::move(path));
}

Progress Tree::Finish(CommandIo& io) {
  Print(io, [&](TreePrinter& printer) {
    if (options_.report) printer.Report(totals_);
    printer.End();
  });
  return Progress::Done(errors_ > 0 ? 2 : 0);
}

void Tree::Fields(Archive& archive) {
  archive(stage_, options_, colors_, out_, now_, failed_, next_operand_, errors_, totals_,
          operand_totals_, root_, root_known_, device_, lists_, levels_, seen_, read_path_,
          read_last_, read_ignore_file_, read_unfiltered_, shown_name_, ignores_);
  archive.Charged(lists_room_);
  archive.Charged(levels_room_);
  archive.Charged(paths_);
  archive.Charged(seen_room_);
  if (archive.loading()) CheckLists(archive);
}

// A walk that was loaded may go nowhere outside of the lists, and never up.
void Tree::CheckLists(Archive& archive) const {
  const bool reads = stage_ == Stage::kRead;
  bool fits = stage_ <= Stage::kShow && root_.list <= lists_.size() && !(reads && lists_.empty());
  if (stage_ >= Stage::kBuild && levels_.empty()) fits = false;
  if (stage_ <= Stage::kOperand && !levels_.empty()) fits = false;
  for (size_t i = 0; i < lists_.size() && fits; ++i) {
    for (const TreeEntry& entry : lists_[i].entries) {
      if (entry.list != 0 && (entry.list <= i + 1 || entry.list > lists_.size())) fits = false;
    }
  }
  for (size_t i = 0; i < levels_.size() && fits; ++i) {
    const Level& level = levels_[i];
    // The list that is being read belongs to no level yet.
    if (level.list + (reads ? 1 : 0) >= lists_.size() ||
        (i > 0 && level.list <= levels_[i - 1].list)) {
      fits = false;
      break;
    }
    const size_t size = lists_[level.list].entries.size();
    const bool has_current = i + 1 < levels_.size() || reads;
    if (level.next + (has_current ? 1 : 0) > size || level.next > size || level.kept > level.next)
      fits = false;
  }
  if (!fits) archive.Fail();
}

}  // namespace tree

std::unique_ptr<Command> MakeTree() { return Make<tree::Tree>(); }

}  // namespace pysub::shell
