// Snapshots with lies in them, and what must hold of each: it is refused with a message, or
// runs within its limits.
#ifndef PYSUB_TESTS_SNAPSHOTS_MUTANTS_H_
#define PYSUB_TESTS_SNAPSHOTS_MUTANTS_H_

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
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

// Ends the program when a promise is broken. True: the bytes were accepted and ran.
bool PlaySnapshot(std::string_view bytes, const CodeUnits& units);

}  // namespace pysub

#endif  // PYSUB_TESTS_SNAPSHOTS_MUTANTS_H_
