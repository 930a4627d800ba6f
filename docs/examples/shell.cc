// A sandboxed shell: scripts over files of its own, stopped half-way, saved, and
// finished from the bytes.
#include <pysub/shell/shell.h>

#include <cstdio>
#include <string>

int main() {
  pysub::Shell::Builder builder;
  builder.File("/home/user/words", "pear\napple\nfig\n").Python();
  absl::StatusOr<pysub::Shell> shell = builder.Build();
  if (!shell.ok()) return 1;
  std::printf("%s",
              shell->Exec("sort words | python3 -c 'import sys; print(len(sys.stdin.readlines()))'")
                  .stdout_text.c_str());

  shell->Start("n=0; for i in {1..100}; do n=$((n + i)); done; echo $n; sort words | head -n 1");
  if (shell->RunFor(50)) return 1;  // it is not done yet
  const absl::StatusOr<std::string> bytes = shell->Snapshot();
  if (!bytes.ok()) return 1;
  absl::StatusOr<pysub::Shell> elsewhere = builder.Restore(*bytes);  // in another process, say
  if (!elsewhere.ok()) return 1;
  std::printf("%s", elsewhere->Run().stdout_text.c_str());
  return 0;
}
