// Which targets have to be made, and in which order. A walk over prerequisites with a stack of its
// own: a chain of them may be as long as memory allows.

#include <algorithm>

#include "pysub/files/file_system.h"
#include "shell/commands/make/maker.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::maker {

void Maker::StartUpdate(Update::Kind kind, uint32_t target, int64_t time, bool must_make) {
  if (updates_.size() == updates_.capacity()) {
    // (the old place stays beside the new one while they move)
    if (!Charge((updates_.size() + 64) * sizeof(Update))) return;
    updates_.reserve(2 * updates_.size() + 64);
    tasks_.reserve(2 * updates_.size() + 64);
  }
  Update u;
  u.kind = kind;
  u.target = target;
  u.time = time;
  u.must_make = must_make;
  updates_.push_back(u);
  Push(Task::kUpdate);
  Work(32);
}

void Maker::UpdateReturns(Outcome outcome) {
  outcome_ = outcome;
  updates_.pop_back();
  Pop();
}

// Each kind goes through its phases; between two of them another update may have run.
void Maker::UpdateStep() {
  Update* u = &updates_.back();
  Work(16);
  if (u->target >= targets_.size()) return End(2);  // (a forged state)
  switch (u->kind) {
    case Update::Kind::kChain: return ChainStep(u);
    case Update::Kind::kOne: return OneStep(u);
    case Update::Kind::kCheck: return CheckStep(u);
  }
}

// A target with all its double-colon rules.
void Maker::ChainStep(Update* u) {
  using Phase = Update::Phase;
  if (u->phase == Phase::kBegin) {
    Target& t = targets_[u->target];
    if (t.first_double != kNone && t.first_double < targets_.size()) u->target = t.first_double;
    const Target& first = targets_[u->target];
    if (first.considered == considered_ &&
        !(first.updated && first.outcome > Outcome::kNone && !first.tolerated && first.no_message))
      return UpdateReturns(first.state == CommandState::kFinished ? first.outcome
                                                                  : Outcome::kSuccess);
    u->phase = Phase::kNeeds;
  } else if (u->phase == Phase::kNeedDone) {
    u->status = std::max(u->status, outcome_);
    if (outcome_ != Outcome::kSuccess && !settings_.keep_going) return UpdateReturns(outcome_);
    const uint32_t next = targets_[u->target].next_double;
    if (next >= targets_.size()) return UpdateReturns(u->status);
    u->target = next;
  }
  targets_[u->target].considered = considered_;
  u->phase = Phase::kNeedDone;
  StartUpdate(Update::Kind::kOne, u->target, kMissing, false);
}

// Its own recipe, that of a pattern rule, or that of .DEFAULT.
void Maker::LookForRecipe(uint32_t target) {
  Target& t = targets_[target];
  if (!t.phony && t.recipe == kNone && !t.tried_implicit) {
    targets_[target].tried_implicit = true;
    (void)SearchImplicit(target);
  }
  Target& again = targets_[target];
  if (again.recipe == kNone && !again.is_target && default_recipe_ != kNone)
    again.recipe = default_recipe_;
}

// The prerequisites that stand next: of the target, then of those that are made with it.
std::vector<Dependency>* Maker::NeedsAt(const Update& u) {
  const Target& t = targets_[u.target];
  if (u.sibling == 0) return &targets_[u.target].needs;
  if (u.sibling > t.also.size() || t.also[u.sibling - 1] >= targets_.size()) return nullptr;
  return &targets_[t.also[u.sibling - 1]].needs;
}

// A prerequisite that is being made already: it is dropped.
bool Maker::DropCircular(uint32_t target, uint32_t owner, uint32_t need) {
  const uint32_t needed = targets_[owner].needs[need].target;
  const uint32_t first =
      targets_[needed].first_double < targets_.size() ? targets_[needed].first_double : needed;
  if (!targets_[first].updating) return false;
  Complain("Circular " + targets_[target].name + " <- " + targets_[needed].name +
           " dependency dropped.");
  targets_[owner].needs.erase(targets_[owner].needs.begin() + need);
  return true;
}

void Maker::OneStep(Update* u) {
  using Phase = Update::Phase;
  switch (u->phase) {
    case Phase::kBegin: return BeginOne(u);
    case Phase::kNeeds: return NeedsOfOne(u);
    case Phase::kNeedDone: return NeedDone(u);
    case Phase::kMiddles: return MiddlesOfOne(u);
    case Phase::kMiddleDone: {
      std::vector<Dependency>* needs = NeedsAt(*u);
      if (needs == nullptr || u->need >= needs->size()) return End(2);
      u->status = std::max(u->status, outcome_);
      Dependency& d = (*needs)[u->need];
      const Target& t = targets_[u->target];
      d.changed = (t.phony && t.recipe != kNone) || TimeOf(d.target) != u->need_time;
      ++u->need;
      u->phase = Phase::kMiddles;
      return;
    }
    case Phase::kMake: return DecideOne(u);
    case Phase::kDone: {
      Target& t = targets_[u->target];
      if (t.state != CommandState::kFinished) return UpdateReturns(Outcome::kSuccess);
      t.updated = true;
      return UpdateReturns(t.outcome);
    }
  }
}

// What was done already is not done again.
void Maker::BeginOne(Update* u) {
  Target& t = targets_[u->target];
  if (t.updated) {
    if (t.outcome > Outcome::kNone) {
      const Outcome outcome = t.outcome;
      if (t.no_message && !t.tolerated) NoRule(u->target);
      return UpdateReturns(outcome);
    }
    return UpdateReturns(Outcome::kSuccess);
  }
  if (t.state == CommandState::kFinished) return UpdateReturns(t.outcome);
  t.no_message = t.tolerated;
  const uint32_t first = t.first_double < targets_.size() ? t.first_double : u->target;
  targets_[first].updating = true;
  u->time = TimeOf(u->target);
  u->missing = u->must_make = u->time == kMissing;
  LookForRecipe(u->target);
  u->sibling = u->need = 0;
  u->phase = Update::Phase::kNeeds;
}

// The next prerequisite.
void Maker::NeedsOfOne(Update* u) {
  std::vector<Dependency>* needs = NeedsAt(*u);
  if (needs == nullptr) {
    u->sibling = u->need = 0;
    u->phase = (u->must_make || settings_.always) &&
                       !(u->status != Outcome::kSuccess && !settings_.keep_going)
                   ? Update::Phase::kMiddles
                   : Update::Phase::kMake;
    return;
  }
  if (u->need >= needs->size()) {
    ++u->sibling;
    u->need = 0;
    return;
  }
  const uint32_t owner = u->sibling == 0 ? u->target : targets_[u->target].also[u->sibling - 1];
  const uint32_t needed = (*needs)[u->need].target;
  if (needed >= targets_.size()) {
    needs->erase(needs->begin() + u->need);
    return;
  }
  u->need_time = TimeOf(needed);
  if (DropCircular(u->target, owner, u->need)) return;
  targets_[needed].parent = u->target;
  if (remaking_) targets_[needed].tolerated = targets_[u->target].tolerated;
  u->phase = Update::Phase::kNeedDone;
  StartUpdate(Update::Kind::kCheck, needed, u->time, u->must_make);
}

// It changed when its time did, or when it is not there.
void Maker::NeedDone(Update* u) {
  std::vector<Dependency>* needs = NeedsAt(*u);
  if (needs == nullptr || u->need >= needs->size()) return End(2);
  Dependency& d = (*needs)[u->need];
  u->status = std::max(u->status, outcome_);
  if (!d.order_only) u->must_make = must_make_;
  if (u->status != Outcome::kSuccess && !settings_.keep_going) {
    u->phase = Update::Phase::kMake;
    return;
  }
  d.changed = u->need_time == kMissing || TimeOf(d.target) != u->need_time;
  ++u->need;
  u->phase = Update::Phase::kNeeds;
}

// Files in the middle are made only when what needs them is.
void Maker::MiddlesOfOne(Update* u) {
  std::vector<Dependency>* needs = NeedsAt(*u);
  if (needs == nullptr || (u->status != Outcome::kSuccess && !settings_.keep_going)) {
    u->phase = Update::Phase::kMake;
    return;
  }
  if (u->need >= needs->size()) {
    ++u->sibling;
    u->need = 0;
    return;
  }
  const uint32_t needed = (*needs)[u->need].target;
  if (needed >= targets_.size() || !targets_[needed].intermediate) {
    ++u->need;
    return;
  }
  u->need_time = TimeOf(needed);
  targets_[needed].parent = u->target;
  u->phase = Update::Phase::kMiddleDone;
  StartUpdate(Update::Kind::kChain, needed, kMissing, false);
}

// All that is needed is there, or failed.
void Maker::DecideOne(Update* u) {
  const uint32_t target = u->target;
  Target& t = targets_[target];
  targets_[t.first_double < targets_.size() ? t.first_double : target].updating = false;
  if (u->status != Outcome::kSuccess) {
    const Outcome status = u->status;
    t.outcome = status == Outcome::kNone ? Outcome::kFailed : status;
    NoticeFinished(target);
    // (the frame of the goal itself: its chain stands below it)
    if (updates_.size() == 2 && settings_.keep_going && !settings_.just_print &&
        !settings_.question)
      Complain("Target '" + targets_[target].name + "' not remade because of errors.");
    return UpdateReturns(status);
  }
  bool changed = false;
  for (Dependency& d : t.needs) {
    if (d.target >= targets_.size()) continue;
    const int64_t time = TimeOf(d.target);
    Work(8);
    if (!d.order_only) {
      if (time == kMissing && !targets_[d.target].intermediate) u->must_make = true;
      changed |= d.changed;
    }
    d.changed |= u->missing || time > u->time;
  }
  if (t.first_double != kNone && t.needs.empty()) {
    u->must_make = true;
  } else if (!u->missing && t.is_target && !changed && t.recipe == kNone && !settings_.always) {
    u->must_make = false;
  } else if (!u->must_make && t.recipe != kNone && settings_.always) {
    u->must_make = true;
  }
  if (!u->must_make) {
    NoticeFinished(target);
    for (uint32_t i = target; i < targets_.size(); i = targets_[i].next_double) {
      Target& same = targets_[i];
      if (!same.found.empty() && !same.ignores_vpath && same.key.empty()) {
        same.key = same.name;
        same.name = same.found;
      }
      if (!Look(1)) return;
    }
    return UpdateReturns(Outcome::kSuccess);
  }
  if (!t.found.empty()) t.ignores_vpath = true;
  u->phase = Update::Phase::kDone;
  MakeTarget(target);
}

// What a target that is looked at for another one says of it: outcome_ and must_make_.
void Maker::CheckStep(Update* u) {
  using Phase = Update::Phase;
  const uint32_t target = u->target;
  Target& t = targets_[target];
  const uint32_t first = t.first_double < targets_.size() ? t.first_double : target;
  const auto done = [&](Outcome outcome) {
    targets_[first].updating = false;
    must_make_ = u->must_make;
    UpdateReturns(outcome);
  };
  switch (u->phase) {
    case Phase::kBegin:
      if (t.phony || !t.intermediate) {
        u->phase = Phase::kDone;
        return StartUpdate(Update::Kind::kChain, target, kMissing, false);
      }
      targets_[first].updating = true;
      LookForRecipe(target);
      if (const int64_t time = TimeOf(target); time != kMissing && time > u->time) {
        u->must_make = true;
        return done(Outcome::kSuccess);
      }
      if (t.state != CommandState::kRunning) targets_[target].state = CommandState::kNotStarted;
      u->need = 0;
      u->phase = Phase::kNeeds;
      return;
    case Phase::kNeeds: {
      std::vector<Dependency>& needs = targets_[target].needs;
      if (u->need >= needs.size()) return done(u->status);
      const uint32_t needed = needs[u->need].target;
      if (needed >= targets_.size()) {
        ++u->need;
        return;
      }
      if (DropCircular(target, target, u->need)) return;
      targets_[needed].parent = target;
      u->phase = Phase::kNeedDone;
      return StartUpdate(Update::Kind::kCheck, needed, u->time, u->must_make);
    }
    case Phase::kNeedDone: {
      std::vector<Dependency>& needs = targets_[target].needs;
      if (u->need >= needs.size()) return End(2);
      u->status = std::max(u->status, outcome_);
      if (!needs[u->need].order_only) u->must_make = must_make_;
      if (u->status != Outcome::kSuccess && !settings_.keep_going) return done(u->status);
      ++u->need;
      u->phase = Phase::kNeeds;
      return;
    }
    default: {
      const int64_t time = TimeOf(target);
      if (time == kMissing || time > u->time) u->must_make = true;
      return done(outcome_);
    }
  }
}

// ---- a target is made

// Without a recipe only what is somebody's target can be left alone.
void Maker::MakeTarget(uint32_t target) {
  Target& t = targets_[target];
  if (t.recipe == kNone || t.recipe >= recipe_texts_.size()) {
    if (t.phony || t.is_target) {
      t.outcome = Outcome::kSuccess;
    } else {
      if (!remaking_ || !t.tolerated) NoRule(target);
      targets_[target].outcome = Outcome::kFailed;
    }
    return NoticeFinished(target);
  }
  if (!settings_.touch || recipe_texts_[t.recipe].any_recurse) return StartRecipe(target);
  t.outcome = Outcome::kSuccess;
  NoticeFinished(target);
}

// "No rule to make target". The target that failed may be one that this one needs, and nothing was
// said of it then.
void Maker::NoRule(uint32_t target) {
  for (size_t steps = 0; steps <= targets_.size(); ++steps) {
    uint32_t next = kNone;
    for (const Dependency& d : targets_[target].needs) {
      if (!Look(4)) return;
      if (d.target < targets_.size() && targets_[d.target].updated &&
          targets_[d.target].no_message && targets_[target].outcome > Outcome::kNone) {
        next = d.target;
        break;
      }
    }
    if (next == kNone) break;
    target = next;
  }
  Target& t = targets_[target];
  for (const Goal& goal : read_files_) {
    if (remaking_ && goal.error != 0 && goal.target == target) {
      const std::string text = t.name + ": " + std::string(ErrnoText(goal.error));
      if (goal.included) {
        ComplainAt(goal.place, text);
      } else {
        Complain(text);
      }
      break;
    }
  }
  std::string text = "No rule to make target '" + t.name + "'";
  if (t.parent < targets_.size()) text += ", needed by '" + targets_[t.parent].name + "'";
  t.no_message = false;
  if (!settings_.keep_going) return Fatal(text);
  Complain("*** " + text + ".");
}

// -t: the file is made, or given the time of now.
Outcome Maker::TouchTarget(uint32_t target) {
  const std::string name = targets_[target].name;
  if (!settings_.silent) Print("touch " + name);
  if (settings_.just_print) return Outcome::kSuccess;
  const std::string path = name.starts_with('/') ? name : directory_ + "/" + name;
  files::Result<files::Stat> opened =
      io_->files().CheckOpen(CallerOf(*io_), path, files::kOpenWrite | files::kOpenCreate, 0666);
  if (opened.ok() &&
      io_->files().SetTimes(CallerOf(*io_), path, files::kTimeNow, files::kTimeNow).ok())
    return Outcome::kSuccess;
  Complain("touch: " + name + ": " + std::string(ErrnoText(opened.error())));
  return Outcome::kFailed;
}

// Those that the same recipe makes are finished with it.
void Maker::NoticeFinished(uint32_t target) {
  const bool ran = targets_[target].state == CommandState::kRunning;
  bool touched = false;
  targets_[target].state = CommandState::kFinished;
  targets_[target].updated = true;
  const Recipe* recipe = targets_[target].recipe < recipe_texts_.size()
                             ? &recipe_texts_[targets_[target].recipe]
                             : nullptr;
  const bool all_recurse =
      recipe != nullptr && std::all_of(recipe->flags.begin(), recipe->flags.end(),
                                       [](uint8_t f) { return (f & kRecurse) != 0; });
  if (settings_.touch && targets_[target].outcome == Outcome::kSuccess && recipe != nullptr &&
      !all_recurse && !targets_[target].phony) {
    targets_[target].outcome = TouchTarget(target);
    ++started_;
    touched = true;
  }
  Target& t = targets_[target];
  if (t.time_before == kUnknownTime) t.time_before = t.time;
  if ((ran && !t.phony) || touched) {
    bool unknown = true;
    if ((settings_.question || settings_.just_print || settings_.touch) && recipe != nullptr) {
      unknown = all_recurse;
    } else if (t.is_target && recipe == nullptr) {
      unknown = false;
    }
    t.time = unknown ? kUnknownTime : kNewTime;
  }
  if (t.first_double < targets_.size() && t.next_double == kNone) {
    int64_t latest = kMissing;
    for (uint32_t i = t.first_double; i < targets_.size(); i = targets_[i].next_double) {
      if (!Look(4)) return;
      latest = std::max(latest, TimeOf(i));
    }
    for (uint32_t i = t.first_double; i < targets_.size(); i = targets_[i].next_double) {
      if (!Look(1)) return;
      targets_[i].time = latest;
    }
  }
  if (ran && targets_[target].outcome != Outcome::kNone) {
    for (const uint32_t other : targets_[target].also) {
      if (other >= targets_.size() || !Look(8)) return;
      targets_[other].state = CommandState::kFinished;
      targets_[other].updated = true;
      targets_[other].outcome = targets_[target].outcome;
      if (!targets_[other].phony) {
        targets_[other].time = kUnknownTime;
        (void)TimeOf(other, false);
      }
    }
  } else if (targets_[target].outcome == Outcome::kNone) {
    targets_[target].outcome = Outcome::kSuccess;
  }
}

}  // namespace pysub::shell::maker
