#ifndef PYSUB_SHELL_RUN_SIGNALS_H_
#define PYSUB_SHELL_RUN_SIGNALS_H_

#include <string_view>

namespace pysub::shell {

inline constexpr int kSigHup = 1;
inline constexpr int kSigInt = 2;
inline constexpr int kSigQuit = 3;
inline constexpr int kSigKill = 9;
inline constexpr int kSigPipe = 13;
inline constexpr int kSigTerm = 15;
inline constexpr int kSigChild = 17;

// Linux's numbers, 1 to 31; names without SIG. 34 to 64 are the real-time ones.
inline constexpr std::string_view kSignalNames[] = {
    "EXIT", "HUP",  "INT",  "QUIT", "ILL",    "TRAP",   "ABRT",  "BUS",  "FPE",  "KILL", "USR1",
    "SEGV", "USR2", "PIPE", "ALRM", "TERM",   "STKFLT", "CHLD",  "CONT", "STOP", "TSTP", "TTIN",
    "TTOU", "URG",  "XCPU", "XFSZ", "VTALRM", "PROF",   "WINCH", "IO",   "PWR",  "SYS"};

inline std::string_view SignalName(int number) {
  return number >= 0 && number < 32 ? kSignalNames[number] : std::string_view();
}

// With SIG: nothing longer is the name of a signal or a trap, whatever a script passes.
inline constexpr size_t kLongestSignalName = 16;
// From "TERM", "SIGTERM", "sigterm", "15"; -1: there is none. Also EXIT (0).
int SignalNumber(std::string_view text);

// Ends a process that has not set a trap.
inline bool IsDeadly(int number) {
  return number != 17 && number != 18 && number != 23 && number != 28 && number != 19 &&
         number != 20 && number != 21 && number != 22;
}

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_SIGNALS_H_
