#ifndef PYSUB_SHELL_SNAPSHOT_SERIALISER_H_
#define PYSUB_SHELL_SNAPSHOT_SERIALISER_H_

#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "pysub/shell/archive.h"
#include "shell/run/arguments.h"
#include "shell/run/command_hash.h"
#include "shell/run/cow.h"
#include "shell/run/descriptor.h"
#include "shell/run/frame.h"
#include "shell/run/history.h"
#include "shell/run/variable.h"
#include "shell/syntax/unit_index.h"

namespace pysub::shell {

class Kernel;

// What a fork has in common with the shell it was made from: texts of scripts, by number. (Not the
// trees made of them: those are charged to one shell.)
using SharedTexts = std::vector<std::shared_ptr<const std::string>>;

// The objects of one type that others refer to, numbered from 1 in the order of first meeting.
// Written where they are met first; later only the number. So shared stays shared: two descriptors
// of one file have one position again.
template <typename T>
struct ObjectTable {
  std::unordered_map<const T*, uint32_t> numbers;  // saving
  std::vector<Ref<T>> objects;                     // loading
};

// One visitor over all processes of a shell, as Archive is over a command: each type lists its
// members once, in
//
//   void Fields(Serialiser& serialiser) { serialiser(pid, frames, waiting); }
//
// and what is shared stays shared. One function for saving and loading cannot get out of step with
// itself, and a member that is forgotten is forgotten in both: tests compare a shell that went on
// with one that was saved and loaded.
//
// What is loaded may come from strangers: after loading ok() says whether all of it is valid, and
// problem() what is not. Until then nothing of it may run; it can always be destroyed.
class Serialiser {
 public:
  // Saves. With `shared`: for a fork.
  Serialiser(Kernel* kernel, SharedTexts* shared) : kernel_(kernel), shared_(shared) {}
  // Loads from `bytes`, which must outlive it, taking about `room` bytes.
  Serialiser(Kernel* kernel, SharedTexts* shared, std::string_view bytes, uint64_t room)
      : kernel_(kernel), shared_(shared), archive_(bytes, room) {}

  Kernel& kernel() { return *kernel_; }
  Budget& budget();
  Archive& archive() { return archive_; }
  bool loading() const { return archive_.loading(); }
  bool ok() const { return archive_.ok(); }
  // Why not ok(): "damaged" when nobody said more.
  std::string problem() const {
    if (archive_.full()) return "it takes more than the limit of memory";
    return problem_.empty() ? "damaged" : problem_;
  }
  void Refuse(std::string problem);
  // What must be so for what was loaded to be valid.
  void Check(bool valid, std::string_view what) {
    if (loading() && !valid) Refuse("damaged: " + std::string(what));
  }
  // Counts what was loaded. False, and not ok(): there is no memory for it.
  bool Charge(uint64_t bytes);
  // The same for what the account of a shell that runs does not count.
  bool HasRoom(uint64_t bytes);

  template <typename... Members>
  void operator()(Members&... members) {
    (Visit(members), ...);
  }
  template <typename T>
  void Enum(T& value, T last) {
    auto number = static_cast<uint8_t>(value);
    archive_(number);
    Check(number <= static_cast<uint8_t>(last), "an enumeration");
    value = static_cast<T>(ok() ? number : 0);
  }
  template <typename T>
  void Needed(Ref<T>& ref) {
    Visit(ref);
    Check(static_cast<bool>(ref), "a missing part");
  }

  // An open file that one description refers to. False, and not ok(): it is not there,
  // or another one has it.
  bool ClaimFile(files::OpenFile file, bool was_reachable);
  // Those that were reachable are: refuses the state otherwise. When all processes are there.
  void CheckReachableFiles();

  // ---- parts of scripts
  void Text(std::shared_ptr<const std::string>& text);
  void UnitRef(std::shared_ptr<const Unit>& unit);  // may be null
  // Of `unit`, which is one that UnitRef() has seen; may be null.
  void NodeRef(const Unit* unit, const Node*& node);
  void WordRef(const Unit* unit, const Word*& word);
  bool Has(const Unit* unit, const Word* word);

 private:
  template <typename T>
  void Visit(T& value) {
    if constexpr (requires { value.Fields(*this); }) {
      value.Fields(*this);
    } else if constexpr (requires { Fields(*this, value); }) {
      Fields(*this, value);
    } else {
      static_assert(!std::is_enum_v<T>, "Enum() checks it");
      archive_(value);
    }
  }
  template <typename T>
  void Visit(std::vector<T>& items) {
    if constexpr (std::is_arithmetic_v<T> || std::same_as<T, std::string>) {
      archive_(items);
    } else {
      uint64_t count = Count(items.size());
      if (loading()) items.clear();
      for (uint64_t i = 0; i < count && ok(); ++i) {
        if (!loading()) {
          Visit(items[i]);
        } else if (archive_.Take(2 * sizeof(T))) {
          Visit(items.emplace_back());
        }
      }
    }
  }
  template <typename T>
  void Visit(std::unique_ptr<T>& part) {
    bool there = part != nullptr;
    archive_(there);
    if (loading()) part = there && archive_.Take(sizeof(T)) ? std::make_unique<T>() : nullptr;
    if (part != nullptr) Visit(*part);
  }
  template <typename T>
  void Visit(Shared<T>& shared) {
    Visit(shared.value);
    Visit(shared.held);
  }
  template <typename T>
  void Visit(Cow<T>& cow) {
    Needed(cow.shared());
    if (loading() && !cow.shared()) cow = Cow<T>();
  }
  void Visit(std::map<std::string, Ref<Function>, std::less<>>& functions);

  // The object itself stands where it is met first.
  template <typename T>
  void Visit(Ref<T>& ref) {
    auto& table = std::get<ObjectTable<T>>(tables_);
    uint32_t number = 0;
    if (!loading()) {
      bool fresh = false;
      if (ref) {
        auto [at, is_new] =
            table.numbers.emplace(ref.get(), static_cast<uint32_t>(table.numbers.size() + 1));
        number = at->second;
        fresh = is_new;
      }
      archive_(number);
      if (fresh) Visit(*ref);
      return;
    }
    archive_(number);
    ref = nullptr;
    if (!ok() || number == 0) return;
    if (number <= table.objects.size()) {
      ref = table.objects[number - 1];
    } else if (number == table.objects.size() + 1 && archive_.Take(2 * sizeof(T))) {
      ref = NewObject(static_cast<T*>(nullptr));
      table.objects.push_back(ref);
      Visit(*ref);
    } else {
      Check(false, "a reference");
    }
  }
  // A chain of callers can be long: it is not followed by recursion.
  void Visit(Ref<CallRecord>& call);

  template <typename T>
  Ref<T> NewObject(T*) {
    return MakeRef<T>();
  }
  Ref<Variable> NewObject(Variable*);
  Ref<Description> NewObject(Description*) {
    return MakeRef<Description>(Description::Kind::kText);
  }

  uint64_t Count(uint64_t count);
  void UnitText(Unit& unit, std::shared_ptr<const Unit>* loaded);
  const UnitIndex& IndexOf(const Unit* unit);

  Kernel* kernel_;
  SharedTexts* shared_;
  Archive archive_;
  std::string problem_;
  uint64_t uncharged_ = 0;
  std::unordered_set<uint32_t> files_;
  std::vector<files::OpenFile> reachable_files_;
  std::tuple<ObjectTable<Description>, ObjectTable<Pipe>, ObjectTable<Function>,
             ObjectTable<Variable>, ObjectTable<CallRecord>, ObjectTable<VariableRows>,
             ObjectTable<Shared<std::map<std::string, Ref<Function>, std::less<>>>>,
             ObjectTable<Shared<std::map<std::string, std::string, std::less<>>>>,
             ObjectTable<Shared<std::vector<std::string>>>, ObjectTable<Shared<Arguments>>,
             ObjectTable<Shared<CommandHash::Table>>, ObjectTable<Shared<HistoryList>>,
             ObjectTable<Shared<std::map<std::string, std::vector<std::string>, std::less<>>>>>
      tables_;
  std::unordered_map<const Unit*, uint32_t> unit_numbers_;
  std::vector<std::shared_ptr<const Unit>> units_;
  std::unordered_map<const Unit*, std::unique_ptr<UnitIndex>> indices_;
  std::unordered_map<const std::string*, uint32_t> text_numbers_;
  std::vector<std::shared_ptr<const std::string>> texts_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_SNAPSHOT_SERIALISER_H_
