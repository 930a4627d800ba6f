#include "osbridge/direct_files.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "osbridge/file_calls.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/text_codecs.h"
#include "vm/scratch_charge.h"

namespace pysub {
namespace {

FileArgument ArgumentOf(Vm& vm, Value v) {
  FileArgument argument;
  if (Vm::IsStr(v)) {
    argument.text = Vm::View(v);
  } else if (IsObjectOf(v, TypeId::kBytes)) {
    argument.text = v.As<Bytes>()->view();
  } else if (Vm::IsInt(v)) {
    Result<int64_t> number = vm.ToIndexClamped(v);
    if (number.ok()) argument.number = *number;
  }
  argument.flag = v.IsTrue();
  return argument;
}

// An answer as a value: Failed for lack of memory or time.
struct ToValue {
  Vm& vm;

  Value operator()(std::monostate) const { return Value::None(); }
  Value operator()(bool flag) const { return Value::Bool(flag); }
  Value operator()(int64_t number) const {
    Heap::AlwaysAllocateScope done(vm.heap);  // what was done to a file is not done again
    return vm.NewInt(number);
  }
  Value operator()(const FileText& path) const { return Text(path.text); }
  Value operator()(const std::string& bytes) const { return vm.NewBytes(bytes); }
  Value operator()(const StatNumbers& numbers) const {
    Value items[std::tuple_size_v<StatNumbers>];
    for (size_t i = 0; i < std::size(items); ++i) items[i] = TRY(vm.NewInt(numbers[i]));
    return vm.NewTuple(items);
  }
  Value operator()(const std::vector<files::DirectoryEntry>& entries) const {
    List* list = TRY(vm.NewList(entries.size()));
    for (const files::DirectoryEntry& entry : entries) {
      if (!vm.Tick(1)) return Value::Failed();
      Value name = TRY(Text(entry.name));
      Value inode = TRY(vm.NewInt(static_cast<int64_t>(entry.ino)));
      TRY(ListAppend(vm, list, TRY(vm.NewTuple({name, Value::SmallInt(KindBits(entry)), inode}))));
    }
    return Value::Of(list);
  }
  Value Text(std::string_view text) const {
    return DecodeText(vm, text, Value::Undefined(), {}, "surrogateescape");
  }
};

// How many bytes will be read, or an errno.
files::Result<uint64_t> BytesToRead(files::FileSystem& files, const FileArguments& args) {
  files::Result<files::Stat> stat = files.StatPath({}, args[0].text);
  if (!stat.ok()) return stat.status();
  const uint64_t offset = static_cast<uint64_t>(std::max<int64_t>(args[1].number.value_or(0), 0));
  // (-1 is more than there can be)
  const uint64_t size = static_cast<uint64_t>(args[2].number.value_or(0));
  return std::min(stat->size > offset ? stat->size - offset : 0, size);
}

Value Variables(const std::map<std::string, std::string>& variables, Vm& vm) {
  Dict* dict = TRY(vm.NewDict(variables.size()));
  for (const auto& [name, value] : variables) {
    if (!vm.Tick(1)) return Value::Failed();
    Value key = TRY(DecodeText(vm, name, Value::Undefined(), {}, "surrogateescape"));
    Value text = TRY(DecodeText(vm, value, Value::Undefined(), {}, "surrogateescape"));
    TRY(DictSet(vm, dict, key, text));
  }
  return Value::Of(dict);
}

}  // namespace

int AnswerFromFiles(files::FileSystem& files, Vm& vm, OsCallId call, std::span<const Value> args,
                    Value* answer) {
  if (!IsFileCall(call)) return HostHooks::kNotHooked;
  FileArguments arguments;
  for (size_t i = 0; i < std::min(args.size(), arguments.size()); ++i)
    arguments[i] = ArgumentOf(vm, args[i]);
  *answer = Value::Failed();
  // Room and time first: a file may be larger than all the memory of the program.
  ScratchCharge room(vm);
  if (call == OsCallId::kReadFile) {
    files::Result<uint64_t> bytes = BytesToRead(files, arguments);
    if (!bytes.ok()) return bytes.error();
    if (!room.Add(*bytes).ok() || !vm.Tick(*bytes / 64)) return 0;
  }
  if (call == OsCallId::kWriteFile && !vm.Tick(arguments[2].text.size() / 64)) return 0;
  files::Result<FileAnswer> answered = AnswerFileCall(files, call, arguments);
  if (!answered.ok()) return answered.error();
  *answer = std::visit(ToValue{vm}, *answered);
  return 0;
}

int AnswerEnvironment(const std::map<std::string, std::string>& variables, Vm& vm, Value* answer) {
  *answer = Variables(variables, vm);
  return 0;
}

}  // namespace pysub
