#include "shell/agent/revisions.h"

#include <algorithm>

namespace pysub::agent {
namespace {

constexpr Revision kRevisions[] = {
    {"2026-07-28", true, false, true, true},    {"2025-11-25", false, false, true, true},
    {"2025-06-18", false, false, true, false},  {"2025-03-26", false, true, false, false},
    {"2024-11-05", false, false, false, false},
};

}  // namespace

std::span<const Revision> Revisions() { return kRevisions; }

const Revision* FindRevision(std::string_view name) {
  const auto at = std::find_if(std::begin(kRevisions), std::end(kRevisions),
                               [name](const Revision& row) { return row.name == name; });
  return at == std::end(kRevisions) ? nullptr : at;
}

const Revision& NewestLegacyRevision() { return kRevisions[1]; }

}  // namespace pysub::agent
