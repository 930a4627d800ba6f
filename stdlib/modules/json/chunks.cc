// The encoder as a machine whose state lies in the heap: for iterencode(), json.dump(), and
// everything that calls a `default` function. It makes the chunks that CPython's generator makes.

#include "stdlib/modules/json/json.h"
#include "vm/objects/dict.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace json {
namespace {

// An encoder in the middle of its work, as an object on the heap: iterencode() hands it out as its
// iterator. `default` functions can suspend and snapshots can be taken between any two chunks.
struct Chunks : Object {
  Value encoder;
  Value stack;  // List: four words for each container that is open, see Frame
  Value queue;  // List of chunks that were made; those before `taken` were handed out
  RawWord taken;
  Value next;    // the value to be written next; Undefined: go on with the innermost container
  Value object;  // the argument of the `default` call being made, else Undefined
  Value error;   // raised after the chunks before it were handed out
  RawWord finished;
};

// One open container on the stack.
struct Frame4 {
  Value container;
  Value index;  // the item to be written next; -1: `container` is an object that `default` replaced
  Value items;  // of a dict: its keys and values as a list
  Value written;  // whether an item was written
};
constexpr uint64_t kFrameWords = 4;

Chunks* AsChunks(Value v) { return v.As<Chunks>(); }

enum class Progress : uint8_t { kMore, kDone, kFailed, kNeedsDefault };

// Writes an item at a time. Each Advance() either changes all of its state or nothing, so an item
// for which memory was missing can be tried again.
class Machine {
 public:
  Machine(Vm& vm, Chunks* chunks, const Options& options)
      : vm_(vm), c_(chunks), o_(options), stack_(chunks->stack.As<List>()), out_(vm) {}

  // Writes one item. Nothing has changed when there was no memory for it.
  Progress Advance() {
    if (!IsSound()) {
      static_cast<void>(vm_.Raise(TypeId::kSystemError, "bad JSON encoder state"));
      return Progress::kFailed;
    }
    if (!c_->object.IsUndefined()) return Progress::kNeedsDefault;
    Value index, written;
    if (stack_->size > 0) {
      index = Top()->index;
      written = Top()->written;
    }
    Progress progress = Step();
    if (progress != Progress::kFailed) return progress;
    if (!vm_.FailureIsCatchable() && stack_->size > 0) {
      Top()->index = index;
      Top()->written = written;
    }
    return Fail();
  }

 private:
  // The lists may have come with a snapshot from anywhere, and be known to the program.
  bool IsSound() {
    if (stack_->size % kFrameWords != 0) return false;
    for (uint64_t at = 0; at < stack_->size; at += kFrameWords) {
      const Frame4* frame = reinterpret_cast<const Frame4*>(stack_->items() + at);
      if (!frame->index.IsSmallInt() || frame->index.AsSmallInt() < -1) return false;
      if (frame->index.AsSmallInt() < 0) continue;
      if (frame->items.IsUndefined()) {
        if (!IsObjectOf(frame->container, TypeId::kList) &&
            !vm_.IsInstance(frame->container, TypeId::kTuple)) {
          return false;
        }
      } else if (!IsObjectOf(frame->items, TypeId::kList) ||
                 frame->items.As<List>()->size % 2 != 0 ||
                 static_cast<uint64_t>(frame->index.AsSmallInt()) > frame->items.As<List>()->size ||
                 frame->index.AsSmallInt() % 2 != 0) {
        return false;
      }
    }
    return true;
  }

  Frame4* Top() { return reinterpret_cast<Frame4*>(stack_->items() + stack_->size - kFrameWords); }
  uint64_t depth() const { return stack_->size / kFrameWords; }
  // How many of the open containers count for indentation.
  uint64_t Levels() {
    uint64_t levels = 0;
    for (uint64_t i = 0; i < stack_->size; i += kFrameWords) {
      levels += stack_->items()[i + 1].AsSmallInt() >= 0;
    }
    return levels;
  }

  Progress Step() {
    if (!vm_.Tick(1 + depth() / 8)) return Progress::kFailed;
    if (!c_->next.IsUndefined()) return WriteValue(c_->next, false);
    if (stack_->size == 0) return Progress::kDone;
    Frame4* frame = Top();
    if (frame->index.AsSmallInt() < 0) return Pop();
    return frame->items.IsUndefined() ? WriteItem(frame) : WriteEntry(frame);
  }

  Progress WriteItem(Frame4* frame) {
    Value container = frame->container;
    bool list = IsObjectOf(container, TypeId::kList);
    uint64_t size = list ? container.As<List>()->size : container.As<Tuple>()->size();
    uint64_t index = static_cast<uint64_t>(frame->index.AsSmallInt());
    if (index >= size) return CloseContainer(']', true);
    out_.Append(index == 0 ? std::string_view("[") : o_.item_separator);
    if (o_.indented) o_.AppendNewline(out_, Levels());
    frame->index = frame->index.CountedUp();
    Value item =
        list ? container.As<List>()->items()[index] : container.As<Tuple>()->items()[index];
    return WriteValue(item, true);
  }

  Progress WriteEntry(Frame4* frame) {
    List* items = frame->items.As<List>();
    uint64_t index = static_cast<uint64_t>(frame->index.AsSmallInt());
    if (index >= items->size) return CloseContainer('}', frame->written.IsTrue());
    Value key = items->items()[index], value = items->items()[index + 1];
    TextBuilder text(vm_);
    Result<bool> wanted = AppendKey(vm_, o_, key, text);
    if (!wanted.ok()) {
      key_failed_ = true;
      return Progress::kFailed;
    }
    frame->index = Value::KnownSmallInt(static_cast<int64_t>(index) + 2);
    if (!*wanted) return Progress::kMore;
    if (frame->written.IsTrue()) out_.Append(o_.item_separator);
    if (o_.indented) o_.AppendNewline(out_, Levels());
    if (out_.size() > 0) Cut();
    frame->written = Value::True();
    out_.Append(text.view());
    Cut();
    out_.Append(o_.key_separator);
    Cut();
    return WriteValue(value, false);
  }

  Progress CloseContainer(char bracket, bool newline) {
    if (newline && o_.indented) {
      o_.AppendNewline(out_, Levels() - 1);
      Cut();
    }
    out_.Append(bracket);
    Cut();
    if (!Commit()) return Progress::kFailed;
    return Pop();
  }

  Progress Pop() {
    stack_->size -= kFrameWords;
    return Progress::kMore;
  }

  // `joined`: a scalar belongs to the chunk before it.
  Progress WriteValue(Value value, bool joined) {
    const size_t before = out_.size();
    Result<bool> scalar = AppendScalar(vm_, o_, value, out_);
    if (!scalar.ok()) {
      out_.Truncate(joined ? 0 : before);
      return CommitThenFail();
    }
    if (*scalar) {
      Cut();
      return Commit() ? Next(Value::Undefined()) : Progress::kFailed;
    }
    if (joined) Cut();
    bool is_dict = IsDict(vm_, value);
    if (!is_dict && !IsObjectOf(value, TypeId::kList) && !vm_.IsInstance(value, TypeId::kTuple)) {
      if (!Commit()) return Progress::kFailed;
      Heap::AlwaysAllocateScope committed(vm_.heap);
      c_->next = Value::Undefined();
      if (!CheckCircular(value)) return Progress::kFailed;
      if (!o_.default_function.IsUndefined()) {
        c_->object = value;
        return Progress::kNeedsDefault;
      }
      static_cast<void>(
          vm_.TypeError("Object of type ", ShortTypeName(vm_, value), " is not JSON serializable"));
      return Progress::kFailed;
    }
    return OpenContainer(value, is_dict);
  }

  Progress OpenContainer(Value value, bool is_dict) {
    uint64_t size = is_dict                            ? DictLength(value.As<Dict>())
                    : IsObjectOf(value, TypeId::kList) ? value.As<List>()->size
                                                       : value.As<Tuple>()->size();
    if (size == 0) {
      out_.Append(is_dict ? "{}" : "[]");
      Cut();
      return Commit() ? Next(Value::Undefined()) : Progress::kFailed;
    }
    if (!CheckCircular(value)) return CommitThenFail();
    Value items = Value::Undefined();
    if (is_dict) {
      List* list = DictItems(vm_, value.As<Dict>(), o_.sort_keys);
      if (list == nullptr) return CommitThenFail();
      items = Value::Of(list);
      out_.Append('{');
      Cut();
    }
    if (!PushFrame(value, Value::SmallInt(0), items)) return Progress::kFailed;
    return Progress::kMore;
  }

  bool CheckCircular(Value value) {
    if (depth() > Vm::kMaxNativeDepth / 2) {
      static_cast<void>(vm_.TooDeep(" while encoding a JSON object"));
      return false;
    }
    if (!o_.check_circular) return true;
    for (uint64_t i = 0; i < stack_->size; i += kFrameWords) {
      if (stack_->items()[i] == value) {
        static_cast<void>(vm_.ValueError("Circular reference detected"));
        return false;
      }
    }
    return true;
  }

 public:
  bool PushFrame(Value container, Value index, Value items) {
    if (!ListReserve(vm_, stack_, stack_->size + kFrameWords).ok() || !Commit()) return false;
    Value* at = stack_->items() + stack_->size;
    at[0] = container;
    at[1] = index;
    at[2] = items;
    at[3] = Value::False();
    stack_->size += kFrameWords;
    c_->next = Value::Undefined();
    return true;
  }

  // Adds what the exception went through and keeps it until the chunks before it are gone.
  Progress Fail() {
    if (!vm_.FailureIsCatchable()) return Progress::kFailed;
    Heap::AlwaysAllocateScope no_note_twice(vm_.heap);
    bool innermost = true;
    for (uint64_t at = stack_->size; at >= kFrameWords; at -= kFrameWords) {
      Frame4* frame = reinterpret_cast<Frame4*>(stack_->items() + at - kFrameWords);
      Status noted = Failure{};
      int64_t index = frame->index.AsSmallInt();
      if (index < 0) {
        noted = NoteObject(vm_, frame->container);
      } else if (frame->items.IsUndefined()) {
        noted = NoteItem(vm_, frame->container, static_cast<uint64_t>(index - 1));
      } else if (!(innermost && key_failed_) && index >= 2) {
        noted = NoteKey(vm_, frame->container,
                        frame->items.As<List>()->items()[static_cast<uint64_t>(index - 2)]);
      }
      static_cast<void>(noted);
      innermost = false;
      if (!vm_.FailureIsCatchable()) return Progress::kFailed;
    }
    c_->error = vm_.TakeException();
    c_->finished = 1;
    return Progress::kDone;
  }

 private:
  void Cut() {
    if (cut_count_ < kMostCuts) cuts_[cut_count_++] = out_.size();
  }

  // Puts the chunks made into the queue.
  bool Commit() {
    if (!out_.ok()) return false;
    List* queue = c_->queue.As<List>();
    if (!ListReserve(vm_, queue, queue->size + cut_count_).ok()) return false;
    size_t start = 0;
    uint64_t size = queue->size;
    for (uint32_t i = 0; i < cut_count_; ++i) {
      Value chunk = vm_.NewStr(out_.view().substr(start, cuts_[i] - start));
      if (chunk.IsFailed()) return false;
      queue->items()[size++] = chunk;
      start = cuts_[i];
    }
    queue->size = size;
    cut_count_ = 0;
    out_.Truncate(0);
    return true;
  }

  Progress CommitThenFail() {
    if (!vm_.FailureIsCatchable()) return Progress::kFailed;
    Value raised = vm_.TakeException();
    if (raised.IsUndefined()) return Progress::kFailed;
    if (!Commit()) return Progress::kFailed;
    static_cast<void>(vm_.Propagate(raised));
    return Progress::kFailed;
  }

  Progress Next(Value value) {
    c_->next = value;
    return Progress::kMore;
  }

  static constexpr uint32_t kMostCuts = 8;

  Vm& vm_;
  Chunks* c_;
  const Options& o_;
  List* stack_;
  TextBuilder out_;
  size_t cuts_[kMostCuts];
  uint32_t cut_count_ = 0;
  bool key_failed_ = false;
};

// Makes chunks until `default` is to be called (True), or there are some (`one`) or all (False).
Value Advance(Vm& vm, Chunks* chunks, bool one) {
  Options options = TRY(OptionsOf(vm, chunks->encoder.As<EncoderObject>()));
  List* queue = chunks->queue.As<List>();
  while (!chunks->finished && !(one && chunks->taken < queue->size)) {
    Machine machine(vm, chunks, options);
    switch (machine.Advance()) {
      case Progress::kMore: break;
      case Progress::kDone: chunks->finished = 1; break;
      case Progress::kFailed: return Value::Failed();
      case Progress::kNeedsDefault: return Value::True();
    }
  }
  return Value::False();
}

// Takes the answer of the `default` call, or its exception (Failed).
Status TakeAnswer(Vm& vm, Chunks* chunks, Value answer) {
  Options options = TRY(OptionsOf(vm, chunks->encoder.As<EncoderObject>()));
  Machine machine(vm, chunks, options);
  if (answer.IsFailed()) {
    chunks->object = Value::Undefined();
    if (machine.Fail() == Progress::kFailed) return Failure{};
    return Done{};
  }
  if (!machine.PushFrame(chunks->object, Value::SmallInt(-1), Value::Undefined())) return Failure{};
  chunks->object = Value::Undefined();
  chunks->next = answer;
  return Done{};
}

Value TakeChunk(Chunks* chunks) {
  List* queue = chunks->queue.As<List>();
  Value chunk = queue->items()[chunks->taken++];
  if (chunks->taken == queue->size) {
    chunks->taken = 0;
    queue->size = 0;
  }
  return chunk;
}

bool HasChunk(Chunks* chunks) { return chunks->taken < chunks->queue.As<List>()->size; }

Value RaiseKept(Vm& vm, Chunks* chunks) {
  Value error = chunks->error;
  chunks->error = Value::Undefined();
  return vm.Propagate(error);
}

Value Join(Vm& vm, Chunks* chunks) {
  if (!chunks->error.IsUndefined()) return RaiseKept(vm, chunks);
  TextBuilder out(vm);
  List* queue = chunks->queue.As<List>();
  for (uint64_t i = 0; i < queue->size; ++i) {
    if (!Vm::IsStr(queue->items()[i]))
      return vm.Raise(TypeId::kSystemError, "bad JSON encoder state");
    if (!out.Append(Vm::View(queue->items()[i]))) return Value::Failed();
  }
  return out.Finish();
}

Value DefaultOf(Value chunks) {
  return AsChunks(chunks)->encoder.As<EncoderObject>()->default_function;
}

}  // namespace

Value NewChunks(Vm& vm, Value encoder, Value value) {
  Chunks* chunks = TRY(vm.New<Chunks>(TypeId::kJsonChunks));
  chunks->encoder = encoder;
  chunks->stack = Value::Of(TRY(vm.NewList()));
  chunks->queue = Value::Of(TRY(vm.NewList()));
  chunks->taken = 0;
  chunks->finished = 0;
  chunks->next = value;
  return Value::Of(chunks);
}

// obj.name(*args).
Value CallMethod(Vm& vm, Value object, std::string_view name, std::initializer_list<Value> args) {
  Value method = TRY(vm.FindAttribute(object, Name{name, MemberHash(name)}));
  if (method.IsUndefined()) return vm.RaiseAttributeError(object, name);
  return vm.Call(method, args);
}

}  // namespace json

// slots: the chunks. All are made, then joined.
Value JsonEncodeResume(Vm& vm, NativeFrame& frame, Value in) {
  using namespace json;
  Chunks* chunks = AsChunks(frame.slots[0]);
  switch (frame.state) {
    case 0:
      while (TRY(Advance(vm, chunks, false)).IsTrue()) {
        PYSUB_SUSPEND_POINT(1,
                            vm.Call(DefaultOf(frame.slots[0]), {AsChunks(frame.slots[0])->object}));
        TRY(TakeAnswer(vm, AsChunks(frame.slots[0]), in));
        frame.state = 0;
      }
  }
  return Join(vm, AsChunks(frame.slots[0]));
}

// slots: the chunks. The next of them, or Exhausted.
Value JsonChunkResume(Vm& vm, NativeFrame& frame, Value in) {
  using namespace json;
  Chunks* chunks = AsChunks(frame.slots[0]);
  switch (frame.state) {
    case 0:
      while (TRY(Advance(vm, chunks, true)).IsTrue()) {
        if (HasChunk(chunks)) break;
        PYSUB_SUSPEND_POINT(1,
                            vm.Call(DefaultOf(frame.slots[0]), {AsChunks(frame.slots[0])->object}));
        TRY(TakeAnswer(vm, AsChunks(frame.slots[0]), in));
        frame.state = 0;
      }
  }
  chunks = AsChunks(frame.slots[0]);
  if (HasChunk(chunks)) return TakeChunk(chunks);
  if (!chunks->error.IsUndefined()) return RaiseKept(vm, chunks);
  return Value::Exhausted();
}

// slots: the chunks, the file, the chunk in hand.
Value JsonDumpResume(Vm& vm, NativeFrame& frame, Value in) {
  using namespace json;
  switch (frame.state) {
    case 0:
      while (true) {
        while (frame.slots[2].IsUndefined() &&
               TRY(Advance(vm, AsChunks(frame.slots[0]), true)).IsTrue()) {
          if (HasChunk(AsChunks(frame.slots[0]))) break;
          PYSUB_SUSPEND_POINT(
              1, vm.Call(DefaultOf(frame.slots[0]), {AsChunks(frame.slots[0])->object}));
          TRY(TakeAnswer(vm, AsChunks(frame.slots[0]), in));
          frame.state = 0;
        }
        if (frame.slots[2].IsUndefined()) {
          if (!HasChunk(AsChunks(frame.slots[0]))) break;
          frame.slots[2] = TakeChunk(AsChunks(frame.slots[0]));
        }
        PYSUB_SUSPEND_POINT(2, CallMethod(vm, frame.slots[1], "write", {frame.slots[2]}));
        if (in.IsFailed()) return in;
        frame.slots[2] = Value::Undefined();
        frame.state = 0;
      }
  }
  if (!AsChunks(frame.slots[0])->error.IsUndefined())
    return RaiseKept(vm, AsChunks(frame.slots[0]));
  return Value::None();
}

namespace json {
namespace {

Value ChunksNext(Vm& vm, Value self) {
  return vm.PushNativeFrame(ResumeId::kJsonChunk, {self}, kFrameIsIterator | kFrameCatches);
}
Value ChunksIter(Vm&, Value self) { return self; }

}  // namespace
}  // namespace json

constexpr Schema kJsonChunksSchema{"<JsonEncoder> l l # v v v #"};
extern constexpr TypeInfo kJsonChunksType{.id = TypeId::kJsonChunks,
                                          .schema = &kJsonChunksSchema,
                                          .iter = json::ChunksIter,
                                          .next = json::ChunksNext};

}  // namespace pysub
