#ifndef PYSUB_SHELL_RUN_NATIVE_DEPTH_H_
#define PYSUB_SHELL_RUN_NATIVE_DEPTH_H_

namespace pysub::shell {

// How often something stands on the native stack that may come back to itself by way of the shell.
// The count belongs to the kernel, and only this type changes it: whoever begins such a thing is
// counted, whatever way led there.
class NativeDepth {
 public:
  class Count {
    friend class NativeDepth;
    int depth_ = 0;
  };

  explicit NativeDepth(Count& count) : count_(count) { ++count_.depth_; }
  NativeDepth(const NativeDepth&) = delete;
  NativeDepth& operator=(const NativeDepth&) = delete;
  ~NativeDepth() { --count_.depth_; }
  bool too_deep() const { return count_.depth_ > kMost; }

 private:
  static constexpr int kMost = 16;
  Count& count_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_NATIVE_DEPTH_H_
