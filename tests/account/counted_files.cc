// Opens an account for the files that `pysub` shows a program, which have a limit of their own; see
// counted_malloc.h. (Those of a shell are charged to the shell.)

#include "pysub/files/file_system.h"
#include "tests/account/counted_malloc.h"

using namespace pysub;

namespace {

int64_t OfFiles(const void* files) {
  return static_cast<int64_t>(static_cast<const files::FileSystem*>(files)->BytesUsed());
}

}  // namespace

extern "C" {

void __real__ZN5pysub5files10FileSystemC1ERKNS0_6LimitsEPNS0_5OwnerERKNS0_6CallerE(
    files::FileSystem* files, const files::Limits& limits, files::Owner* owner,
    const files::Caller& root);
void __wrap__ZN5pysub5files10FileSystemC1ERKNS0_6LimitsEPNS0_5OwnerERKNS0_6CallerE(
    files::FileSystem* files, const files::Limits& limits, files::Owner* owner,
    const files::Caller& root);
void __wrap__ZN5pysub5files10FileSystemC1ERKNS0_6LimitsEPNS0_5OwnerERKNS0_6CallerE(
    files::FileSystem* files, const files::Limits& limits, files::Owner* owner,
    const files::Caller& root) {
  __real__ZN5pysub5files10FileSystemC1ERKNS0_6LimitsEPNS0_5OwnerERKNS0_6CallerE(files, limits,
                                                                                owner, root);
  account::Open(files, OfFiles);
}

void __real__ZN5pysub5files10FileSystemD1Ev(files::FileSystem* files);
void __wrap__ZN5pysub5files10FileSystemD1Ev(files::FileSystem* files);
void __wrap__ZN5pysub5files10FileSystemD1Ev(files::FileSystem* files) {
  account::BeginClosing(files);
  __real__ZN5pysub5files10FileSystemD1Ev(files);
  account::EndClosing(files);
}
}
