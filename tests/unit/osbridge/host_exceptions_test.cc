// A host that is compiled with C++ exceptions: those of its functions are the program's.
#include <gtest/gtest.h>

#include <stdexcept>

#include "pysub/host.h"

namespace pysub {
namespace {

std::string Told(const Host& host, std::string_view source) {
  SandboxOptions options;
  EXPECT_TRUE(host.AddTo(&options).ok());
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(source), options);
  const Stop stop = host.Run(*sandbox);
  const auto* raised = std::get_if<Raised>(&stop);
  return raised != nullptr ? std::string(raised->exception.name()) + ": " + raised->message
                           : Describe(stop);
}

TEST(HostExceptionsTest, TheyBecomeTheProgramsExceptions) {
  Host host;
  host.Function("now()", "",
                [](const FunctionCall&) -> Reply { throw std::runtime_error("at once"); });
  host.Function("typed(n)", "", [](int64_t n) -> int64_t { return n != 0 ? throw n : n; });
  host.AsyncFunction("later()", "", [](const FunctionCall&, const Host::Answer&) {
    throw std::runtime_error("later");
  });
  host.AsyncFunction("both()", "", [](const FunctionCall&, const Host::Answer& answer) {
    answer(5);
    throw 5;
  });
  EXPECT_EQ(Told(host, "now()"), "RuntimeError: at once");
  EXPECT_EQ(Told(host, "typed(1)"), "RuntimeError: the host's function failed");
  EXPECT_EQ(Told(host, "later()"), "RuntimeError: later");
  EXPECT_EQ(Told(host, "import asyncio\nasync def main(): await later()\nasyncio.run(main())"),
            "RuntimeError: later");
  EXPECT_EQ(Told(host, "both()"), "Finished: 5");
}

}  // namespace
}  // namespace pysub
