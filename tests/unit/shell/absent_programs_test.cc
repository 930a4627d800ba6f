#include "shell/run/absent_programs.h"

#include <gtest/gtest.h>

#include "pysub/shell/command.h"

namespace pysub::shell {
namespace {

TEST(AbsentProgramsTest, NamesWholeWordsOnly) {
  EXPECT_EQ(NearestOf("vim"), NearestOf("vi"));
  EXPECT_NE(NearestOf("vim"), "");
  for (std::string_view name : {"", " ", "v", "vimx", "vi vim", "nosuch", "a name longer than all"})
    EXPECT_EQ(NearestOf(name), "") << name;
}

// A command that has come since then is not called absent where a host leaves it out.
TEST(AbsentProgramsTest, NoneOfThemIsThere) {
  for (const CommandInfo& info : StandardCommands())
    EXPECT_EQ(NearestOf(info.name), "") << info.name;
}

}  // namespace
}  // namespace pysub::shell
