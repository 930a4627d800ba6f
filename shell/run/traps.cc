#include "shell/run/traps.h"

#include <algorithm>
#include <utility>

#include "shell/run/signals.h"
#include "shell/snapshot/serialiser.h"

namespace pysub::shell {
namespace {

constexpr int kSignals = 32;  // that have names

}  // namespace

const std::string* Traps::Find(std::string_view name) const {
  auto found = table_->find(name);
  return found == table_->end() ? nullptr : &found->second;
}

bool Traps::IsFixed(std::string_view name) const {
  const int signal = fixed_ == 0 ? 0 : SignalNumber(name);
  return signal > 0 && signal < kSignals && ((fixed_ >> signal) & 1) != 0;
}

bool Traps::Set(Budget* budget, const std::string& name, const std::string& text) {
  if (IsFixed(name)) return true;
  Table& table = table_.Mutable();
  auto before = static_cast<int64_t>(table.contains(name) ? table[name].size() : 0);
  if (!table_.HoldMore(budget, static_cast<int64_t>(text.size()) - before)) return false;
  table[name] = text;
  return true;
}

void Traps::Remove(Budget* budget, std::string_view name) {
  if (!Has(name) || IsFixed(name)) return;
  Table& table = table_.Mutable();
  auto found = table.find(name);
  auto bytes = static_cast<int64_t>(found->second.size());
  table.erase(found);
  table_.HoldMore(budget, -bytes);
}

void Traps::Inherit(Budget* budget, const ShellOptions& options) {
  if (shown_->empty()) shown_ = table_;
  auto kept = std::exchange(table_, {});
  for (const auto& [trap, text] : *kept) {
    bool stays = text.empty() || (trap == "DEBUG" && options.Has(SetOption::kFuncTrace)) ||
                 (trap == "RETURN" && options.Has(SetOption::kFuncTrace)) ||
                 (trap == "ERR" && options.Has(SetOption::kErrTrace));
    if (!stays || trap == "EXIT") continue;
    table_.Mutable()[trap] = text;
    table_.HoldMore(budget, static_cast<int64_t>(text.size()));
  }
}

void Traps::KeepIgnored(Budget* budget) {
  shown_ = {};
  pending_.clear();
  covered_.clear();
  covered_held_.Release();
  const auto traps = std::exchange(table_, {});
  for (const auto& [trap, text] : *traps) {
    if (text.empty() && SignalNumber(trap) > 0) table_.Mutable()[trap] = text;
  }
  static_cast<void>(budget->Tick(traps->size()));
}

void Traps::FixIgnored(Budget* budget) {
  KeepIgnored(budget);
  for (const auto& [trap, text] : *table_) {
    const int signal = SignalNumber(trap);
    if (signal < kSignals) fixed_ |= 1u << signal;
  }
}

void Traps::Cover(Budget* budget, const std::string& name, uint32_t frame) {
  // (A script may call a function again and again, and the text is copied each time.)
  const std::string* text = Find(name);
  if (text == nullptr || !budget->Tick(text->size() / 16) ||
      !covered_held_.Add(budget, static_cast<int64_t>(2 * sizeof(Covered) + text->size())))
    return;
  covered_.push_back({frame, name, *text});
  Remove(budget, name);
}

void Traps::UncoverLast(Budget* budget) {
  Covered last = std::move(covered_.back());
  covered_.pop_back();
  budget->Tick(last.text.size() / 16);
  if (!Has(last.name)) Set(budget, last.name, last.text);
  covered_held_.Add(budget,
                    -std::min(covered_held_.bytes(),
                              static_cast<int64_t>(2 * sizeof(Covered) + last.text.size())));
}

int Traps::TakePending() {
  const int signal = pending_.front();
  pending_.erase(pending_.begin());
  return signal;
}

void Traps::Covered::Fields(Serialiser& serialiser) { serialiser(frame, name, text); }

void Traps::Fields(Serialiser& serialiser) {
  serialiser(table_, shown_, fixed_, running_, pending_, covered_, covered_held_);
}

}  // namespace pysub::shell
