#include "vm/suggestions.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace pysub {
namespace {

// CPython's figures: a move costs 2, a change of case 1.
constexpr size_t kMoveCost = 2;
constexpr size_t kCaseCost = 1;
constexpr size_t kMaxLength = 40;
constexpr size_t kMaxCandidates = 750;

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

size_t SubstitutionCost(char a, char b) {
  if (a == b) return 0;
  return Lower(a) == Lower(b) ? kCaseCost : kMoveCost;
}

// Weighted Levenshtein distance, or more than `limit` as soon as that is certain.
size_t Distance(std::string_view a, std::string_view b, size_t limit) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) a.remove_prefix(1), b.remove_prefix(1);
  while (!a.empty() && !b.empty() && a.back() == b.back()) a.remove_suffix(1), b.remove_suffix(1);
  if (a.empty() || b.empty()) return kMoveCost * (a.size() + b.size());
  if (a.size() > kMaxLength || b.size() > kMaxLength) return limit + 1;
  if (b.size() < a.size()) std::swap(a, b);
  if ((b.size() - a.size()) * kMoveCost > limit) return limit + 1;
  std::vector<size_t> row(a.size());
  for (size_t i = 0; i < a.size(); ++i) row[i] = (i + 1) * kMoveCost;
  size_t result = 0;
  for (size_t bi = 0; bi < b.size(); ++bi) {
    size_t distance = bi * kMoveCost;
    result = distance;
    size_t minimum = SIZE_MAX;
    for (size_t ai = 0; ai < a.size(); ++ai) {
      size_t substitute = distance + SubstitutionCost(b[bi], a[ai]);
      distance = row[ai];
      result = std::min(std::min(result, distance) + kMoveCost, substitute);
      row[ai] = result;
      minimum = std::min(minimum, result);
    }
    if (minimum > limit) return limit + 1;
  }
  return result;
}

}  // namespace

std::string_view ClosestName(std::string_view wrong, std::span<const std::string_view> candidates) {
  if (wrong.empty() || wrong.size() > kMaxLength || candidates.size() > kMaxCandidates) return {};
  std::string_view best;
  size_t best_distance = SIZE_MAX;
  for (std::string_view candidate : candidates) {
    if (candidate == wrong) continue;
    // A third of the letters may be wrong.
    size_t limit = (wrong.size() + candidate.size() + 3) * kMoveCost / 6;
    limit = std::min(limit, best_distance - 1);
    size_t distance = Distance(wrong, candidate, limit);
    if (distance > limit) continue;
    if (best.empty() || distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace pysub
