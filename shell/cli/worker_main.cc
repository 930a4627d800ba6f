// pysub-worker: runs one program for the host at the other end of descriptor 3. Nothing is started
// by hand.

#include "osbridge/worker/worker_main.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "lexer/base/sanitizers.h"
#include "osbridge/worker/lockdown.h"
#include "pysub/version.h"
#include "shell/cli/usage/parse.h"

#if PYSUB_ASAN
// A signal is the host's to tell, and looking for leaks takes calls that are refused.
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options() {
  return "handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigfpe=0:detect_leaks=0:use_"
         "sigaltstack=0";
}
#endif

namespace {

int WrongCommandLine(const pysub::usage::Given& given, std::string_view error) {
  fputs(pysub::usage::WrongUsage(pysub::usage::kWorker, given.command, error).c_str(), stderr);
  fputs("protections (* required unless it may be lacked):", stderr);
  for (const pysub::Protection& protection : pysub::kProtections)
    fprintf(stderr, " %.*s%s", static_cast<int>(protection.name.size()), protection.name.data(),
            protection.required ? "*" : "");
  fputs("\n", stderr);
  return pysub::usage::kUsageError;
}

// In a process that is given up for it. Its descriptor 3 leads to the parent. Some walls need that
// it starts itself again, with these arguments: --protections twice.
[[noreturn]] void TryProtections(char* program) {
  std::string option = "--protections";
  char* const argv[] = {program, option.data(), option.data(), nullptr};
  pysub::ProtectionPolicy policy;
  for (const pysub::Protection& protection : pysub::kProtections)
    policy.must_have.emplace_back(protection.name);
  std::string text;
  for (const std::string& name : pysub::LockDown(policy, argv)) text += name + "\n";
  // The only call that may say something now; an empty socket takes these few bytes at once.
  _exit(send(pysub::kProtocolDescriptor, text.data(), text.size(), 0) ==
                static_cast<ssize_t>(text.size())
            ? 0
            : 1);
}

int ShowProtections(char* program) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    if (ends[1] != pysub::kProtocolDescriptor) dup2(ends[1], pysub::kProtocolDescriptor);
    TryProtections(program);
  }
  close(ends[1]);
  std::string text = "\n";
  char buffer[1024];
  for (ssize_t size; (size = read(ends[0], buffer, sizeof(buffer))) > 0;)
    text.append(buffer, static_cast<size_t>(size));
  int status = 0;
  waitpid(child, &status, 0);
  bool is_enough = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  for (const pysub::Protection& protection : pysub::kProtections) {
    const std::string name(protection.name);
    const bool is_there = text.find("\n" + name + "\n") != std::string::npos;
    is_enough = is_enough && (is_there || !protection.required);
    printf("  %-16s %s%s\n", name.c_str(), is_there ? "yes" : "no",
           !is_there && protection.required ? ", but required" : "");
  }
  return is_enough ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const pysub::usage::Given given = pysub::usage::ParseArguments(pysub::usage::kWorker, argc, argv);
  if (!given.error.empty()) return WrongCommandLine(given, given.error);
  pysub::ProtectionPolicy policy;
  bool show_version = false;
  int tries = 0;
  for (const auto& [name, value, second] : given.options) {
    if (name == "--may-lack") policy.may_lack.emplace_back(value);
    if (name == "--must-have") policy.must_have.emplace_back(value);
    show_version = show_version || name == "--version";
    tries += name == "--protections";
  }
  if (show_version || !given.text.empty()) {
    fputs(show_version ? "pysub-worker " PYSUB_VERSION_STRING "\n" : given.text.c_str(), stdout);
    return 0;
  }
  if (tries > 1) TryProtections(argv[0]);
  if (tries == 1) return ShowProtections(argv[0]);
  if (const absl::Status wrong = pysub::CheckPolicy(policy); !wrong.ok())
    return WrongCommandLine(given, std::string(wrong.message()));
  int type = 0;
  socklen_t size = sizeof(type);
  if (getsockopt(pysub::kProtocolDescriptor, SOL_SOCKET, SO_TYPE, &type, &size) != 0) {
    fputs("pysub-worker: is started by a program that uses pysub, with a socket on descriptor 3\n",
          stderr);
    return 2;
  }
  _exit(pysub::RunWorker(policy, argv));  // nothing is left to be done that would need the system
}
