// What programs and scripts write, on its way to Python.

#include "extension.h"

namespace pysub_python {
namespace {

thread_local Output* output_here = nullptr;

// How many bytes at the end are the beginning of a character that is not all there.
size_t Unfinished(std::string_view text) {
  for (size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte < 0x80) return 0;
    if (byte < 0xC0) continue;
    const size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}

}  // namespace

OutputHere::OutputHere(Output* output) : before_(std::exchange(output_here, output)) {}
OutputHere::~OutputHere() { output_here = before_; }

void OutputHere::Write(void*, pysub_stream stream, const char* text, size_t size) {
  if (output_here != nullptr) output_here->Append(stream, View(text, size));
}

void Output::Append(pysub_stream stream, std::string_view text) {
  if (pieces_.empty() || pieces_.back().stream != stream) pieces_.push_back({stream, {}});
  pieces_.back().text += text;
}

bool Output::Deliver(PyObject* sink, bool at_end, bool as_bytes) {
  if (pieces_.empty()) return true;
  // The sink is anybody's code: what it gets is gone from here before.
  std::vector<Piece> pieces = std::move(pieces_);
  pieces_.clear();
  if (sink == Py_False) return true;
  if (sink == nullptr || sink == Py_None) sink = Our(Name::kWriteOutput);
  if (sink == nullptr) return false;
  const Ref kept = Ref::Borrowed(sink);  // it may set another one in its place
  for (size_t i = 0; i < pieces.size(); ++i) {
    std::string_view text = pieces[i].text;
    if (!at_end && !as_bytes && i + 1 == pieces.size()) {
      const size_t rest = Unfinished(text);
      if (rest != 0) Append(pieces[i].stream, text.substr(text.size() - rest));
      text.remove_suffix(rest);
      if (text.empty()) continue;
    }
    Ref object(as_bytes ? Bytes(text) : Text(text));
    if (!object) return false;
    Ref done(PyObject_CallFunction(
        sink, "sO", pieces[i].stream == PYSUB_STDOUT ? "stdout" : "stderr", object.get()));
    if (!done) return false;
  }
  return true;
}

}  // namespace pysub_python
