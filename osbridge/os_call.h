#ifndef PYSUB_OS_CALL_H_
#define PYSUB_OS_CALL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "host_value.h"

namespace pysub {

// What a program asks of the outside, where Permissions say that the host answers. Each struct says what
// Python function asks, what it asks for, and by ToValue() what Sandbox::Answer() takes.
namespace os {

// input() and the reading methods of sys.stdin: the next line with its newline; "" at the end of input.
struct ReadLine {
  using Reply = std::string;  // UTF-8
  static HostValue ToValue(const Reply& line) { return HostValue(line); }
};

// time.time() and its kin: nanoseconds.
struct Now {
  enum class Clock : uint8_t { kWall, kMonotonic, kProcess };
  Clock clock = Clock::kWall;
  using Reply = int64_t;
  static HostValue ToValue(Reply nanoseconds) { return HostValue(nanoseconds); }
};

// time.sleep(), and the event loop of asyncio when there is nothing else to do. The answer is given when
// the time is over, or at once by a host that does not want to wait.
struct Sleep {
  int64_t nanoseconds = 0;
  using Reply = std::monostate;
  static HostValue ToValue(Reply) { return HostValue(); }
};

// os.urandom(), random.seed(): so many bytes.
struct Entropy {
  uint64_t bytes = 0;
  using Reply = std::string;
  static HostValue ToValue(const Reply& bytes) { return HostValue::Bytes(bytes); }
};

// os.getenv(), os.environ: the value of a variable, if there is one.
struct GetEnvironment {
  std::string name;
  using Reply = std::optional<std::string>;
  static HostValue ToValue(const Reply& value) { return value ? HostValue(*value) : HostValue(); }
};

}  // namespace os

// The order is part of the snapshot format: append only.
using OsCall = std::variant<os::ReadLine, os::Now, os::Sleep, os::Entropy, os::GetEnvironment>;

// std::visit(Overloaded{[](const os::ReadLine&) {...}, ...}, call): a call that is not handled does not compile.
template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace pysub

#endif  // PYSUB_OS_CALL_H_
