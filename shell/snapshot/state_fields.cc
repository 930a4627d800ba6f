#include <algorithm>

#include "shell/run/external_io.h"
#include "shell/run/machine.h"
#include "shell/snapshot/image.h"
#include "shell/snapshot/times.h"

// Snapshots: variables, descriptors, expansions, commands.

namespace pysub::shell {

void HeldMemory::Fields(Image& image) {
  int64_t counted = image.loading() ? 0 : bytes_;
  image(counted);
  image.Check(counted >= 0, "memory");
  if (!image.loading()) return;
  Load(image, static_cast<uint64_t>(counted));
}

void HeldMemory::Load(Image& image, uint64_t bytes) {
  Release();
  if (!image.ok() || !image.Charge(bytes)) return;
  budget_ = &image.budget();
  bytes_ = static_cast<int64_t>(bytes);
}

// ---- variables

void IndexedArray::Fields(Image& image) {
  image(dense_, sparse_);
  image.Check(sparse_.empty() || (HasNegative() ? dense_.empty() : static_cast<uint64_t>(sparse_.begin()->first) > dense_.size()),
              "an array");
}

int64_t IndexedArray::Bytes() const {
  int64_t bytes = 0;
  for (const std::string& value : dense_) bytes += static_cast<int64_t>(value.size()) + kElementBytes;
  for (const auto& [key, value] : sparse_) bytes += static_cast<int64_t>(value.size()) + kElementBytes;
  return bytes;
}

// In the order of the buckets, of which there are as many as there were.
void AssociativeArray::Fields(Image& image) {
  uint8_t growth = 0;  // 1: the first size
  for (size_t size = buckets_.size(); size >= kFirstBuckets; size /= 4) ++growth;
  uint64_t count = size_;
  image(growth, count);
  if (!image.loading()) {
    for (auto& bucket : buckets_) {
      for (Entry& entry : bucket) image(entry.key, entry.value);
    }
    return;
  }
  Clear();
  constexpr uint8_t kMaxGrowth = 12;
  image.Check(growth <= kMaxGrowth && (growth > 0 || count == 0), "an array");
  if (!image.ok() || growth == 0) return;
  size_t size = kFirstBuckets << (2 * (growth - 1));
  if (!image.archive().Take(size * sizeof(buckets_[0]))) return;
  buckets_.resize(size);
  for (uint64_t i = 0; i < count && image.ok() && image.archive().Take(2 * sizeof(Entry)); ++i) {
    Entry entry;
    image(entry.key, entry.value);
    entry.hash = Hash(entry.key);
    buckets_[entry.hash & (size - 1)].push_back(std::move(entry));
    ++size_;
  }
}

int64_t AssociativeArray::Bytes() const {
  auto bytes = static_cast<int64_t>(buckets_.size() * sizeof(buckets_[0]));
  for (const auto& bucket : buckets_) {
    for (const Entry& entry : bucket) bytes += static_cast<int64_t>(entry.key.size() + entry.value.size()) + kEntryBytes;
  }
  return bytes;
}

void Variable::Fields(Image& image) {
  // Never less than it really takes.
  auto takes = [this] {
    return static_cast<int64_t>(value.size()) + (indexed ? indexed->Bytes() : 0) + (associative ? associative->Bytes() : 0);
  };
  int64_t counted = image.loading() ? 0 : std::max(charged, takes());
  image(attributes, is_set, value, counted, indexed, associative);
  if (!image.loading()) return;
  image.Check(Has(kIndexed) == (indexed != nullptr) && Has(kAssociative) == (associative != nullptr) &&
                  (indexed == nullptr || associative == nullptr), "a variable");
  if (!image.ok()) return;
  counted = std::max(counted, takes());
  if (image.Charge(static_cast<uint64_t>(counted))) charged = counted;
}

void VariableRows::Fields(Image& image) {
  uint64_t size = items.size();
  image(held);
  uint64_t count = static_cast<uint64_t>(std::count_if(items.begin(), items.end(), [](const auto& item) { return static_cast<bool>(item); }));
  image(size, count);
  if (!image.loading()) {
    for (uint32_t symbol = 0; symbol < items.size(); ++symbol) {
      if (!items[symbol]) continue;
      image(symbol);
      image.Needed(items[symbol]);
    }
    return;
  }
  image.Check(size <= image.machine().symbols.size(), "variables");
  if (!image.ok() || !image.archive().Take(size * sizeof(items[0]))) return;
  items.clear();
  items.resize(size);
  for (uint64_t i = 0; i < count && image.ok(); ++i) {
    uint32_t symbol = 0;
    image(symbol);
    image.Check(symbol < size, "a variable");
    if (image.ok()) image.Needed(items[symbol]);
  }
}

void VariableTable::Fields(Image& image) {
  image.Needed(rows_);
  if (!rows_) rows_ = MakeRef<VariableRows>();
}

void Binding::Fields(Image& image) {
  image(symbol, outer);
  image.Check(symbol < image.machine().symbols.size(), "a local variable");
}

// ---- descriptors

void Pipe::Fields(Image& image) {
  std::string_view unread = std::string_view(bytes).substr(taken);
  image.archive().Block(unread);
  image(reader_opens, writer_opens);
  if (!image.loading()) return;
  image.Check(unread.size() <= kCapacity, "a pipe");
  if (image.ok() && image.archive().Take(unread.size())) bytes = unread;
}

void Description::Fields(Image& image) {
  Machine& machine = image.machine();
  Kind what = kind;
  image.Enum(what, Kind::kPipeBoth);
  bool is_error = sink == &machine.err;
  switch (what) {
    case Kind::kFile: {
      bool reachable = !image.loading() && machine.files->FStat(file).ok();
      image(file.id, reachable);
      if (!image.loading() || !image.ok() || !image.ClaimFile(file, reachable)) return;
      files = machine.files.get();
      break;
    }
    case Kind::kPipeRead: case Kind::kPipeWrite: case Kind::kPipeBoth:
      image.Needed(pipe);
      image(is_fifo, opens_seen);
      break;
    case Kind::kHostInput:
      break;
    case Kind::kHostOutput:
      image(is_error);
      break;
    case Kind::kCapture:
      image(text);
      break;
    case Kind::kText:
      image(text, taken);
      image.Check(taken <= text.size(), "a text");
      break;
  }
  if (!image.loading() || !image.ok()) return;
  budget = &machine.budget;
  held.Load(image, text.size());
  if (!image.ok()) return;
  if (what == Kind::kPipeRead || what == Kind::kPipeBoth) ++pipe->readers;
  if (what == Kind::kPipeWrite || what == Kind::kPipeBoth) ++pipe->writers;
  if (what == Kind::kHostInput) input = &machine.input;
  if (what == Kind::kHostOutput) sink = is_error ? &machine.err : &machine.out;
  // Only now: what is destroyed before has no pipe and no file.
  kind = what;
}

void DescriptorTable::Fields(Image& image) {
  uint64_t count = rows_.size();
  image(count);
  if (!image.loading()) {
    for (Row& row : rows_) {
      image(row.fd);
      image.Needed(row.description);
    }
    return;
  }
  rows_.clear();
  for (uint64_t i = 0; i < count && image.ok() && image.archive().Take(2 * sizeof(Row)); ++i) {
    Row row{};
    image(row.fd);
    image.Needed(row.description);
    image.Check(row.fd >= 0 && (rows_.empty() || row.fd > rows_.back().fd), "a descriptor");
    if (image.ok()) rows_.push_back(std::move(row));
  }
}

void Undo::Fields(Image& image) {
  image(fd, old);
  image.Check(fd >= 0, "a redirection");
}

void Staged::Fields(Image& image) {
  image(fd, bytes, sent);
  image.Needed(to);
  image.Check(sent <= bytes.size(), "output that waits");
  if (image.loading()) held.Load(image, bytes.size());
}

void Waiting::Fields(Image& image) {
  image.Enum(kind, Kind::kCapture);
  image(description, pid, interruptible);
  TimeField(image, &wake_ns);
  image.Check((kind != Kind::kRead && kind != Kind::kWrite) || description, "what a process waits for");
}

// ---- expansions

void Expander::Brackets::Fields(Image& image) { image(seen, depth, begin); }

void Expander::Fields(Image& image, const Process& process) {
  bool active = word_ != nullptr || next_word_ < words_.size() || !braces_.empty();
  // One that has ended may have left words of a script that is gone.
  active = active && !process.frames.empty();
  image(active);
  if (image.loading()) *this = Expander();
  if (!active) return;
  std::shared_ptr<const Unit> unit = process.CurrentUnit();
  image.UnitRef(brace_unit_);
  uint64_t left = words_.size() - next_word_;
  image(left);
  for (uint64_t i = 0; i < left && image.ok(); ++i) {
    const Word* word = image.loading() ? nullptr : words_[next_word_ + i];
    image.WordRef(unit.get(), word);
    image.Check(word != nullptr, "a word");
    if (image.loading() && image.archive().Take(2 * sizeof(word))) loaded_words_.push_back(word);
  }
  if (image.loading()) words_ = loaded_words_;
  bool of_braces = !image.loading() && brace_unit_ != nullptr && image.Has(brace_unit_.get(), word_);
  image(of_braces);
  image.WordRef(of_braces ? brace_unit_.get() : unit.get(), word_);
  image.Check(brace_unit_ == nullptr || of_braces || word_ == nullptr, "a word");
  std::vector<std::string> braces(braces_.begin(), braces_.end());
  uint64_t depth = stack_.size();
  image(in_word_, fields_, braces, pc_, current_, pattern_, has_pattern_, open_, after_blank_, substituting_, child_,
        finished_, held_, unpaid_, depth);
  image.Enum(mode_, WordMode::kArithmetic);
  brackets_.Fields(image);
  image.Check(brackets_.seen <= current_.size(), "an expression");
  image.Check(unpaid_ < kMostUnpaid, "memory");
  for (uint64_t i = 0; i < depth && image.ok(); ++i) {
    if (image.loading()) {
      if (!image.archive().Take(2 * sizeof(Buffer))) return;
      stack_.emplace_back();
    }
    image.Enum(stack_[i].mode, WordMode::kArithmetic);
    image(stack_[i].text);
    stack_[i].brackets.Fields(image);
    image.Check(stack_[i].brackets.seen <= stack_[i].text.size(), "an expression");
  }
  if (image.loading()) braces_.assign(braces.begin(), braces.end());
  image.Check(!substituting_ || (process.capture && process.capture->kind == Description::Kind::kCapture),
              "a command substitution");
}

// ---- commands

void ExternalIo::Fields(Image& image) {
  uint64_t count = buffers_.size();
  int64_t reserved = reserved_;
  image(argv_, opened_, reserved, work_, error_, count);
  image.Check(!argv_.empty() && reserved >= 0, "a command");
  if (!image.loading()) {
    for (auto& [fd, buffer] : buffers_) {
      int number = fd;
      image(number, buffer.bytes, buffer.taken, buffer.ended, buffer.held);
    }
    return;
  }
  if (image.ok() && image.Charge(static_cast<uint64_t>(reserved))) reserved_ = reserved;
  for (uint64_t i = 0; i < count && image.ok() && image.archive().Take(2 * sizeof(Buffer) + 64); ++i) {
    int fd = 0;
    image(fd);
    Buffer& buffer = buffers_[fd];
    image(buffer.bytes, buffer.taken, buffer.ended, buffer.held);
    image.Check(buffer.taken <= buffer.bytes.size(), "a buffer");
  }
}

void External::Fields(Image& image, Process* process) {
  std::string name = command != nullptr ? std::string(info->name) : "";
  image(name);
  if (name.empty()) return;
  if (image.loading()) {
    auto row = image.machine().commands.find(name);
    if (row == image.machine().commands.end()) {
      return image.Refuse("the command " + name + " is running in it, and this shell does not have it");
    }
    info = row->second;
    command = info->New();
    io = std::make_unique<ExternalIo>(process, std::vector<std::string>());
  }
  io->Fields(image);
  if (!image.ok()) return;
  uint64_t before = image.archive().charged();
  command->Fields(image.archive());
  // What it believes to have been charged for, its account must have.
  if (image.loading() && image.archive().charged() - before > io->reserved()) image.archive().Fail();
  if (image.ok()) return;
  image.Refuse(image.loading() ? "damaged: the state of the command " + name
                               : "the command " + name + " that is running cannot be saved now");
}

}  // namespace pysub::shell
