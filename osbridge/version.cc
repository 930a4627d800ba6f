#include "pysub/version.h"

namespace pysub {

const char* LibraryVersion() { return PYSUB_VERSION_STRING; }

}  // namespace pysub
