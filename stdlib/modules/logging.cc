// logging: written in Python.

#include "stdlib/modules/library_class.h"
#include "vm/library_code.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"
#include "vm/traceback.h"

namespace pysub {
namespace {

Value Now(Vm& vm, const Args&) { return vm.host.CallOs(OsCallId::kNow, {}); }

Value Format(Vm& vm, const Args& a) {
  if (!IsException(a[0])) return vm.TypeError("an exception is required");
  TextBuilder out(vm);
  TRY(FormatException(vm, a[0], out));
  return out.Finish();
}

// (file, line, function) of the program's innermost frame.
Value Caller(Vm& vm, const Args&) {
  std::span<const Frame> frames = vm.frames();
  for (size_t i = frames.size(); i-- > 0;) {
    vm.Spend(1);
    const Frame& frame = frames[i];
    if (frame.code == nullptr || IsOfLibrary(*frame.unit->unit)) continue;
    uint32_t pc = static_cast<uint32_t>(frame.pc - frame.code->words.data());
    uint32_t line = frame.code->SpanAt(pc).line;
    Value path = TRY(vm.NewStr(frame.unit->unit->filename));
    const Value name = TRY(vm.Intern(frame.code->name));
    return vm.NewTuple({path, Value::SmallInt(line), name});
  }
  return vm.NewTuple(
      {TRY(vm.Intern("(unknown file)")), Value::SmallInt(0), TRY(vm.Intern("(unknown function)"))});
}

constexpr NativeInfo kLoggingFunctions[] = {{"_caller()", Caller, ""},
                                            kDefineRow,
                                            {"_format_exception(exc, /)", Format, ""},
                                            kNewRow,
                                            {"_now()", Now, ""}};
Status LoggingInit(Vm& vm, Dict* names) {
  constexpr TypeId kTypes[] = {TypeId::kLogFilterer,      TypeId::kLogger,
                               TypeId::kRootLogger,       TypeId::kLoggerAdapter,
                               TypeId::kLogHandler,       TypeId::kLogStreamHandler,
                               TypeId::kLogNullHandler,   TypeId::kLogFormatter,
                               TypeId::kLogStderrHandler, TypeId::kLogFileHandler,
                               TypeId::kLogFilter,        TypeId::kLogRecord,
                               TypeId::kLogManager,       TypeId::kLogBufferingFormatter};
  for (TypeId type : kTypes) TRY(DictSetStr(vm, names, Vm::NameOf(type), Value::Type(type)));
  return Done{};
}

}  // namespace

PYSUB_LIBRARY_CLASS(
    LogFilterer, "Filterer()",
    "A base class for loggers and handlers which allows them to share\ncommon code.");
PYSUB_LIBRARY_CLASS(Logger, "Logger(name, level=0)",
                    "Instances of the Logger class represent a single logging channel.");
PYSUB_LIBRARY_CLASS(RootLogger, "RootLogger(name, level=0)",
                    "The logger at the top of the hierarchy.");
PYSUB_LIBRARY_CLASS(LoggerAdapter, "LoggerAdapter(logger, extra=None, merge_extra=False)",
                    "An adapter for loggers which makes it easier to specify "
                    "contextual\ninformation in logging output.");
PYSUB_LIBRARY_CLASS(LogHandler, "Handler(level=0)",
                    "Handler instances dispatch logging events to specific destinations.");
PYSUB_LIBRARY_CLASS(
    LogStreamHandler, "StreamHandler(stream=None)",
    "A handler class which writes logging records, appropriately formatted,\nto a stream.");
PYSUB_LIBRARY_CLASS(
    LogStderrHandler, "_StderrHandler(level=0)",
    "This class is like a StreamHandler using sys.stderr, but always uses\nwhatever sys.stderr is "
    "currently set to.");
PYSUB_LIBRARY_CLASS(LogFileHandler,
                    "FileHandler(filename, mode='a', encoding=None, delay=False, errors=None)",
                    "A handler class which writes formatted logging records to disk files.");
PYSUB_LIBRARY_CLASS(LogNullHandler, "NullHandler(level=0)", "This handler does nothing.");
PYSUB_LIBRARY_CLASS(LogFormatter,
                    "Formatter(fmt=None, datefmt=None, style='%', validate=True, *, defaults=None)",
                    "Formatter instances are used to convert a LogRecord to text.");
PYSUB_LIBRARY_CLASS(LogBufferingFormatter, "BufferingFormatter(linefmt=None)",
                    "A formatter suitable for formatting a number of records.");
PYSUB_LIBRARY_CLASS(LogFilter, "Filter(name='')",
                    "Filter instances are used to perform arbitrary filtering of LogRecords.");
PYSUB_LIBRARY_CLASS(LogRecord,
                    "LogRecord(name, level, pathname, lineno, msg, args, exc_info, func=None, "
                    "sinfo=None, **kwargs)",
                    "A LogRecord instance represents an event being logged.");
PYSUB_LIBRARY_CLASS(LogManager, "Manager()",
                    "There is one Manager instance, which holds the hierarchy of loggers.");
extern constexpr ModuleInfo kLoggingModule{.name = "logging",
                                           .doc = "Logging package for Python. Based on PEP 282.",
                                           .functions = kLoggingFunctions,
                                           .init = LoggingInit,
                                           .source =
#include "stdlib/python/logging.inc"
};

}  // namespace pysub
