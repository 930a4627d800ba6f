#include <algorithm>

#include "shell/commands/files/ls.h"
#include "shell/commands/quoting.h"
#include "shell/commands/text/sort_keys.h"

namespace pysub::shell {
namespace {

int64_t TimeOf(const LsStyle& style, const LsEntry& entry) {
  switch (style.time) {
    case LsStyle::Time::kAccess: return entry.stat.atime_ns;
    case LsStyle::Time::kChange: return entry.stat.ctime_ns;
    default: return entry.stat.mtime_ns;
  }
}

std::string_view Extension(std::string_view name) {
  size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot);
}

int CompareBy(const LsStyle& style, const LsEntry& a, const LsEntry& b) {
  switch (style.sort) {
    case LsStyle::Sort::kTime: {
      int64_t left = TimeOf(style, a), right = TimeOf(style, b);
      return left > right ? -1 : left < right ? 1 : 0;
    }
    case LsStyle::Sort::kSize:
      return a.stat.size > b.stat.size ? -1 : a.stat.size < b.stat.size ? 1 : 0;
    case LsStyle::Sort::kExtension: return Extension(a.name).compare(Extension(b.name));
    case LsStyle::Sort::kVersion: return CompareVersions(a.name, b.name);
    case LsStyle::Sort::kWidth: {
      size_t left = DisplayWidth(LsQuote(style, a.name)),
             right = DisplayWidth(LsQuote(style, b.name));
      return left < right ? -1 : left > right ? 1 : 0;
    }
    default: return 0;
  }
}

}  // namespace

void SortLsEntries(const LsStyle& style, std::vector<LsEntry>* entries) {
  if (style.sort == LsStyle::Sort::kNone) return;
  std::sort(entries->begin(), entries->end(), [&](const LsEntry& a, const LsEntry& b) {
    if (style.directories_first && a.LooksLikeDirectory() != b.LooksLikeDirectory())
      return a.LooksLikeDirectory();
    int order = CompareBy(style, a, b);
    if (order == 0) order = a.name.compare(b.name);
    return style.reverse ? order > 0 : order < 0;
  });
}

}  // namespace pysub::shell
