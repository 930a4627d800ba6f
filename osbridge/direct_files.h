#ifndef PYSUB_OSBRIDGE_DIRECT_FILES_H_
#define PYSUB_OSBRIDGE_DIRECT_FILES_H_

#include <map>
#include <span>
#include <string>

#include "pysub/files/file_system.h"
#include "vm/vm.h"

// The OsCalls of files answered at once, by a FileSystem: what HostHooks::os_call of a
// host does that has one.
namespace pysub {

// As HostHooks::os_call. Calls that are none of files: kNotHooked.
int AnswerFromFiles(files::FileSystem& files, Vm& vm, OsCallId call, std::span<const Value> args,
                    Value* answer);

// os.environ from a map. Text that is not UTF-8 comes with surrogates, as CPython has it.
int AnswerEnvironment(const std::map<std::string, std::string>& variables, Vm& vm, Value* answer);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_DIRECT_FILES_H_
