#include "shell/run/command_hash.h"

#include <algorithm>

#include "shell/run/variable.h"
#include "shell/snapshot/serialiser.h"

namespace pysub::shell {
namespace {

constexpr int64_t kEntryBytes = 160;  // its place in the table, beside its texts
constexpr uint32_t kBuckets = 256;    // bash's FILENAME_HASH_BUCKETS, by which its lists are sorted

uint64_t HashOf(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3u;
  return hash;
}

int64_t HeldBy(std::string_view name, std::string_view path) {
  return kEntryBytes + static_cast<int64_t>(name.size() + path.size());
}

}  // namespace

const CommandHash::Entry* CommandHash::Find(std::string_view name) const {
  auto found = table_->find(name);
  return found == table_->end() ? nullptr : &found->second;
}

bool CommandHash::Set(Budget* budget, std::string_view name, std::string_view path, uint32_t hits) {
  (void)Remove(budget, name);
  Table& table = table_.Mutable();
  if (!table_.HoldMore(budget, HeldBy(name, path))) return false;
  table[std::string(name)] = {std::string(path), hits, next_number_++};
  return true;
}

const CommandHash::Entry* CommandHash::Use(std::string_view name) {
  if (Find(name) == nullptr) return nullptr;
  Entry& entry = table_.Mutable().find(name)->second;
  ++entry.hits;
  return &entry;
}

bool CommandHash::Remove(Budget* budget, std::string_view name) {
  const Entry* entry = Find(name);
  if (entry == nullptr) return false;
  const int64_t bytes = HeldBy(name, entry->path);
  Table& table = table_.Mutable();
  table.erase(table.find(name));
  return table_.HoldMore(budget, -bytes);
}

void CommandHash::ForPath(std::string_view path) {
  const uint64_t hash = HashOf(path);
  const bool other = path_ != 0 && hash != path_;  // (0: nothing was looked for yet)
  path_ = hash;
  if (other && !empty()) RemoveAll();
}

std::vector<std::string_view> CommandHash::Names() const {
  std::vector<std::string_view> names;
  names.reserve(table_->size());
  for (const auto& [name, entry] : *table_) names.push_back(name);
  auto bucket = [](std::string_view name) { return AssociativeArray::Hash(name) % kBuckets; };
  std::sort(names.begin(), names.end(), [&](std::string_view a, std::string_view b) {
    const uint32_t left = bucket(a), right = bucket(b);
    return left != right ? left < right : Find(a)->number > Find(b)->number;
  });
  return names;
}

void CommandHash::Fields(Serialiser& serialiser) { serialiser(table_, path_, next_number_); }

}  // namespace pysub::shell
