#include <fmt/format.h>

#include <charconv>

#include "osbridge/sessions/packing.h"
#include "osbridge/sessions/python_session.h"

namespace pysub::sessions {
namespace {

// The second form has `said` behind the first one's parts.
constexpr std::string_view kFirstForm = "python 1", kForm = "python 2";

using Standing = PythonState::Standing;
using Wait = PythonState::Wait;

std::optional<int64_t> NumberOf(std::string_view text) {
  int64_t number = 0;
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || at != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string PackWaits(const std::map<uint64_t, Wait>& waits) {
  std::string text;
  for (const auto& [id, wait] : waits) {
    std::string one;
    Pack(std::to_string(id), &one);
    Pack(std::to_string(static_cast<int>(wait.kind)), &one);
    Pack(std::to_string(wait.due), &one);
    Pack(wait.name, &one);
    Pack(one, &text);
  }
  return text;
}

bool UnpackWaits(std::string_view from, std::map<uint64_t, Wait>* waits) {
  while (!from.empty()) {
    const std::optional<std::string_view> one = Unpack(&from);
    const auto parts = one ? UnpackAll<4>(*one) : std::nullopt;
    if (!parts) return false;
    const auto id = NumberOf((*parts)[0]), kind = NumberOf((*parts)[1]),
               due = NumberOf((*parts)[2]);
    if (!id || *id < 0 || !kind || *kind < 0 || *kind > 2 || !due) return false;
    (*waits)[static_cast<uint64_t>(*id)] = {static_cast<Wait::Kind>(*kind), *due,
                                            std::string((*parts)[3])};
  }
  return true;
}

}  // namespace

std::string PythonState::Pack() const {
  std::string bytes;
  sessions::Pack(kForm, &bytes);
  sessions::Pack(std::to_string(static_cast<int>(standing)), &bytes);
  sessions::Pack(failed ? "1" : "0", &bytes);
  sessions::Pack(all_wait ? "1" : "0", &bytes);
  sessions::Pack(std::to_string(timer_at), &bytes);
  sessions::Pack(PackWaits(waits), &bytes);
  sessions::Pack(files, &bytes);
  sessions::Pack(rest, &bytes);
  sessions::Pack(std::to_string(said), &bytes);
  return bytes;
}

absl::StatusOr<PythonState> PythonState::Unpack(std::string_view bytes) {
  const absl::Status damaged = absl::DataLossError("the state of the session is damaged");
  PythonState state;
  std::string old;  // what the first form lacks is 0
  if (std::string_view rest = bytes; sessions::Unpack(&rest) == kFirstForm) {
    sessions::Pack(kForm, &old);
    old += rest;
    sessions::Pack("0", &old);
    bytes = old;
  }
  const auto parts = UnpackAll<9>(bytes);
  if (!parts || (*parts)[0] != kForm) return damaged;
  const auto said = NumberOf((*parts)[8]);
  if (!said || *said < 0) return damaged;
  state.said = static_cast<uint64_t>(*said);
  const auto standing = NumberOf((*parts)[1]), timer = NumberOf((*parts)[4]);
  if (!standing || *standing < 0 || *standing > static_cast<int>(Standing::kDead) || !timer)
    return damaged;
  state.standing = static_cast<Standing>(*standing);
  state.failed = (*parts)[2] == "1";
  state.all_wait = (*parts)[3] == "1";
  state.timer_at = *timer;
  if (!UnpackWaits((*parts)[5], &state.waits)) return damaged;
  state.files = (*parts)[6];
  state.rest = (*parts)[7];
  return state;
}

}  // namespace pysub::sessions
