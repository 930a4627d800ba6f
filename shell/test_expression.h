#ifndef PYSUB_SHELL_TEST_EXPRESSION_H_
#define PYSUB_SHELL_TEST_EXPRESSION_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pysub/files/file_system.h"

namespace pysub::shell {

// What an expression of test, [ and [[ can ask about.
class TestHost {
 public:
  virtual const files::FileSystem& files() const = 0;
  virtual files::Caller caller() const = 0;
  virtual bool IsTerminal(int fd) const = 0;
  // -v NAME, -R NAME, -o OPTION; a command that is no builtin knows of none.
  virtual bool VariableIsSet(std::string_view) { return false; }
  virtual bool VariableIsReference(std::string_view) { return false; }
  virtual bool OptionIsSet(std::string_view) { return false; }

 protected:
  ~TestHost() = default;
};

// Whose words and operators: the builtin's of bash or the program's of coreutils.
enum class TestDialect : uint8_t { kBash, kCoreutils };

// The letter of a unary operator: "-f" is 'f'. Empty: it is none.
std::optional<char> UnaryTestOperator(std::string_view word,
                                      TestDialect dialect = TestDialect::kBash);
bool IsBinaryTestOperator(std::string_view word, TestDialect dialect = TestDialect::kBash);
// -e, -f, -r ... (not -t, -n, -z, -v, -R, -o). What cannot be looked at is false.
bool TestFile(const TestHost& host, char letter, std::string_view path);
// -nt, -ot, -ef: `letter` is 'n', 'o' or 'e'.
bool CompareFiles(const TestHost& host, char letter, std::string_view left, std::string_view right);

// The words of `test`, without "test", or of `[` without "[" and "]". 0: true, 1: false, 2: *error
// says why ("x: integer expression expected").
int EvaluateTest(std::span<const std::string> words, TestHost& host, TestDialect dialect,
                 std::string* error);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_TEST_EXPRESSION_H_
