#include "shell/commands/tree/ignore.h"

#include <algorithm>

#include "shell/commands/simple.h"
#include "shell/commands/tree/pattern.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::tree {
namespace {

constexpr uint64_t kMostRuleBytes = 4 << 20;  // of a file; the rest is not read
constexpr size_t kPiece = 64 << 10;
constexpr size_t kMostLine = 4095;  // what is longer counts as several lines

// Without blanks at the end that no backslash holds, and without the backslashes.
std::string Trimmed(std::string_view line) {
  size_t end = line.size();
  for (size_t at = line.size(); at-- > 0 && line[at] == ' ';) {
    if (at > 0 && line[at - 1] != '\\') --end;
  }
  std::string text;
  for (size_t at = 0; at < end; ++at) {
    if (line[at] == '\\' && ++at == end) break;
    text += line[at];
  }
  return text;
}

}  // namespace

void IgnoreStack::RuleFile::Fields(Archive& archive) {
  archive(place, leave_out, bring_back);
  archive.Charged(leave_out_room);
  archive.Charged(bring_back_room);
  archive.Charged(texts);
}

void IgnoreStack::Fields(Archive& archive) {
  archive(files_, failed_);
  archive.Charged(files_room_);
}

bool IgnoreStack::PushDirectory(CommandIo& io, const std::string& directory) {
  return Read(io, directory + "/.gitignore", directory);
}

bool IgnoreStack::PushFile(CommandIo& io, const std::string& file) { return Read(io, file, file); }

bool IgnoreStack::Read(CommandIo& io, const std::string& path, std::string place) {
  files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), path);
  if (!stat.ok() || !stat->IsFile()) return false;
  if (!MakeRoom(io, &files_, 1, &files_room_)) {
    failed_ = true;
    return false;
  }
  RuleFile file;
  const auto held = static_cast<int64_t>(place.size());
  if (!io.Reserve(held)) {
    failed_ = true;
    return false;
  }
  file.texts = held;
  file.place = std::move(place);
  std::string line;  // what is left of the piece before
  for (uint64_t at = 0; at < kMostRuleBytes && !failed_;) {
    files::Result<std::string> piece = io.files().ReadFile(CallerOf(io), path, at, kPiece);
    if (!piece.ok() && at == 0) {
      static_cast<void>(io.Reserve(-file.texts));
      return false;
    }
    if (!piece.ok() || piece->empty()) break;
    at += piece->size();
    for (const char c : *piece) {
      if (c != '\n') line += c;
      if (c != '\n' && line.size() < kMostLine) continue;
      failed_ |= !AddLine(io, line, &file);
      line.clear();
    }
    failed_ |= !io.account().Tick(2 * piece->size());
  }
  if (!line.empty()) failed_ |= !AddLine(io, line, &file);
  files_.push_back(std::move(file));
  return true;
}

bool IgnoreStack::AddLine(CommandIo& io, std::string_view line, RuleFile* file) {
  line = line.substr(0, line.find('\0'));
  if (line.starts_with('#')) return true;
  const bool brings_back = line.starts_with('!');
  const std::string text = Trimmed(line);
  if (text.empty()) return true;
  Rule rule;
  rule.pattern = text.substr(brings_back ? 1 : 0);
  rule.any_place = rule.pattern.find('/') == std::string::npos;
  if (rule.pattern.starts_with('/')) rule.pattern.erase(0, 1);
  const auto held = static_cast<int64_t>(rule.pattern.size());
  std::vector<Rule>* rules = brings_back ? &file->bring_back : &file->leave_out;
  uint64_t* room = brings_back ? &file->bring_back_room : &file->leave_out_room;
  if (!io.Reserve(held) || !MakeRoom(io, rules, 1, room)) return false;
  file->texts += held;
  rules->push_back(std::move(rule));
  return true;
}

void IgnoreStack::Pop(CommandIo& io) {
  if (files_.empty()) return;
  const RuleFile& file = files_.back();
  static_cast<void>(
      io.Reserve(-file.texts - static_cast<int64_t>(file.leave_out_room + file.bring_back_room)));
  files_.pop_back();
}

bool IgnoreStack::AnyFits(CommandIo& io, const RuleFile& file, const std::vector<Rule>& rules,
                          std::string_view path, std::string_view name, bool is_directory,
                          bool ignore_case) const {
  // (a path is a pattern, too: what is special in names of directories is so here)
  std::string pattern = file.place + "/";
  const size_t place = pattern.size();
  uint64_t work = 0;
  for (const Rule& rule : rules) {
    const std::string_view text = rule.any_place ? name : path;
    std::string_view wanted = rule.pattern;
    if (!rule.any_place) {
      pattern.resize(place);
      pattern += rule.pattern;
      wanted = pattern;
    }
    work += PatternCost(wanted, text);
    if (FitPattern(wanted, text, is_directory, ignore_case) == Fit::kYes) {
      static_cast<void>(io.Tick(work));
      return true;
    }
    if (work > 4096) {
      if (!io.account().Tick(work)) return false;  // the script ends
      work = 0;
    }
  }
  static_cast<void>(io.Tick(work));
  return false;
}

bool IgnoreStack::Ignores(CommandIo& io, std::string_view path, std::string_view name,
                          bool is_directory, bool ignore_case) const {
  auto any_file = [&](const std::vector<Rule> RuleFile::*rules) {
    return std::any_of(files_.rbegin(), files_.rend(), [&](const RuleFile& file) {
      return AnyFits(io, file, file.*rules, path, name, is_directory, ignore_case);
    });
  };
  return any_file(&RuleFile::leave_out) && !any_file(&RuleFile::bring_back);
}

}  // namespace pysub::shell::tree
