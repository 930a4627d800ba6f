#include "osbridge/files/devices.h"

#include <cerrno>

namespace pysub::files {
namespace {

struct DeviceRow {
  const char* path;
  DeviceKind kind;
  uint32_t mode;
};

constexpr DeviceRow kDevices[] = {
    {"/dev/null", DeviceKind::kNull, 0666},       {"/dev/zero", DeviceKind::kZero, 0666},
    {"/dev/full", DeviceKind::kFull, 0666},       {"/dev/random", DeviceKind::kUrandom, 0666},
    {"/dev/urandom", DeviceKind::kUrandom, 0666}, {"/dev/tty", DeviceKind::kTty, 0666},
};

struct LinkRow {
  const char* path;
  const char* target;
};

constexpr LinkRow kLinks[] = {
    {"/dev/fd", "/proc/self/fd"},
    {"/dev/stdin", "/proc/self/fd/0"},
    {"/dev/stdout", "/proc/self/fd/1"},
    {"/dev/stderr", "/proc/self/fd/2"},
};

}  // namespace

Status AddDevices(FileSystem& files) {
  const Caller root{.umask = 0, .uid = 0, .gid = 0};
  Result<Stat> top = files.StatPath(root, "/");
  if (!top.ok()) return top.status();
  const bool memory =
      top->dev == 0 || files.Mounts()[top->dev - 1].mode == MountMode::kOverlayMemory;
  if (!memory) return EPERM;  // they are not made in the host's directory
  Status result;
  auto note = [&result](Status status) {
    if (result.ok() && status.error() != EEXIST) result = status;
  };
  for (const char* directory : {"/dev", "/proc", "/proc/self"})
    note(files.Mkdir(root, directory, 0755));
  note(files.MakeDescriptorDirectory(root, "/proc/self/fd"));
  for (const DeviceRow& row : kDevices) note(files.MakeDevice(root, row.path, row.kind, row.mode));
  for (const LinkRow& row : kLinks) note(files.Symlink(root, row.target, row.path));
  return result;
}

}  // namespace pysub::files
