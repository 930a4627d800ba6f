// Snapshots with lies in them, and what must hold of each: it is refused with a message, or
// runs within its limits.
#ifndef PYSUB_TESTS_SNAPSHOTS_MUTANTS_H_
#define PYSUB_TESTS_SNAPSHOTS_MUTANTS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vm/vm.h"

namespace pysub {

using CodeUnits = std::vector<std::shared_ptr<const CompiledUnit>>;

// A program's snapshots, and the code that those without sources need.
struct SnapshotSeries {
  std::vector<std::string> snapshots;
  CodeUnits units;
  int at_questions = 0;  // of the snapshots: these wait for an answer
};

enum class Sources : uint8_t { kSometimes, kAlways };  // are in the snapshots

// About `count` snapshots of a program, taken at places that `random` chooses; of half of the
// programs also as many where all that they ask is asked of the host. None: it cannot be
// compiled or runs too long.
SnapshotSeries SnapshotsOf(std::string_view source, int count, std::mt19937_64& random,
                           Sources sources = Sources::kSometimes);

// Makes length and checksum of the header right.
void CorrectHeader(std::string& bytes);

// Changes some bytes as damage would, or as somebody would who knows the format. Pieces come from
// `other`.
void Mutate(std::string& bytes, std::string_view other, std::mt19937_64& random);

// The same snapshot with other words in some of its objects, most often native frames, as the
// schemas of these allow: what only somebody can make who knows them. Empty: it has none of them.
std::string Spoil(const std::string& bytes, const CodeUnits& units, std::mt19937_64& random);

// Whether a native waits in it for Python.
bool HasNativeFrame(const std::string& bytes, const CodeUnits& units);

// States of resume functions, and those of one that is to be repeated.
using MetStates = std::set<std::pair<ResumeId, RawWord>>;

// A snapshot that says what is not so, and what that is: "Sort: state 3".
struct Lie {
  std::string bytes, what;
};

// Calls `play` with what each native frame of a program could say in a lie, once for each state
// that is met: that it stands in another state, and that a slot of it holds another word that its
// schema allows. One unit of fuel after the other; stops are answered as SnapshotsOf() answers
// them.
void ForEachLieOfNativeFrames(
    std::string_view source, MetStates* met,
    const std::function<void(const Lie& lie, const CodeUnits& units)>& play);

// Ends the program when a promise is broken. True: the bytes were accepted and ran.
bool PlaySnapshot(std::string_view bytes, const CodeUnits& units);

}  // namespace pysub

#endif  // PYSUB_TESTS_SNAPSHOTS_MUTANTS_H_
