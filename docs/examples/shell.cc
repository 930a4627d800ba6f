// A sandboxed shell: scripts over files of its own, stopped half-way, saved, and finished from the bytes.
#include <pysub/shell/shell.h>

#include <cstdio>
#include <optional>

int main() {
  pysub::Shell::Builder builder;
  builder.File("/home/user/words", "pear\napple\nfig\n").Python();
  auto shell = builder.Build();
  std::printf("%s", shell->Exec("sort words | python3 -c 'import sys; print(len(sys.stdin.readlines()))'").stdout_text.c_str());

  shell->Start("n=0; for i in {1..100}; do n=$((n + i)); done; echo $n; sort words | head -n 1");
  if (shell->RunFor(50)) return 1;  // it is not done yet
  std::optional<std::string> bytes = shell->Snapshot();
  auto elsewhere = builder.Restore(*bytes);  // in another process, say
  std::printf("%s", elsewhere->Run().stdout_text.c_str());
  return 0;
}
