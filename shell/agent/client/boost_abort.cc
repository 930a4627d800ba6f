// We compile without exceptions, and give Boost's functions an error_code: what would throw is
// memory that there is not.
#include <stdlib.h>

#include <boost/throw_exception.hpp>

namespace boost {
void throw_exception(std::exception const&) { abort(); }
void throw_exception(std::exception const&, boost::source_location const&) { abort(); }
}  // namespace boost
