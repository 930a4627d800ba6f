// Opens an account for every heap, and for every compilation that a host asks for; see
// counted_malloc.h.

#include "compiler/compile.h"
#include "tests/account/counted_malloc.h"
#include "vm/heap/heap.h"

namespace pysub::account {
namespace {

int64_t OfHeap(const void* heap) {
  const Heap& it = *static_cast<const Heap*>(heap);
  return static_cast<int64_t>(it.charged() + it.spare_bytes());
}

int64_t OfCompilation(const void* bytes) {
  return static_cast<int64_t>(*static_cast<const uint64_t*>(bytes));
}

}  // namespace
}  // namespace pysub::account

using namespace pysub;

extern "C" {

void __real__ZN5pysub4HeapC1Em(Heap* heap, uint64_t limit);
void __wrap__ZN5pysub4HeapC1Em(Heap* heap, uint64_t limit);
void __wrap__ZN5pysub4HeapC1Em(Heap* heap, uint64_t limit) {
  __real__ZN5pysub4HeapC1Em(heap, limit);
  account::Open(heap, account::OfHeap);
}

void __real__ZN5pysub4HeapD1Ev(Heap* heap);
void __wrap__ZN5pysub4HeapD1Ev(Heap* heap);
void __wrap__ZN5pysub4HeapD1Ev(Heap* heap) {
  account::BeginClosing(heap);
  __real__ZN5pysub4HeapD1Ev(heap);
  account::EndClosing(heap);
}
}

namespace pysub {

// As the linker calls Compile() and what stands behind it.
CompileResult
RealCompile(std::string_view source, std::string_view filename, const CompileOptions& options) __asm__(
    "__real__ZN5pysub7CompileESt17basic_string_viewIcSt11char_traitsIcEES3_RKNS_14CompileOptionsE");
CompileResult
WrappedCompile(std::string_view source, std::string_view filename, const CompileOptions& options) __asm__(
    "__wrap__ZN5pysub7CompileESt17basic_string_viewIcSt11char_traitsIcEES3_RKNS_14CompileOptionsE");

// What is compiled for a program must be charged to its heap. A host asks how much it
// will be: CompileMemory().
CompileResult WrappedCompile(std::string_view source, std::string_view filename,
                             const CompileOptions& options) {
  if (account::AnyOpen()) return RealCompile(source, filename, options);
  const uint64_t bytes = CompileMemory(source);
  account::Open(&bytes, account::OfCompilation);
  CompileResult result = RealCompile(source, filename, options);
  account::BeginClosing(&bytes);
  account::EndClosing(&bytes);
  return result;
}

}  // namespace pysub
