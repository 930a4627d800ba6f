// A snapshot is refused by a build whose tables are others: each kind of change gives another
// fingerprint, and the text says which table it is.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "pysub/version.h"
#include "stdlib/install.h"
#include "vm/snapshot/format.h"
#include "vm/snapshot/schema.h"
#include "vm/snapshot/snapshot.h"
#include "vm/snapshot/tables.h"
#include "vm/vm.h"

namespace pysub {
namespace {

// The tables of this build, to be changed.
struct Tables {
  Runtime runtime = StandardRuntime();
  std::vector<std::string_view> types, exceptions, steps, instructions, os_calls;
  std::vector<const TypeInfo*> infos;
  std::vector<const ModuleInfo*> modules;
  // What is changed of a type or module.
  TypeInfo type = *StandardRuntime().types[static_cast<int>(TypeId::kStr)];
  std::vector<NativeInfo> methods;
  std::vector<AttributeInfo> attributes;
  ModuleInfo module;
  std::vector<NativeInfo> functions;

  Tables() {
    const SnapshotRows& rows = TheSnapshotRows();
    types.assign(rows.types.begin(), rows.types.end());
    exceptions.assign(rows.exceptions.begin(), rows.exceptions.end());
    steps.assign(rows.steps.begin(), rows.steps.end());
    instructions.assign(rows.instructions.begin(), rows.instructions.end());
    os_calls.assign(rows.os_calls.begin(), rows.os_calls.end());
    infos.assign(runtime.types, runtime.types + types.size() + exceptions.size());
    modules.assign(runtime.modules.begin(), runtime.modules.end());
    methods.assign(type.methods.begin(), type.methods.end());
    attributes.assign(type.attributes.begin(), type.attributes.end());
    for (const ModuleInfo* info : modules) {
      if (info != nullptr && info->name == "collections") module = *info;
    }
    functions.assign(module.functions.begin(), module.functions.end());
  }

  SnapshotFingerprint Fingerprint() {
    type.methods = methods;
    type.attributes = attributes;
    infos[static_cast<size_t>(TypeId::kStr)] = &type;
    module.functions = functions;
    for (const ModuleInfo*& info : modules) {
      if (info != nullptr && info->name == "collections") info = &module;
    }
    runtime.types = infos.data();
    runtime.modules = modules;
    return FingerprintOf(runtime, {types, exceptions, steps, instructions, os_calls});
  }
};

constexpr char kNothing[] = "";
Value Nothing(Vm&, const Args&) { return Value::None(); }
Value NoAttribute(Vm&, Value) { return Value::None(); }
constexpr Schema kOtherSchema("# s");

TEST(SnapshotTablesTest, EachChangeOfATableGivesAnotherFingerprint) {
  const SnapshotFingerprint ours = FingerprintOf(StandardRuntime());
  EXPECT_EQ(Tables().Fingerprint().all, ours.all);
  EXPECT_EQ(Tables().Fingerprint().DifferenceFrom(ours), kNothing);
  const NativeInfo row("neighbour(x, /)", Nothing, "");
  struct Row {
    const char* what;
    const char* table;
    std::function<void(Tables&)> change;
  };
  const Row rows[] = {
      {"a type more", "types", [](Tables& t) { t.types.back() = "Other"; }},
      {"two types exchanged", "types", [](Tables& t) { std::swap(t.types[5], t.types[6]); }},
      {"another shape", "types", [](Tables& t) { t.type.schema = &kOtherSchema; }},
      {"an exception", "exceptions", [](Tables& t) { t.exceptions[3] = "Other"; }},
      {"a step more", "steps", [](Tables& t) { t.steps.push_back("Other"); }},
      {"a step's slots", "steps", [](Tables& t) { t.steps[0] = "Materialise, \"V d\""; }},
      {"an instruction", "instructions", [](Tables& t) { t.instructions[9] = "OTHER"; }},
      {"two instructions exchanged", "instructions",
       [](Tables& t) { std::swap(t.instructions[1], t.instructions[2]); }},
      {"a call of the host", "calls of the host", [](Tables& t) { t.os_calls.push_back("Fork"); }},
      {"a method more", "natives", [&](Tables& t) { t.methods.push_back(row); }},
      {"a method more, first", "natives",
       [&](Tables& t) { t.methods.insert(t.methods.begin(), row); }},
      {"a method less", "natives", [](Tables& t) { t.methods.pop_back(); }},
      {"two methods exchanged", "natives",
       [](Tables& t) { std::swap(t.methods[0], t.methods[1]); }},
      {"another parameter", "natives",
       [](Tables& t) { t.methods[0] = NativeInfo("capitalize(x)", Nothing, ""); }},
      {"another constructor", "natives", [&](Tables& t) { t.type.constructor = &row; }},
      {"no constructor", "natives", [](Tables& t) { t.type.constructor = nullptr; }},
      {"an attribute more", "natives",
       [](Tables& t) {
         t.attributes.push_back({"other", NoAttribute});
       }},
      {"a function more", "modules", [&](Tables& t) { t.functions.push_back(row); }},
      {"a module's name", "modules", [](Tables& t) { t.module.name = "collection"; }},
      {"two modules exchanged", "modules, library code",
       [](Tables& t) {
         for (size_t i = 0; i + 1 < t.modules.size(); ++i) {
           if (t.modules[i] != nullptr && t.modules[i + 1] != nullptr &&
               t.modules[i]->source != t.modules[i + 1]->source) {
             return std::swap(t.modules[i], t.modules[i + 1]);
           }
         }
       }},
      {"library code", "library code", [](Tables& t) { t.module.source = "def f(): pass"; }},
  };
  for (const auto& [what, table, change] : rows) {
    Tables tables;
    change(tables);
    const SnapshotFingerprint other = tables.Fingerprint();
    EXPECT_NE(other.all, ours.all) << what;
    EXPECT_EQ(other.DifferenceFrom(ours), table) << what;
  }
}

TEST(SnapshotTablesTest, ASnapshotOfOtherTablesIsRefusedByName) {
  auto vm = Vm::New(StandardRuntime(), Limits{}, HostHooks{});
  ASSERT_NE(vm, nullptr);
  std::string bytes, error;
  ASSERT_TRUE(SaveSnapshot(*vm, {}, &bytes, &error)) << error;
  const auto refusal = [&](size_t at) {
    std::string other = bytes, text;
    other[at] = static_cast<char>(other[at] ^ 1);
    EXPECT_EQ(RestoreSnapshot(StandardRuntime(), HostHooks{}, other, {}, &text), nullptr);
    return text;
  };
  const std::string prefix = "not a snapshot that can be restored: ";
  const std::string ours = "pysub " PYSUB_VERSION_STRING;
  const std::string reads =
      ", and this is " + ours + ", which reads format " + std::to_string(kSnapshotVersion);
  const std::string unlike = " with other tables than this " + ours + " has: ";
  EXPECT_EQ(refusal(9), prefix + "it was made by " + ours + unlike + "which are unknown");
  std::string other = bytes, text;
  other[4] = kFirstFormatWithVersion - 1;
  EXPECT_EQ(RestoreSnapshot(StandardRuntime(), HostHooks{}, other, {}, &text), nullptr);
  EXPECT_EQ(text, prefix + "it was made by an older pysub in format " +
                      std::to_string(kFirstFormatWithVersion - 1) + reads);
  other[4] = static_cast<char>(kSnapshotVersion + 1);
  other[5] = 12, other[6] = static_cast<char>(255), other[7] = 0;
  EXPECT_EQ(RestoreSnapshot(StandardRuntime(), HostHooks{}, other, {}, &text), nullptr);
  EXPECT_EQ(text, prefix + "it was made by pysub 12.255.0 in format " +
                      std::to_string(kSnapshotVersion + 1) + reads);
  other[4] = static_cast<char>(kSnapshotVersion);
  other[9] ^= 1;  // the sum of all
  other[13 + 2 * static_cast<size_t>(SnapshotTable::kNatives)] ^= 1;
  other[13 + 2 * static_cast<size_t>(SnapshotTable::kLibrary)] ^= 1;
  EXPECT_EQ(RestoreSnapshot(StandardRuntime(), HostHooks{}, other, {}, &text), nullptr);
  EXPECT_EQ(text, prefix + "it was made by pysub 12.255.0" + unlike + "natives, library code");
  // Another number alone is no reason to refuse.
  other = bytes;
  other[7] ^= 1;
  EXPECT_NE(RestoreSnapshot(StandardRuntime(), HostHooks{}, other, {}, &text), nullptr) << text;
}

}  // namespace
}  // namespace pysub
