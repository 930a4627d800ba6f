#ifndef PYSUB_OSBRIDGE_WORKER_LIMIT_TEXT_H_
#define PYSUB_OSBRIDGE_WORKER_LIMIT_TEXT_H_

#include <chrono>
#include <cstdint>
#include <string>

// Limits as texts for models and people. What is told has to be what holds: nothing is rounded.
namespace pysub {

// "1,000,000"
std::string CountText(uint64_t count);
// "64 MB" (of 1,048,576 bytes), "100 KB", or "1,000,000 bytes" where it is no whole number of
// these.
std::string BytesText(uint64_t bytes);
// "30 s", "1,500 ms", "0.0005 s"
std::string DurationText(std::chrono::nanoseconds duration);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_WORKER_LIMIT_TEXT_H_
