// numbers_play: reads lines as differential.py writes them and says which results differ.

#include <cstdio>
#include <fstream>
#include <iostream>

#include "tests/unit/numbers/play.h"

int main() {
  std::ios::sync_with_stdio(false);
  std::string line;
  long count = 0;
  long differing = 0;
  while (std::getline(std::cin, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> fields = pysub::SplitLine(line);
    const std::string expected = fields.back();
    fields.pop_back();
    ++count;
    const std::string actual = pysub::Play(fields);
    if (pysub::SameResult(expected, actual)) continue;
    if (++differing <= 20) {
      std::printf("%.300s\n  expected %.300s\n  actual   %.300s\n", line.c_str(), expected.c_str(),
                  actual.c_str());
    }
  }
  std::printf("%ld operations, %ld differ\n", count, differing);
  return differing == 0 ? 0 : 1;
}
