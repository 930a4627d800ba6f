#ifndef PYSUB_SHELL_COMMANDS_NET_CURL_GLOB_H_
#define PYSUB_SHELL_COMMANDS_NET_CURL_GLOB_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pysub::shell {

// The patterns of curl's URLs: {a,b} and [1-10:2], [001-100], [a-z]. All that they stand for are
// numbered, so that the one that is wanted is made when its turn comes.
class CurlGlob {
 public:
  // False: *error is what curl says.
  bool Parse(std::string_view url, std::string* error);
  uint64_t count() const { return count_; }
  // The URL of that number; *values gets what stands for #1, #2 ...
  std::string Make(uint64_t index, std::vector<std::string>* values) const;

 private:
  struct Part {
    std::string literal;               // when it is no pattern
    std::vector<std::string> choices;  // {a,b}
    // [first-last:step], padded to `width`; letters when is_letters
    uint64_t first = 0, step = 1, count = 1;
    size_t width = 0;
    bool is_letters = false, is_pattern = false;
  };

  bool ParseSet(std::string_view url, size_t* at, std::string* error);
  bool ParseRange(std::string_view url, size_t* at, std::string* error);
  bool Multiply(uint64_t by);

  std::vector<Part> parts_;
  uint64_t count_ = 1;
};

// "#1" in the name of an output file is what stands for the first pattern.
std::string CurlOutputName(std::string_view name, const std::vector<std::string>& values);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_NET_CURL_GLOB_H_
