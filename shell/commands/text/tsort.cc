// tsort: an order of words that agrees with pairs of them.

#include <algorithm>
#include <map>

#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

// Words that nobody stands before come first, in the order of the alphabet; each that is printed
// may free others, which come behind all that were free before. Where nobody is left that could be
// printed there is a loop: it is told, and one pair of it is forgotten.
class Tsort : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, token_, first_, has_first_, numbers_, items_, order_, stage_, at_, queue_,
            printed_, loop_, failed_);
    archive.Charged(token_charged_);
    if (stage_ > Stage::kLoop || !IsSound()) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, {});
    while (options.Next()) continue;
    if (options.status()) return options.status();
    const std::vector<std::string>& names = options.operands();
    if (names.size() > 1) return options.Misuse("extra operand " + QuoteWord(names[1]));
    inputs_.Start(names);
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    while (true) {
      std::optional<Progress> stop;
      switch (stage_) {
        case Stage::kRead: stop = Read(io); break;
        case Stage::kScan: stop = Scan(io); break;
        case Stage::kPrint: stop = Print(io); break;
        case Stage::kLoop: stop = FindLoop(io); break;
      }
      if (stop) return *stop;
      if (io.Tick(16)) return Progress::Yield();
    }
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  enum class Stage : uint8_t { kRead, kScan, kPrint, kLoop };
  static constexpr uint32_t kNone = UINT32_MAX;

  struct Item {
    std::string name;
    uint64_t before = 0;  // pairs that say that somebody stands before it
    bool is_printed = false;
    uint32_t next = kNone;             // in the chain that may become a loop
    std::vector<uint32_t> successors;  // the newest is the last
    void Fields(Archive& archive) { archive(name, before, is_printed, next, successors); }
  };

  // ---- reading
  std::optional<Progress> Read(CommandIo& io) {
    std::string_view bytes;
    Got got = inputs_.NextBytes(io, &bytes);
    if (auto end = StepEnd(got)) return *end;
    if (got == Got::kEnd) return EndReading(io);
    while (!bytes.empty()) {
      const size_t end = std::min(bytes.find_first_of(" \t\n"), bytes.size());
      if (!MakeRoom(io, &token_, end, &token_charged_)) return Progress::Done(2);
      token_ += bytes.substr(0, end);
      if (end == bytes.size()) break;
      if (!TakeToken(io)) return Progress::Done(2);
      bytes.remove_prefix(end + 1);
    }
    return std::nullopt;
  }
  std::optional<Progress> EndReading(CommandIo& io) {
    if (inputs_.failed()) return Progress::Done(1);
    if (!TakeToken(io)) return Progress::Done(2);
    if (has_first_) {
      io.Error(ShownInput() + ": input contains an odd number of tokens");
      return Progress::Done(1);
    }
    if (!io.Reserve(static_cast<int64_t>(numbers_.size() * 2 * sizeof(uint32_t))))
      return Progress::Done(2);
    order_.reserve(numbers_.size());
    for (const auto& [name, number] : numbers_) order_.push_back(number);
    stage_ = Stage::kScan;
    return std::nullopt;
  }
  std::string ShownInput() const { return QuoteFileIfNeeded(inputs_.name()); }

  // False: there is no memory for it.
  bool TakeToken(CommandIo& io) {
    if (token_.empty()) return true;
    uint32_t number = 0;
    if (!NumberOf(io, &number)) return false;
    token_.clear();
    io.Tick(8);
    if (!has_first_) {
      first_ = number;
      has_first_ = true;
      return true;
    }
    has_first_ = false;
    if (number == first_) return true;
    if (!io.Reserve(3 * sizeof(uint32_t))) return false;
    items_[first_].successors.push_back(number);
    ++items_[number].before;
    return true;
  }
  bool NumberOf(CommandIo& io, uint32_t* number) {
    auto found = numbers_.find(token_);
    if (found == numbers_.end()) {
      constexpr size_t kBytes = 3 * sizeof(Item) + 96;  // its place in a list, and in the table
      if (!io.Reserve(static_cast<int64_t>(2 * token_.size() + kBytes))) return false;
      found = numbers_.emplace(token_, static_cast<uint32_t>(items_.size())).first;
      items_.push_back({.name = token_});
    }
    *number = found->second;
    return true;
  }

  // ---- printing
  // All that are free, in the order of the alphabet.
  std::optional<Progress> Scan(CommandIo& io) {
    while (at_ < order_.size()) {
      const uint32_t number = order_[at_++];
      if (items_[number].before == 0 && !items_[number].is_printed) queue_.push_back(number);
      if (io.Tick(1)) return Progress::Yield();
    }
    at_ = 0;
    stage_ = Stage::kPrint;
    return std::nullopt;
  }

  std::optional<Progress> Print(CommandIo& io) {
    if (at_ < queue_.size()) {
      Item& item = items_[queue_[at_++]];
      OutLine(io, item.name);
      item.is_printed = true;
      ++printed_;
      io.Tick(item.successors.size());
      for (size_t i = item.successors.size(); i-- > 0;) {
        Item& freed = items_[item.successors[i]];
        if (freed.before > 0 && --freed.before == 0) queue_.push_back(item.successors[i]);
      }
      return std::nullopt;
    }
    queue_.clear();
    at_ = 0;
    if (printed_ >= items_.size()) return Progress::Done(failed_ ? 1 : 0);
    io.Error(ShownInput() + ": input contains a loop:");
    failed_ = true;
    loop_ = kNone;
    stage_ = Stage::kLoop;
    return std::nullopt;
  }

  // ---- loops
  // Goes over all words again and again. loop_ is the last word of a chain each of which stands
  // before the next one; who stands before it is put before it, until somebody is met twice.
  std::optional<Progress> FindLoop(CommandIo& io) {
    if (at_ >= order_.size()) {
      at_ = 0;
      if (loop_ == kNone) stage_ = Stage::kScan;
      return std::nullopt;
    }
    const uint32_t number = order_[at_++];
    Item& item = items_[number];
    if (item.before == 0 || item.is_printed) return std::nullopt;
    if (loop_ == kNone) {
      loop_ = number;
      return std::nullopt;
    }
    io.Tick(item.successors.size());
    const auto pair = std::find(item.successors.rbegin(), item.successors.rend(), loop_);
    if (pair == item.successors.rend()) return std::nullopt;
    if (item.next == kNone) {
      item.next = loop_;
      loop_ = number;
      return std::nullopt;
    }
    TellLoop(io, number);
    --items_[*pair].before;
    item.successors.erase(std::next(pair).base());
    at_ = 0;
    stage_ = Stage::kScan;
    return std::nullopt;
  }
  void TellLoop(CommandIo& io, uint32_t last) {
    bool tells = true;
    while (loop_ != kNone) {
      Item& item = items_[loop_];
      if (tells) io.Error(QuoteFileIfNeeded(item.name));
      tells = tells && loop_ != last;
      io.Tick(item.name.size());
      loop_ = std::exchange(item.next, kNone);
    }
  }

  // A state that somebody has changed may lead nowhere.
  bool IsSound() const {
    auto fits = [&](uint32_t number) { return number < items_.size(); };
    bool sound = (!has_first_ || fits(first_)) && (loop_ == kNone || fits(loop_)) &&
                 std::all_of(order_.begin(), order_.end(), fits) &&
                 std::all_of(queue_.begin(), queue_.end(), fits);
    for (const auto& [name, number] : numbers_) sound = sound && fits(number);
    for (const Item& item : items_) {
      sound = sound && (item.next == kNone || fits(item.next)) &&
              std::all_of(item.successors.begin(), item.successors.end(), fits);
    }
    return sound;
  }

  Inputs inputs_;
  std::string token_;  // the one that is being read
  uint64_t token_charged_ = 0;
  uint32_t first_ = 0;  // of a pair
  bool has_first_ = false;
  std::map<std::string, uint32_t, std::less<>> numbers_;
  std::vector<Item> items_;
  std::vector<uint32_t> order_;  // by the alphabet

  Stage stage_ = Stage::kRead;
  uint64_t at_ = 0;  // in order_ or queue_
  std::vector<uint32_t> queue_;
  uint64_t printed_ = 0;
  uint32_t loop_ = kNone;
  bool failed_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeTsort() { return Make<Tsort>(); }

}  // namespace pysub::shell
