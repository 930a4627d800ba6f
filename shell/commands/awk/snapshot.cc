// The state of the machine, saved and loaded. Arrays and texts that several places have are saved
// once. What is loaded may come from strangers.
//
//   simple fields, streams
//   how many arrays; each with its elements      arrays are named by number, breadth first
//   globals, the stack, changed fields           values; a text that several share has a number
//
// At the load all arrays are made before any is filled, so a number is always that of one that is
// there.

#include <algorithm>
#include <unordered_map>

#include "shell/commands/awk/machine.h"

namespace pysub::shell::awk {

// What was met while a state is saved or loaded.
struct Machine::Sharing {
  std::vector<Value> arrays;                 // their numbers are indices here, from 1 on
  std::unordered_map<Str*, uint64_t> saved;  // texts
  std::vector<Value> texts;                  // loaded ones
};

namespace {

// Smaller ones are saved wherever they are.
constexpr uint32_t kLeastShared = 64;

}  // namespace

void Machine::SimpleFields(Archive& archive) {
  archive(pc_, came_from_, part_, base_, in_range_, nr_, fnr_, ofs_, ors_, subsep_, ignore_case_,
          fpat_ignores_case_, split_by_, record_, main_, main_open_, used_operand_, input_ended_,
          file_part_done_, skip_file_, ending_file_, argument_, open_failed_, out_, system_child_,
          editing_, edited_, in_place_, exit_status_, random_, seed_, warned_of_bytes_,
          used_stdout_, used_stderr_, open_error_, warned_, warned_patterns_, frames_);
  if (part_ > Part::kFile || split_by_ > SplitBy::kCsv) archive.Fail();
  if (archive.loading()) {
    frames_charged_ = frames_.capacity() * sizeof(Frame);
    static_cast<void>(heap_->Charge(frames_charged_));
  }
  uint64_t streams = streams_.size();
  archive(streams);
  for (uint64_t i = 0; i < streams && archive.ok(); ++i) {
    if (archive.loading()) {
      if (!archive.Take(sizeof(Stream))) return;
      streams_.push_back(std::make_unique<Stream>(heap_));
    }
    streams_[i]->Fields(archive);
    if (archive.loading())
      static_cast<void>(heap_->Charge(sizeof(Stream) + streams_[i]->name.size() + 64));
  }
}

// ---- values
void Machine::VisitText(Archive& archive, Value* value, Kind kind, Sharing* sharing) {
  uint64_t shared = 0;  // 0: it stands here; others: number, the first time with the text
  if (!archive.loading()) {
    Str* str = value->str();
    bool first = true;
    if (str->refs > 1 && str->size >= kLeastShared) {
      const auto [at, is_new] = sharing->saved.emplace(str, sharing->saved.size() + 1);
      shared = at->second;
      first = is_new;
    }
    archive(shared);
    std::string_view text = str->view();
    if (first) archive.Block(text);
    return;
  }
  archive(shared);
  if (shared > 0 && shared <= sharing->texts.size()) {
    *value = sharing->texts[shared - 1];
    value->set_kind(kind);
    return;
  }
  if (shared > sharing->texts.size() + 1) return archive.Fail();
  std::string_view text;
  archive.Block(text);
  if (!archive.Take(Str::BytesFor(text.size()))) return;
  *value = MakeText(heap_, text, kind);
  if (shared > 0) sharing->texts.push_back(*value);
}

void Machine::VisitIterator(Archive& archive, Value* value, Sharing* sharing) {
  if (archive.loading()) {
    if (!archive.Take(sizeof(Iterator))) return;
    auto* made = new Iterator(heap_);
    made->charged = sizeof(Iterator) + 16;
    static_cast<void>(heap_->Charge(made->charged));
    *value = Value::OfIterator(made);
  }
  Iterator* iterator = value->iterator();
  archive(iterator->next);
  VisitList(archive, &iterator->keys, sharing);
  if (!archive.loading()) return;
  const size_t bytes = iterator->keys.size() * (sizeof(Value) + sizeof(int64_t));
  static_cast<void>(heap_->Charge(bytes));
  iterator->charged += bytes;
}

void Machine::SaveValue(Archive& archive, Value& value, Sharing* sharing) {
  Kind kind = value.kind();
  archive(kind);
  switch (kind) {
    case Kind::kNumber:
    case Kind::kBool: {
      double number = value.number();
      archive(number);
      break;
    }
    case Kind::kText:
    case Kind::kInput:
    case Kind::kRegex: VisitText(archive, &value, kind, sharing); break;
    case Kind::kUntyped:
    case Kind::kArray: archive(value.array()->number); break;
    case Kind::kPattern:
    case Kind::kReference: {
      uint32_t index = value.index();
      bool global = value.is_global();
      archive(index, global);
      break;
    }
    case Kind::kIterator: VisitIterator(archive, &value, sharing); break;
    case Kind::kNothing:
    case Kind::kUnassigned:
    case Kind::kMissing: break;
  }
}

void Machine::LoadValue(Archive& archive, Value* value, Sharing* sharing) {
  Kind kind = Kind::kNothing;
  archive(kind);
  switch (kind) {
    case Kind::kNothing: *value = Value(); return;
    case Kind::kUnassigned: *value = Value::Unassigned(); return;
    case Kind::kMissing: *value = Value::Missing(); return;
    case Kind::kNumber:
    case Kind::kBool: {
      double number = 0;
      archive(number);
      *value = kind == Kind::kBool ? Value::Bool(number != 0) : Value(number);
      return;
    }
    case Kind::kText:
    case Kind::kInput:
    case Kind::kRegex: return VisitText(archive, value, kind, sharing);
    case Kind::kUntyped:
    case Kind::kArray: {
      uint32_t number = 0;
      archive(number);
      if (number == 0 || number > sharing->arrays.size()) return archive.Fail();
      *value = sharing->arrays[number - 1];
      value->set_kind(kind);
      return;
    }
    case Kind::kPattern:
    case Kind::kReference: {
      uint32_t index = 0;
      bool global = false;
      archive(index, global);
      *value = kind == Kind::kPattern ? Value::Pattern(index) : Value::Reference(index, global);
      return;
    }
    case Kind::kIterator: return VisitIterator(archive, value, sharing);
  }
  archive.Fail();
}

void Machine::VisitList(Archive& archive, std::vector<Value>* values, Sharing* sharing) {
  uint64_t count = values->size();
  archive(count);
  for (uint64_t i = 0; i < count && archive.ok(); ++i) {
    if (archive.loading()) {
      if (!archive.Take(2 * sizeof(Value))) return;
      values->emplace_back();
    }
    // (An iterator has no iterators.)
    Value& value = (*values)[i];
    VisitValue(archive, value, sharing);
    if (archive.loading() && value.kind() == Kind::kIterator) return archive.Fail();
  }
}

// ---- arrays
void Machine::CollectArrays(std::vector<Array*>* arrays) {
  const auto look = [&](const Value& value) {
    if (!value.HasArray() || value.array()->number != 0) return;
    arrays->push_back(value.array());
    value.array()->number = static_cast<uint32_t>(arrays->size());
  };
  for (const Value& value : globals_) look(value);
  for (size_t i = 0; i < sp_; ++i) look(stack_[i]);
  for (size_t i = 0; i < arrays->size(); ++i)
    (*arrays)[i]->ForEach([&](bool, Array::Element& element) { look(element.value); });
}

void Machine::Fields(Archive& archive) {
  SimpleFields(archive);
  Sharing sharing;
  std::vector<Array*> arrays;
  if (!archive.loading()) CollectArrays(&arrays);
  uint64_t count = arrays.size();
  archive(count);
  for (uint64_t i = 0; i < count && archive.loading(); ++i) {
    if (!archive.Take(sizeof(Array) + sizeof(Value))) break;
    Array* array = Array::New(heap_);
    sharing.arrays.push_back(Value::OfArray(array));
    arrays.push_back(array);
  }
  // An array is in one other at most, and in the end all hang on those that are in none.
  // That is what freeing them relies on: a ring of arrays would never be freed.
  for (size_t i = 0; i < arrays.size() && archive.ok(); ++i) {
    archive(arrays[i]->untyped);
    arrays[i]->Elements(archive, [&](Value& value) {
      if (archive.loading()) {
        LoadValue(archive, &value, &sharing);
        if (value.HasArray() && std::exchange(value.array()->contained, true)) {
          value.Clear();
          archive.Fail();
        } else if (value.kind() == Kind::kIterator) {
          value.Clear();
          archive.Fail();
        }
      } else {
        SaveValue(archive, value, &sharing);
      }
    });
  }
  VisitList(archive, &globals_, &sharing);
  VisitStack(archive, &sharing);
  VisitList(archive, &record_.values(), &sharing);
  if (!archive.loading()) {
    for (Array* array : arrays) array->number = 0;
    return;
  }
  record_.Loaded(archive);
  if (archive.ok() && !IsForest(arrays)) archive.Fail();
  if (!archive.ok()) {
    for (Array* array : arrays) array->Clear();
  }
}

void Machine::VisitStack(Archive& archive, Sharing* sharing) {
  uint64_t count = sp_;
  archive(count);
  sp_ = 0;
  for (uint64_t i = 0; i < count && archive.ok(); ++i) {
    if (archive.loading()) {
      if (!archive.Take(2 * sizeof(Value))) return;
      stack_.emplace_back();
    }
    VisitValue(archive, stack_[i], sharing);
    sp_ = i + 1;
  }
  if (archive.loading()) {
    stack_charged_ = stack_.size() * sizeof(Value);
    static_cast<void>(heap_->Charge(stack_charged_));
  }
}

// Whether all arrays can be reached from those that are in no other.
bool Machine::IsForest(const std::vector<Array*>& arrays) {
  std::vector<Array*> reached;
  for (Array* array : arrays) {
    if (!array->contained) reached.push_back(array);
  }
  for (size_t i = 0; i < reached.size(); ++i) {
    reached[i]->ForEach([&](bool, Array::Element& element) {
      if (element.value.HasArray()) reached.push_back(element.value.array());
    });
  }
  return reached.size() == arrays.size();
}

// ---- does it fit
// The function whose code it is; -1: none.
int32_t Machine::FunctionAt(int32_t pc) const {
  int32_t found = -1, entry = -1;
  for (size_t id = 0; id < program_->functions.size(); ++id) {
    const int32_t begin = program_->functions[id].entry;
    if (begin <= pc && begin > entry) {
      entry = begin;
      found = static_cast<int32_t>(id);
    }
  }
  return found;
}

// Each frame must return into the function that lies below it, and leave as many values there as
// the program's depths say.
bool Machine::Fits() const {
  const auto size = static_cast<int64_t>(program_->code.size());
  if (globals_.size() != program_->global_names.size() ||
      in_range_.size() != static_cast<size_t>(program_->ranges))
    return false;
  uint64_t base = 0;
  int32_t function = -1;
  const auto locals = [&](int32_t id) {
    return id < 0 ? 0
                  : static_cast<uint64_t>(program_->functions[static_cast<size_t>(id)].parameters);
  };
  for (size_t i = 0; i <= frames_.size(); ++i) {
    const bool last = i == frames_.size();
    const int32_t pc = last ? pc_ : frames_[i].return_to;
    if (pc < 0 || pc >= size || FunctionAt(pc) != function) return false;
    if ((last ? base_ : frames_[i].base) != base) return false;
    const bool pushes = !last && frames_[i].function >= 0;
    const uint64_t depth = program_->depths[static_cast<size_t>(pc)];
    if (pushes && depth == 0) return false;
    const uint64_t end = base + locals(function) + depth - (pushes ? 1 : 0);
    if (last) return end == sp_;
    function = frames_[i].function;
    if (function < -1 || function >= static_cast<int32_t>(program_->functions.size())) return false;
    base = end;
  }
  return true;
}

bool Machine::Resume(CommandIo& io) {
  io_ = &io;
  heap_->Attach(&io);
  if (!Fits()) return false;
  UpdateRecordEnd();
  return UpdateSplitter();
}

}  // namespace pysub::shell::awk
