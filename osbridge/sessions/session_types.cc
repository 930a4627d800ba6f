#include "osbridge/sessions/session_types.h"

#include <algorithm>

namespace pysub::sessions {

std::string_view StateName(SessionState state) {
  switch (state) {
    case SessionState::kReady: return "ready";
    case SessionState::kRunning: return "running";
    case SessionState::kWaiting: return "waiting";
    case SessionState::kSleeping: return "sleeping";
    case SessionState::kParked: return "parked";
    case SessionState::kDone: return "done";
    case SessionState::kFailed: return "failed";
    case SessionState::kCancelled: return "cancelled";
  }
  return "";
}

std::string_view StateName(CallState state) {
  switch (state) {
    case CallState::kAnnounced: return "announced";
    case CallState::kStarted: return "started";
    case CallState::kAnswered: return "answered";
    case CallState::kUnknown: return "unknown";
  }
  return "";
}

std::string_view ClassName(CallClass call_class) {
  return call_class == CallClass::kIdempotent ? "idempotent" : "once";
}

std::optional<SessionState> SessionStateOf(std::string_view name) {
  for (const SessionState state : kSessionStates) {
    if (StateName(state) == name) return state;
  }
  return std::nullopt;
}

std::optional<CallState> CallStateOf(std::string_view name) {
  for (const CallState state : kCallStates) {
    if (StateName(state) == name) return state;
  }
  return std::nullopt;
}

std::optional<CallClass> CallClassOf(std::string_view name) {
  for (const CallClass call_class : {CallClass::kOnce, CallClass::kIdempotent}) {
    if (ClassName(call_class) == name) return call_class;
  }
  return std::nullopt;
}

bool IsSignalName(std::string_view name) {
  constexpr size_t kMostBytes = 200;
  return !name.empty() && name.size() <= kMostBytes && name.front() != '$' &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= ' '; });
}

std::vector<std::string_view> SignalNames(std::string_view wants) {
  std::vector<std::string_view> names;
  while (!wants.empty()) {
    const size_t end = std::min(wants.find('\n'), wants.size());
    if (end > 0) names.push_back(wants.substr(0, end));
    wants.remove_prefix(std::min(end + 1, wants.size()));
  }
  return names;
}

}  // namespace pysub::sessions
