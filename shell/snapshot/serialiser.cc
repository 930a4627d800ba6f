#include "shell/snapshot/serialiser.h"

#include <errno.h>
#include <fmt/format.h>

#include "shell/run/kernel.h"

namespace pysub::shell {

Budget& Serialiser::budget() { return kernel_->budget; }

void Serialiser::Refuse(std::string problem) {
  archive_.Fail();
  if (problem_.empty()) problem_ = std::move(problem);
}

bool Serialiser::Charge(uint64_t bytes) {
  if (bytes <= INT64_MAX && budget().HasRoom(bytes) &&
      budget().ChargeMemory(static_cast<int64_t>(bytes)))
    return true;
  Refuse(budget().Message());
  return false;
}

bool Serialiser::HasRoom(uint64_t bytes) {
  uncharged_ += bytes;
  if (uncharged_ <= INT64_MAX && budget().HasRoom(uncharged_)) return true;
  Refuse(budget().Message());
  return false;
}

uint64_t Serialiser::Count(uint64_t count) {
  archive_(count);
  return ok() ? count : 0;
}

// Two descriptions with one open file would close it twice. In a snapshot that the shell made this
// cannot be; in a forged one it can.
bool Serialiser::ClaimFile(files::OpenFile file, bool was_reachable) {
  files::FileSystem& files = *kernel_->files;
  if (files.Reaches(file).error() == EBADF || !files_.insert(file.id).second) {
    Refuse("damaged: an open file");
  } else if (was_reachable) {
    reachable_files_.push_back(file);
  }
  return ok();
}

// Behind all processes: a file in /proc may be that of one which is loaded later.
void Serialiser::CheckReachableFiles() {
  for (const files::OpenFile file : reachable_files_) {
    const files::Status reaches = kernel_->files->Reaches(file);
    if (reaches.ok()) continue;
    return Refuse(fmt::format("the open file {}: {}", kernel_->files->PathOf(file),
                              ErrnoText(reaches.error())));
  }
}

Ref<Variable> Serialiser::NewObject(Variable*) { return MakeRef<Variable>(&budget()); }

// Texts of scripts are shared by units, functions and frames, and are stored once. A fork does not
// send them through the bytes: it copies them from the old shell.
void Serialiser::Text(std::shared_ptr<const std::string>& text) {
  uint32_t number = 0;
  bool fresh = false;
  if (!loading()) {
    auto [at, is_new] =
        text_numbers_.emplace(text.get(), static_cast<uint32_t>(text_numbers_.size() + 1));
    number = at->second;
    fresh = is_new;
  }
  archive_(number);
  if (shared_ != nullptr) {
    if (fresh) shared_->push_back(text);
    // (Each shell pays for its own, and may outlive the other.)
    while (loading() && texts_.size() < number)
      texts_.push_back(MakeSource(std::string_view(*(*shared_)[texts_.size()]), &budget()));
    if (loading()) text = texts_[number - 1];
    return;
  }
  if (fresh) {
    std::string_view bytes = *text;
    archive_.Block(bytes);
  }
  if (!loading()) return;
  if (ok() && number == texts_.size() + 1) {
    std::string bytes;
    archive_(bytes);
    texts_.push_back(MakeSource(std::move(bytes), &budget()));
  }
  Check(number >= 1 && number <= texts_.size(), "a script");
  text = ok() ? texts_[number - 1] : MakeSource(std::string_view(), nullptr);
}

// A tree is not stored. Its text is, and what the parser needed to know. The loaded text is parsed
// again and gives the same tree, so nodes can be named by their numbers in it. That makes a
// snapshot small, and a forged tree is impossible: what comes out of the parser is always well
// formed.
void Serialiser::UnitRef(std::shared_ptr<const Unit>& unit) {
  uint32_t number = 0;
  bool fresh = false;
  if (!loading() && unit != nullptr) {
    auto [at, is_new] =
        unit_numbers_.emplace(unit.get(), static_cast<uint32_t>(unit_numbers_.size() + 1));
    number = at->second;
    fresh = is_new;
  }
  archive_(number);
  if (fresh) UnitText(const_cast<Unit&>(*unit), nullptr);
  if (!loading()) return;
  unit = nullptr;
  if (!ok() || number == 0) return;
  if (number == units_.size() + 1) {
    Unit empty;
    empty.sources.emplace_back();
    UnitText(empty, &unit);
    if (ok()) units_.push_back(unit);
  }
  Check(number <= units_.size(), "a part of a script");
  if (ok()) unit = units_[number - 1];
}

namespace {

// All that changes how a text is read: extglob, set -k, and the aliases that were in use at that
// time. They may have other meanings by now, or be gone.
std::shared_ptr<const Unit> ParseAgain(Kernel& kernel, const Unit& as) {
  AliasTable aliases;
  Parser::Position position{as.sources[0], as.begin, as.line, {}};
  if (as.aliases != nullptr) {
    aliases.insert(as.aliases->expanded.begin(), as.aliases->expanded.end());
    position.active_aliases = as.aliases->active;
  }
  Parser parser(as.sources[0], kernel.symbols, as.line,
                {.extglob = as.extglob,
                 .keyword = as.keyword,
                 .aliases = aliases.empty() ? nullptr : &aliases,
                 .account = &kernel.budget});
  parser.Restart(std::move(position));
  const Word* word = nullptr;
  return as.word != nullptr ? parser.ParseWord(&word) : parser.Next();
}

}  // namespace

// What a unit was parsed from. Loading: `unit` says how, and *loaded is what came of it.
void Serialiser::UnitText(Unit& unit, std::shared_ptr<const Unit>* loaded) {
  static const Word kSomeWord;
  bool is_word = unit.word != nullptr;
  bool whole = unit.aliases != nullptr;
  uint32_t nodes = 0, words = 0;
  if (!loading()) {
    nodes = static_cast<uint32_t>(IndexOf(&unit).nodes().size());
    words = static_cast<uint32_t>(IndexOf(&unit).words().size());
  }
  archive_(is_word, whole, unit.line, unit.extglob, unit.keyword, nodes, words);
  if (whole) {
    if (loading()) unit.aliases = std::make_unique<AliasUse>();
    Text(unit.sources[0]);
    archive_(unit.begin, unit.aliases->expanded, unit.aliases->active);
    Check(unit.begin <= unit.sources[0]->size() && unit.aliases->active.size() <= Parser::kMaxDepth,
          "an alias");
  } else if (!loading()) {
    std::string_view text =
        std::string_view(*unit.sources[0]).substr(unit.begin, unit.end - unit.begin);
    archive_.Block(text);
  } else {
    std::string text;
    archive_(text);
    unit.sources[0] = MakeSource(std::move(text), &budget());
  }
  if (!loading() || !ok()) return;
  size_t bytes = unit.sources[0]->size();
  if (!HasRoom(bytes) || !budget().Tick(bytes)) return Refuse(budget().Message());
  unit.word = is_word ? &kSomeWord : nullptr;
  *loaded = ParseAgain(*kernel_, unit);
  if (budget().stopped()) return Refuse(budget().Message());
  Check(*loaded != nullptr && ((*loaded)->root != nullptr || is_word), "the text of a script");
  if (!ok()) return;
  const UnitIndex& index = IndexOf(loaded->get());
  Check(index.nodes().size() == nodes && index.words().size() == words, "the text of a script");
}

const UnitIndex& Serialiser::IndexOf(const Unit* unit) {
  std::unique_ptr<UnitIndex>& index = indices_[unit];
  if (index == nullptr) index = std::make_unique<UnitIndex>(*unit);
  return *index;
}

bool Serialiser::Has(const Unit* unit, const Word* word) {
  uint32_t number = 0;
  return unit != nullptr && IndexOf(unit).Find(word, &number);
}

// A node by its number in the walk of UnitIndex. 0 is none, so the numbers begin at 1.
void Serialiser::NodeRef(const Unit* unit, const Node*& node) {
  uint32_t number = 0;  // 0: none
  if (!loading() && node != nullptr) {
    if (unit == nullptr || !IndexOf(unit).Find(node, &number))
      return Refuse("a command lies in no script");
    ++number;
  }
  archive_(number);
  if (!loading()) return;
  node = nullptr;
  if (number == 0) return;
  Check(unit != nullptr && number <= IndexOf(unit).nodes().size(), "a command");
  if (ok()) node = IndexOf(unit).nodes()[number - 1];
}

void Serialiser::WordRef(const Unit* unit, const Word*& word) {
  uint32_t number = 0;
  if (!loading() && word != nullptr) {
    if (unit == nullptr || !IndexOf(unit).Find(word, &number))
      return Refuse("a word lies in no script");
    ++number;
  }
  archive_(number);
  if (!loading()) return;
  word = nullptr;
  if (number == 0) return;
  Check(unit != nullptr && number <= IndexOf(unit).words().size(), "a word");
  if (ok()) word = IndexOf(unit).words()[number - 1];
}

void Serialiser::Visit(std::map<std::string, Ref<Function>, std::less<>>& functions) {
  uint64_t count = Count(functions.size());
  if (!loading()) {
    for (auto& [name, function] : functions) Needed(function);
    return;
  }
  functions.clear();
  for (uint64_t i = 0; i < count && ok(); ++i) {
    Ref<Function> function;
    Needed(function);
    if (ok()) functions[function->name] = function;
  }
}

// From the outermost caller that is not known yet to the innermost.
void Serialiser::Visit(Ref<CallRecord>& call) {
  auto& table = std::get<ObjectTable<CallRecord>>(tables_);
  if (!loading()) {
    std::vector<CallRecord*> fresh;
    CallRecord* at = call.get();
    for (; at != nullptr && !table.numbers.contains(at); at = at->up.get()) fresh.push_back(at);
    uint32_t known = at == nullptr ? 0 : table.numbers[at];
    uint64_t count = fresh.size();
    archive_(known, count);
    for (; !fresh.empty(); fresh.pop_back()) {
      CallRecord& record = *fresh.back();
      table.numbers.emplace(&record, static_cast<uint32_t>(table.numbers.size() + 1));
      archive_(record.function, record.source, record.call_line, record.is_function, record.depth);
    }
    return;
  }
  uint32_t known = 0;
  uint64_t count = 0;
  archive_(known, count);
  Check(known <= table.objects.size(), "a caller");
  call = ok() && known > 0 ? table.objects[known - 1] : Ref<CallRecord>();
  for (uint64_t i = 0; i < count && ok() && archive_.Take(2 * sizeof(CallRecord)); ++i) {
    auto record = MakeRef<CallRecord>();
    record->up = call;
    archive_(record->function, record->source, record->call_line, record->is_function,
             record->depth);
    table.objects.push_back(record);
    call = std::move(record);
  }
}

}  // namespace pysub::shell
