#ifndef PYSUB_SHELL_AGENT_OUTPUT_STORE_H_
#define PYSUB_SHELL_AGENT_OUTPUT_STORE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace pysub::agent {

// Output that was too long for a result: kept by number until newer ones need its room.
// Thread-safe.
class OutputStore {
 public:
  explicit OutputStore(uint64_t most_bytes) : most_bytes_(most_bytes) {}

  // The number under which it can be read; 0: it is larger than all the room there is.
  uint64_t Keep(std::string text) {
    if (text.size() > most_bytes_) return 0;
    const std::lock_guard lock(mutex_);
    bytes_ += text.size();
    texts_.emplace(++newest_, std::make_shared<const std::string>(std::move(text)));
    while (bytes_ > most_bytes_ || texts_.size() > kMost) {
      bytes_ -= texts_.begin()->second->size();
      texts_.erase(texts_.begin());
    }
    return newest_;
  }
  // Null: it is not there, or no more.
  std::shared_ptr<const std::string> Find(uint64_t number) const {
    const std::lock_guard lock(mutex_);
    const auto at = texts_.find(number);
    return at == texts_.end() ? nullptr : at->second;
  }
  uint64_t bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }
  std::map<uint64_t, std::shared_ptr<const std::string>> all() const {
    const std::lock_guard lock(mutex_);
    return texts_;
  }

 private:
  static constexpr size_t kMost = 1'000;

  const uint64_t most_bytes_;
  mutable std::mutex mutex_;  // guards what follows
  uint64_t bytes_ = 0;
  uint64_t newest_ = 0;
  std::map<uint64_t, std::shared_ptr<const std::string>> texts_;
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_OUTPUT_STORE_H_
