// Bytes of filesystems with lies in them, and what must hold of each: they are refused with a
// message, or give a filesystem that works within its limits.
#ifndef PYSUB_TESTS_FILES_HOSTILE_H_
#define PYSUB_TESTS_FILES_HOSTILE_H_

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace pysub::files {

// What random operations leave behind, as bytes; some with mounts and open files.
std::string RandomSavedTree(std::mt19937_64& random);

// Changes some bytes as damage would, or as somebody would who knows the format. Pieces come from
// `other`.
void MutateSaved(std::string& bytes, std::string_view other, std::mt19937_64& random);

// Makes the checksum right.
void CorrectChecksum(std::string& bytes);

// Ends the program when a promise is broken. True: the bytes were accepted.
bool PlaySaved(std::string_view bytes);

}  // namespace pysub::files

#endif  // PYSUB_TESTS_FILES_HOSTILE_H_
