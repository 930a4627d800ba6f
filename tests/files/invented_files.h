#ifndef PYSUB_TESTS_FILES_INVENTED_FILES_H_
#define PYSUB_TESTS_FILES_INVENTED_FILES_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "osbridge/files/pseudo_files.h"

namespace pysub::files {

// A small tree of pseudo files:
//
//   bin -> usr/bin     etc/passwd "root\n"     usr/bin/sed "#!sed\n"     proc/time "."
class InventedFiles final : public PseudoFiles {
 public:
  struct Row {
    std::string_view path;
    FileKind kind;
    std::string_view text;
  };
  static constexpr Row kRows[] = {
      {"bin", FileKind::kSymlink, "usr/bin"},    {"etc", FileKind::kDirectory, ""},
      {"etc/passwd", FileKind::kFile, "root\n"}, {"proc", FileKind::kDirectory, ""},
      {"proc/time", FileKind::kFile, "."},       {"usr", FileKind::kDirectory, ""},
      {"usr/bin", FileKind::kDirectory, ""},     {"usr/bin/sed", FileKind::kFile, "#!sed\n"},
  };

  std::shared_ptr<PseudoFiles> OfFork() const override { return std::make_shared<InventedFiles>(); }
  Status Lstat(const std::string& path, Stat* stat) const override {
    const Row* row = Find(path);
    if (row == nullptr) return ENOENT;
    *stat = Stat{.kind = row->kind, .mode = row->kind == FileKind::kDirectory ? 0755u : 0644u};
    stat->links = 1;
    stat->ino = kFirstInode + static_cast<uint64_t>(row - kRows);
    stat->size = row->text.size();
    stat->uid = stat->gid = row->kind == FileKind::kDirectory ? 1000 : 0;
    return 0;
  }
  Status List(const std::string& path, std::vector<DirectoryEntry>* entries) const override {
    const std::string prefix = path.empty() ? "" : path + "/";
    for (const Row& row : kRows) {
      if (!row.path.starts_with(prefix) || row.path.size() <= prefix.size()) continue;
      const std::string_view name = row.path.substr(prefix.size());
      if (name.find('/') == std::string_view::npos)
        entries->push_back(
            {std::string(name), row.kind, kFirstInode + static_cast<uint64_t>(&row - kRows)});
    }
    return 0;
  }
  Status Readlink(const std::string& path, std::string* target) const override {
    const Row* row = Find(path);
    if (row == nullptr) return ENOENT;
    *target = row->text;
    return row->kind == FileKind::kSymlink ? 0 : EINVAL;
  }
  Status Read(const std::string& path, uint64_t offset, uint64_t size,
              std::string* bytes) const override {
    const Row* row = Find(path);
    if (row == nullptr) return ENOENT;
    if (offset < row->text.size()) *bytes += row->text.substr(offset, size);
    return 0;
  }

 private:
  static const Row* Find(std::string_view path) {
    for (const Row& row : kRows) {
      if (row.path == path) return &row;
    }
    return nullptr;
  }
};

}  // namespace pysub::files

#endif  // PYSUB_TESTS_FILES_INVENTED_FILES_H_
