#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/test_expression.h"

namespace pysub::shell {
namespace {

// What test asks of the world, for the program; the shell's builtin has another one.
class IoTestHost final : public TestHost {
 public:
  explicit IoTestHost(CommandIo& io) : io_(io) {}
  const files::FileSystem& files() const override { return io_.files(); }
  files::Caller caller() const override { return CallerOf(io_); }
  bool IsTerminal(int fd) const override { return io_.IsTerminal(fd); }

 private:
  CommandIo& io_;
};

}  // namespace

// test EXPRESSION, [ EXPRESSION ]: the program, which env, find and xargs start;
// scripts get the builtin.
Progress RunTest(CommandIo& io) {
  std::span<const std::string> words = io.args();
  if (io.name().ends_with('[')) {
    if (words.empty() || words.back() != "]") {
      io.Error("missing " + QuoteWord("]"));
      return Progress::Done(2);
    }
    words = words.first(words.size() - 1);
  }
  IoTestHost host(io);
  std::string error;
  int status = EvaluateTest(words, host, TestDialect::kCoreutils, &error);
  if (status == 2) io.Error(error);
  return Progress::Done(status);
}

}  // namespace pysub::shell
