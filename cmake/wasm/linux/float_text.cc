// How libc++ prints a double with so many digits: these functions are all that its to_chars() needs
// of a file that has 105 kB of tables. The C library's printf(), which is exact as well, is
// here anyway. Slower, but numbers with few digits do not come here (vm/numbers/decimal_text.cc).

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <charconv>

namespace {

std::to_chars_result Print(const char* format, char* first, char* last, double value,
                           uint32_t precision) {
  const auto digits = static_cast<int>(precision);  // to_chars() has looked: at most 10^9
  const auto room = static_cast<size_t>(last - first);
  const int size = snprintf(first, room, format, digits, value);
  if (size < 0 || static_cast<size_t>(size) > room) return {last, std::errc::value_too_large};
  if (static_cast<size_t>(size) == room) {
    // It fits, but for the zero behind it, which stands on its last character.
    const size_t all = room + 1;
    char* const text = static_cast<char*>(malloc(all));
    if (text == nullptr) return {last, std::errc::value_too_large};
    snprintf(text, all, format, digits, value);
    memcpy(first, text, room);
    free(text);
  }
  return {first + size, std::errc()};
}

}  // namespace

// By the names that libc++ has for them.
#define INSTEAD_OF(name) __asm__("_ZNSt3__2" name "EPcS0_dj")
std::to_chars_result PrintFixed(char* first, char* last, double value, uint32_t precision)
    INSTEAD_OF("20__d2fixed_buffered_n");
std::to_chars_result PrintScientific(char* first, char* last, double value, uint32_t precision)
    INSTEAD_OF("18__d2exp_buffered_n");

std::to_chars_result PrintFixed(char* first, char* last, double value, uint32_t precision) {
  return Print("%.*f", first, last, value, precision);
}
std::to_chars_result PrintScientific(char* first, char* last, double value, uint32_t precision) {
  return Print("%.*e", first, last, value, precision);
}

// What the printing of floats that are no doubles takes from that file.
void PutDigits(uint32_t count, uint32_t number,
               char* to) __asm__("_ZNSt3__217__append_n_digitsEjjPc");
void PutNineDigits(uint32_t number, char* to) __asm__("_ZNSt3__220__append_nine_digitsEjPc");

void PutDigits(uint32_t count, uint32_t number, char* to) {
  for (; count > 0; number /= 10) to[--count] = static_cast<char>('0' + number % 10);
}
void PutNineDigits(uint32_t number, char* to) { PutDigits(9, number, to); }
