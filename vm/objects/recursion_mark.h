#ifndef PYSUB_VM_OBJECTS_RECURSION_MARK_H_
#define PYSUB_VM_OBJECTS_RECURSION_MARK_H_

#include "vm/object.h"

namespace pysub {

// Marks a container while its repr is made, so that one which contains itself prints "[...]". The
// mark is a flag in the object: repr never runs Python, so nothing else can see it.
class RecursionMark {
 public:
  explicit RecursionMark(Object* object) : object_(object), entered_before_(object->flag(kFlagB)) {
    object_->set_flag(kFlagB, true);
  }
  ~RecursionMark() {
    if (!entered_before_) object_->set_flag(kFlagB, false);
  }
  RecursionMark(const RecursionMark&) = delete;
  RecursionMark& operator=(const RecursionMark&) = delete;
  bool entered_before() const { return entered_before_; }

 private:
  Object* object_;
  bool entered_before_;
};

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_RECURSION_MARK_H_
