#ifndef PYSUB_SHELL_MACHINE_H_
#define PYSUB_SHELL_MACHINE_H_

#include <string_view>

namespace pysub::shell {

// What a sandbox says about its machine and its user: always the same, so that nothing of the host
// shows. uname, hostname, /proc and the variables of bash say it.
inline constexpr std::string_view kHostName = "sandbox";
inline constexpr std::string_view kSystemName = "Linux";
inline constexpr std::string_view kSystemRelease = "6.1.0";
inline constexpr std::string_view kSystemVersion = "#1 SMP sandbox";
inline constexpr std::string_view kMachineName = "x86_64";

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_MACHINE_H_
