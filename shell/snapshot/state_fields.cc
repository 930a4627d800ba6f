#include <algorithm>

#include "shell/run/external_io.h"
#include "shell/run/kernel.h"
#include "shell/snapshot/serialiser.h"
#include "shell/snapshot/times.h"

// Snapshots: variables, descriptors, expansions, commands.

namespace pysub::shell {

void MemoryCharge::Fields(Serialiser& serialiser) {
  int64_t counted = serialiser.loading() ? 0 : bytes_;
  serialiser(counted);
  serialiser.Check(counted >= 0, "memory");
  if (!serialiser.loading()) return;
  Load(serialiser, static_cast<uint64_t>(counted));
}

void MemoryCharge::Load(Serialiser& serialiser, uint64_t bytes) {
  Release();
  if (!serialiser.ok() || !serialiser.Charge(bytes)) return;
  budget_ = &serialiser.budget();
  bytes_ = static_cast<int64_t>(bytes);
}

// ---- variables

void Arguments::Fields(Serialiser& serialiser) {
  if (!serialiser.loading()) {
    items_.erase(items_.begin(), begin());
    gone_ = 0;
  }
  serialiser(items_);
}

void IndexedArray::Fields(Serialiser& serialiser) {
  serialiser(dense_, sparse_);
  serialiser.Check(
      sparse_.empty() ||
          (HasNegative() ? dense_.empty()
                         : static_cast<uint64_t>(sparse_.begin()->first) >= dense_.size()),
      "an array");
}

int64_t IndexedArray::Bytes() const {
  int64_t bytes = 0;
  for (const std::string& value : dense_)
    bytes += static_cast<int64_t>(value.size()) + kElementBytes;
  for (const auto& [key, value] : sparse_)
    bytes += static_cast<int64_t>(value.size()) + kElementBytes;
  return bytes;
}

// In the order of the buckets, of which there are as many as there were.
void AssociativeArray::Fields(Serialiser& serialiser) {
  uint8_t growth = 0;  // 1: the first size
  for (size_t size = buckets_.size(); size >= kFirstBuckets; size /= 4) ++growth;
  uint64_t count = size_;
  serialiser(growth, count);
  if (!serialiser.loading()) {
    for (auto& bucket : buckets_) {
      for (Entry& entry : bucket) serialiser(entry.key, entry.value);
    }
    return;
  }
  Clear();
  constexpr uint8_t kMaxGrowth = 12;
  serialiser.Check(growth <= kMaxGrowth && (growth > 0 || count == 0), "an array");
  if (!serialiser.ok() || growth == 0) return;
  size_t size = kFirstBuckets << (2 * (growth - 1));
  if (!serialiser.archive().Take(size * sizeof(buckets_[0]))) return;
  buckets_.resize(size);
  for (uint64_t i = 0; i < count && serialiser.ok() && serialiser.archive().Take(2 * sizeof(Entry));
       ++i) {
    Entry entry;
    serialiser(entry.key, entry.value);
    entry.hash = Hash(entry.key);
    buckets_[entry.hash & (size - 1)].push_back(std::move(entry));
    ++size_;
  }
}

int64_t AssociativeArray::Bytes() const {
  auto bytes = static_cast<int64_t>(buckets_.size() * sizeof(buckets_[0]));
  for (const auto& bucket : buckets_) {
    for (const Entry& entry : bucket)
      bytes += static_cast<int64_t>(entry.key.size() + entry.value.size()) + kEntryBytes;
  }
  return bytes;
}

void Variable::Fields(Serialiser& serialiser) {
  // Never less than it really takes.
  auto takes = [this] {
    return static_cast<int64_t>(value.size()) + (indexed ? indexed->Bytes() : 0) +
           (associative ? associative->Bytes() : 0);
  };
  int64_t counted = serialiser.loading() ? 0 : std::max(charged, takes());
  serialiser(attributes, is_set, value, counted, indexed, associative);
  if (!serialiser.loading()) return;
  serialiser.Check(Has(kIndexed) == (indexed != nullptr) &&
                       Has(kAssociative) == (associative != nullptr) &&
                       (indexed == nullptr || associative == nullptr),
                   "a variable");
  if (!serialiser.ok()) return;
  counted = std::max(counted, takes());
  if (serialiser.Charge(static_cast<uint64_t>(counted))) charged = counted;
}

void VariableRows::Fields(Serialiser& serialiser) {
  uint64_t size = items.size();
  serialiser(held);
  uint64_t count = static_cast<uint64_t>(std::count_if(
      items.begin(), items.end(), [](const auto& item) { return static_cast<bool>(item); }));
  serialiser(size, count);
  if (!serialiser.loading()) {
    for (uint32_t symbol = 0; symbol < items.size(); ++symbol) {
      if (!items[symbol]) continue;
      serialiser(symbol);
      serialiser.Needed(items[symbol]);
    }
    return;
  }
  serialiser.Check(size <= serialiser.kernel().symbols.size(), "variables");
  if (!serialiser.ok() || !serialiser.archive().Take(size * sizeof(items[0]))) return;
  items.clear();
  items.resize(size);
  for (uint64_t i = 0; i < count && serialiser.ok(); ++i) {
    uint32_t symbol = 0;
    serialiser(symbol);
    serialiser.Check(symbol < size, "a variable");
    if (serialiser.ok()) serialiser.Needed(items[symbol]);
  }
}

void VariableTable::Fields(Serialiser& serialiser) {
  serialiser.Needed(rows_);
  if (!rows_) rows_ = MakeRef<VariableRows>();
}

// ---- descriptors

void Pipe::Fields(Serialiser& serialiser) {
  std::string_view unread = std::string_view(bytes).substr(taken);
  serialiser.archive().Block(unread);
  serialiser(reader_opens, writer_opens);
  if (!serialiser.loading()) return;
  serialiser.Check(unread.size() <= kCapacity, "a pipe");
  if (serialiser.ok() && serialiser.archive().Take(unread.size())) bytes = unread;
}

void Description::Fields(Serialiser& serialiser) {
  Kernel& kernel = serialiser.kernel();
  Kind what = kind;
  serialiser.Enum(what, Kind::kPipeBoth);
  bool is_error = sink == &kernel.err;
  LockKind locked = lock != nullptr ? lock->kind() : LockKind::kUnlock;
  switch (what) {
    case Kind::kFile: {
      // (Saving is no work of the script's: a text of /proc would be made for FStat().)
      bool reachable = !serialiser.loading() && kernel.files->Reaches(file).ok();
      serialiser(file.id, reachable);
      serialiser.Enum(locked, LockKind::kUnlock);
      if (!serialiser.loading() || !serialiser.ok() || !serialiser.ClaimFile(file, reachable))
        return;
      files = kernel.files.get();
      break;
    }
    case Kind::kPipeRead:
    case Kind::kPipeWrite:
    case Kind::kPipeBoth:
      serialiser.Needed(pipe);
      serialiser(is_fifo, opens_seen);
      break;
    case Kind::kHostInput: break;
    case Kind::kHostOutput: serialiser(is_error); break;
    case Kind::kCapture: serialiser(text); break;
    case Kind::kText:
      serialiser(text, taken);
      serialiser.Check(taken <= text.size(), "a text");
      break;
  }
  if (!serialiser.loading() || !serialiser.ok()) return;
  budget = &kernel.budget;
  held.Load(serialiser, text.size());
  if (!serialiser.ok()) return;
  if (what == Kind::kPipeRead || what == Kind::kPipeBoth) ++pipe->readers;
  if (what == Kind::kPipeWrite || what == Kind::kPipeBoth) ++pipe->writers;
  if (what == Kind::kHostInput) input = &kernel.input;
  if (what == Kind::kHostOutput) sink = is_error ? &kernel.err : &kernel.out;
  // Only now: what is destroyed before has no pipe and no file.
  kind = what;
  // (Of a file that is not there any more nobody could ask for it.)
  if (locked != LockKind::kUnlock)
    serialiser.Check(Lock(kernel, *this, locked) != EAGAIN, "the locks of a file");
}

void DescriptorTable::Fields(Serialiser& serialiser) {
  uint64_t count = rows_.size();
  serialiser(count);
  if (!serialiser.loading()) {
    for (Row& row : rows_) {
      serialiser(row.fd);
      serialiser.Needed(row.description);
    }
    return;
  }
  rows_.clear();
  for (uint64_t i = 0; i < count && serialiser.ok() && serialiser.archive().Take(2 * sizeof(Row));
       ++i) {
    Row row{};
    serialiser(row.fd);
    serialiser.Needed(row.description);
    serialiser.Check(row.fd >= 0 && (rows_.empty() || row.fd > rows_.back().fd), "a descriptor");
    if (serialiser.ok()) rows_.push_back(std::move(row));
  }
}

// ---- expansions

void Expander::Brackets::Fields(Serialiser& serialiser) { serialiser(seen, depth, begin); }

void Expander::Fields(Serialiser& serialiser, const Process& process) {
  bool active = word_ != nullptr || next_word_ < words_.size() || !braces_.empty();
  // One that has ended may have left words of a script that is gone.
  active = active && !process.frames.empty();
  serialiser(active);
  if (serialiser.loading()) *this = Expander();
  if (!active) return;
  std::shared_ptr<const Unit> unit = process.frames.CurrentUnit();
  serialiser.UnitRef(brace_unit_);
  uint64_t left = words_.size() - next_word_;
  serialiser(left);
  for (uint64_t i = 0; i < left && serialiser.ok(); ++i) {
    const Word* word = serialiser.loading() ? nullptr : words_[next_word_ + i];
    serialiser.WordRef(unit.get(), word);
    serialiser.Check(word != nullptr, "a word");
    if (serialiser.loading() && serialiser.archive().Take(2 * sizeof(word)))
      loaded_words_.push_back(word);
  }
  if (serialiser.loading()) words_ = loaded_words_;
  bool of_braces =
      !serialiser.loading() && brace_unit_ != nullptr && serialiser.Has(brace_unit_.get(), word_);
  serialiser(of_braces);
  serialiser.WordRef(of_braces ? brace_unit_.get() : unit.get(), word_);
  serialiser.Check(brace_unit_ == nullptr || of_braces || word_ == nullptr, "a word");
  std::vector<std::string> braces(braces_.begin(), braces_.end());
  uint64_t depth = stack_.size();
  serialiser(in_word_, fields_, braces, pc_, current_, pattern_, has_pattern_, open_, after_blank_,
             substituting_, child_, finished_, held_, unpaid_, depth);
  serialiser.Enum(mode_, WordMode::kArithmetic);
  brackets_.Fields(serialiser);
  serialiser.Check(brackets_.seen <= current_.size(), "an expression");
  serialiser.Check(unpaid_ < kMostUnpaid, "memory");
  for (uint64_t i = 0; i < depth && serialiser.ok(); ++i) {
    if (serialiser.loading()) {
      if (!serialiser.archive().Take(2 * sizeof(Buffer))) return;
      stack_.emplace_back();
    }
    serialiser.Enum(stack_[i].mode, WordMode::kArithmetic);
    serialiser(stack_[i].text);
    stack_[i].brackets.Fields(serialiser);
    serialiser.Check(stack_[i].brackets.seen <= stack_[i].text.size(), "an expression");
  }
  if (serialiser.loading()) braces_.assign(braces.begin(), braces.end());
  serialiser.Check(
      !substituting_ || (process.capture && process.capture->kind == Description::Kind::kCapture),
      "a command substitution");
}

// ---- commands

void ExternalIo::Fields(Serialiser& serialiser) {
  uint64_t count = buffers_.size();
  int64_t reserved = reserved_;
  serialiser(argv_, opened_, reserved, work_, error_, count);
  serialiser.Check(!argv_.empty() && reserved >= 0, "a command");
  if (!serialiser.loading()) {
    for (auto& [fd, buffer] : buffers_) {
      int number = fd;
      serialiser(number, buffer.bytes, buffer.taken, buffer.ended, buffer.measured, buffer.left,
                 buffer.held);
    }
    return;
  }
  if (serialiser.ok() && serialiser.Charge(static_cast<uint64_t>(reserved))) reserved_ = reserved;
  for (uint64_t i = 0;
       i < count && serialiser.ok() && serialiser.archive().Take(2 * sizeof(Buffer) + 64); ++i) {
    int fd = 0;
    serialiser(fd);
    Buffer& buffer = buffers_[fd];
    serialiser(buffer.bytes, buffer.taken, buffer.ended, buffer.measured, buffer.left, buffer.held);
    serialiser.Check(buffer.taken <= buffer.bytes.size(), "a buffer");
  }
}

}  // namespace pysub::shell
