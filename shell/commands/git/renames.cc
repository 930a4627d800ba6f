// Files that were removed and added again under another name: the same bytes first, then the same
// name with bytes that are alike, then whatever is most alike.
//
// How alike two files are is counted in pieces: lines, of which long ones are cut after 64 bytes.
// The bytes of pieces that both have, divided by the size of the larger file, are the score. Sizes
// alone often show that it cannot be enough, and then the pieces are not compared.

#include <algorithm>
#include <map>
#include <unordered_map>

#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

// How many bytes of a text stand in pieces of this kind: a line, or 64 bytes of one.
using Pieces = std::unordered_map<uint64_t, uint64_t>;

bool CountPieces(Git& git, std::string_view text, Pieces* pieces) {
  constexpr size_t kMostPiece = 64;
  const bool binary = IsBinary(text);
  if (!git.Charge(text.size() / 8 * 16 + 1024)) return false;
  uint64_t hash = 14695981039346656037u;
  size_t size = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!binary && c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    hash = (hash ^ static_cast<uint8_t>(c)) * 1099511628211u;
    if (++size < kMostPiece && c != '\n') continue;
    if (!git.Tick(size * 2)) return false;
    (*pieces)[hash] += size;
    hash = 14695981039346656037u;
    size = 0;
  }
  if (size > 0) (*pieces)[hash] += size;
  return true;
}

uint64_t Shared(const Pieces& a, const Pieces& b) {
  uint64_t shared = 0;
  for (const auto& [hash, count] : a)
    if (const auto at = b.find(hash); at != b.end()) shared += std::min(count, at->second);
  return shared;
}

// A file that takes part, its bytes counted when they are first needed.
struct Candidate {
  size_t pair = 0;
  uint64_t size = 0;
  bool counted = false;
  Pieces pieces;
};

class Finder {
 public:
  Finder(Git& git, const DiffOptions& options, std::vector<FilePair>* pairs)
      : git_(git), options_(options), pairs_(*pairs) {
    least_ = kAlike * static_cast<uint64_t>(options.renames) / 100;
  }

  bool Run() {
    for (size_t i = 0; i < pairs_.size(); ++i) {
      FilePair& pair = pairs_[i];
      if (!git_.Tick(16)) return false;
      if (pair.status == 'A' && IsBlob(pair.after)) added_.push_back({.pair = i, .pieces = {}});
      if ((pair.status == 'D' || (options_.copies && (pair.status == 'M' || pair.status == 'T'))) &&
          IsBlob(pair.before))
        removed_.push_back({.pair = i, .pieces = {}});
    }
    if (added_.empty() || removed_.empty()) return true;
    if (!git_.Charge((added_.size() + removed_.size()) * (sizeof(Candidate) + 128))) return false;
    for (Candidate& each : added_)
      if (!NameSide(git_, &pairs_[each.pair].after)) return false;
    for (Candidate& each : removed_)
      if (!NameSide(git_, &pairs_[each.pair].before)) return false;
    if (!Exact()) return false;
    if (options_.renames < 100 && !Alike()) return false;
    return Apply();
  }

 private:
  static bool IsBlob(const FilePair::Side& side) {
    return (side.mode & kModeKind) != kModeSubmodule && side.mode != 0;
  }

  // The same bytes; of several the one with the same last name.
  bool Exact() {
    std::multimap<ObjectId, size_t> by_id;
    for (size_t i = 0; i < removed_.size(); ++i)
      by_id.emplace(pairs_[removed_[i].pair].before.id, i);
    for (size_t i = 0; i < added_.size(); ++i) {
      const FilePair::Side& after = pairs_[added_[i].pair].after;
      size_t best = SIZE_MAX;
      int best_score = -1;
      const auto [begin, end] = by_id.equal_range(after.id);
      for (auto at = begin; at != end; ++at) {
        if (!git_.Tick(16)) return false;
        const size_t from = at->second;
        const FilePair::Side& before = pairs_[removed_[from].pair].before;
        if ((before.mode == kModeLink) != (after.mode == kModeLink)) continue;
        // A file that is still free is better than one that has gone elsewhere already.
        int score = used_.count(from) == 0 ? 2 : 0;
        if (score == 0 && !options_.copies) continue;
        if (LastName(before.path) == LastName(after.path)) ++score;
        if (score <= best_score) continue;
        best_score = score;
        best = from;
      }
      if (best != SIZE_MAX) Match(i, best, kAlike);
    }
    return true;
  }

  bool Count(Candidate* candidate, const FilePair::Side& side) {
    if (candidate->counted) return true;
    candidate->counted = true;
    std::string bytes;
    Git::Scratch scratch(git_);
    if (!ReadSide(git_, side, &bytes)) return false;
    candidate->size = bytes.size();
    return CountPieces(git_, bytes, &candidate->pieces);
  }

  bool ScoreOf(size_t to, size_t from, uint64_t least, uint64_t* score) {
    FilePair::Side& before = pairs_[removed_[from].pair].before;
    FilePair::Side& after = pairs_[added_[to].pair].after;
    *score = 0;
    if ((before.mode & kModeKind) != kModeRegular || (after.mode & kModeKind) != kModeRegular)
      return true;
    if (!Count(&removed_[from], before) || !Count(&added_[to], after)) return false;
    const Candidate& a = removed_[from];
    const Candidate& b = added_[to];
    const uint64_t most = std::max(a.size, b.size), base = std::min(a.size, b.size);
    if (most * (kAlike - least) < (most - base) * kAlike || base == 0) return true;
    if (!git_.Tick(a.pieces.size() * 4 + 16)) return false;
    *score = Shared(a.pieces, b.pieces) * kAlike / most;
    return true;
  }

  bool Alike() {
    constexpr uint64_t kMostPairs = 1000 * 1000;
    if (!options_.copies && !ByName()) return false;
    struct Guess {
      size_t to, from;
      uint64_t score;
      bool same_name;
    };
    std::vector<Guess> guesses;
    uint64_t open_to = 0;
    for (size_t to = 0; to < added_.size(); ++to) open_to += matched_.count(to) == 0 ? 1 : 0;
    const uint64_t open_from = removed_.size() - (options_.copies ? 0 : used_.size());
    // Each with each would take too long; what was found so far stays, as with diff.renameLimit.
    if (open_to * open_from > kMostPairs) return true;
    for (size_t to = 0; to < added_.size(); ++to) {
      if (matched_.count(to) != 0) continue;
      std::vector<Guess> best;
      for (size_t from = 0; from < removed_.size(); ++from) {
        if (!options_.copies && used_.count(from) != 0) continue;
        Guess guess{to, from, 0, false};
        if (!git_.Tick(32) || !ScoreOf(to, from, least_, &guess.score)) return false;
        if (guess.score < least_) continue;
        guess.same_name = LastName(pairs_[removed_[from].pair].before.path) ==
                          LastName(pairs_[added_[to].pair].after.path);
        best.push_back(guess);
      }
      std::stable_sort(best.begin(), best.end(), Better<Guess>);
      // Four for each, as git has it: memory stays linear, and a fifth choice is hardly ever
      // needed.
      if (best.size() > 4) best.resize(4);
      if (!git_.Charge(best.size() * sizeof(Guess) * 2)) return false;
      guesses.insert(guesses.end(), best.begin(), best.end());
    }
    std::stable_sort(guesses.begin(), guesses.end(), Better<Guess>);
    for (int copies = 0; copies <= (options_.copies ? 1 : 0); ++copies) {
      for (const Guess& guess : guesses) {
        if (matched_.count(guess.to) != 0 || (copies == 0 && used_.count(guess.from) != 0))
          continue;
        Match(guess.to, guess.from, guess.score);
      }
    }
    return true;
  }
  template <typename Guess>
  static bool Better(const Guess& a, const Guess& b) {
    return a.score != b.score ? a.score > b.score : a.same_name && !b.same_name;
  }

  // Last names that only one removed and one added file has.
  // Cheap, and mostly right: a file that moved to another directory. It has to be more alike than
  // others, since the name has proved nothing.
  bool ByName() {
    std::map<std::string_view, std::pair<size_t, size_t>> names;  // none: npos; several: npos - 1
    constexpr size_t kNone = SIZE_MAX, kSeveral = SIZE_MAX - 1;
    const auto note = [](size_t* place, size_t at) { *place = *place == kNone ? at : kSeveral; };
    for (size_t i = 0; i < removed_.size(); ++i)
      if (used_.count(i) == 0)
        note(&names.try_emplace(LastName(pairs_[removed_[i].pair].before.path), kNone, kNone)
                  .first->second.first,
             i);
    for (size_t i = 0; i < added_.size(); ++i)
      if (matched_.count(i) == 0)
        note(&names.try_emplace(LastName(pairs_[added_[i].pair].after.path), kNone, kNone)
                  .first->second.second,
             i);
    const uint64_t least = least_ + (kAlike - least_) / 2;
    for (const auto& [name, places] : names) {
      if (places.first >= kSeveral || places.second >= kSeveral) continue;
      uint64_t score = 0;
      if (!ScoreOf(places.second, places.first, least, &score)) return false;
      if (score >= least) Match(places.second, places.first, score);
    }
    return true;
  }

  void Match(size_t to, size_t from, uint64_t score) {
    matched_[to] = {from, score};
    ++used_[from];
  }

  bool Apply() {
    std::vector<uint8_t> gone(pairs_.size(), 0);
    // Of a file that went to several places one is the rename, the last one; the others are copies.
    std::map<size_t, size_t> left = used_;
    for (const auto& [to, match] : matched_) {
      const auto& [from, score] = match;
      FilePair& source = pairs_[removed_[from].pair];
      FilePair& target = pairs_[added_[to].pair];
      const bool removed = source.status == 'D';
      target.before = source.before;
      target.score = static_cast<uint32_t>(score * 100 / kAlike);
      target.status = removed && --left[from] == 0 ? 'R' : 'C';
      if (removed) gone[removed_[from].pair] = 1;
    }
    size_t kept = 0;
    for (size_t i = 0; i < pairs_.size(); ++i) {
      if (gone[i] != 0) continue;
      if (kept != i) pairs_[kept] = std::move(pairs_[i]);
      ++kept;
    }
    pairs_.resize(kept);
    return true;
  }

  Git& git_;
  const DiffOptions& options_;
  std::vector<FilePair>& pairs_;
  uint64_t least_ = 0;
  std::vector<Candidate> added_, removed_;
  std::map<size_t, std::pair<size_t, uint64_t>> matched_;  // by added: removed, score
  std::map<size_t, size_t> used_;                          // how often
};

}  // namespace

bool Similarity(Git& git, std::string_view a, std::string_view b, uint64_t least, uint64_t* score) {
  Git::Scratch scratch(git);
  const uint64_t most = std::max(a.size(), b.size()), base = std::min(a.size(), b.size());
  *score = 0;
  if (base == 0 || most * (kAlike - least) < (most - base) * kAlike) return true;
  Pieces a_pieces, b_pieces;
  if (!CountPieces(git, a, &a_pieces) || !CountPieces(git, b, &b_pieces)) return false;
  *score = Shared(a_pieces, b_pieces) * kAlike / most;
  return true;
}

bool CountShared(Git& git, std::string_view a, std::string_view b, uint64_t* shared) {
  Pieces a_pieces, b_pieces;
  if (!CountPieces(git, a, &a_pieces) || !CountPieces(git, b, &b_pieces)) return false;
  *shared = Shared(a_pieces, b_pieces);
  return git.Tick(a_pieces.size() * 4);
}

bool FindRenames(Git& git, const DiffOptions& given, std::vector<FilePair>* pairs) {
  DiffOptions options = given;
  if (options.renames < 0) {
    const std::string set = Lower(git.config().Get("diff.renames").value_or("true"));
    options.renames = set == "copies" || set == "copy" || ParseBool(set).value_or(true) ? 50 : 0;
    if (set == "copies" || set == "copy") options.copies = true;
  }
  if (options.renames == 0) return true;
  return Finder(git, options, pairs).Run();
}

}  // namespace pysub::shell::git
