#ifndef PYSUB_OSBRIDGE_HOST_VALUE_BYTES_H_
#define PYSUB_OSBRIDGE_HOST_VALUE_BYTES_H_

#include "pysub/host_value.h"
#include "vm/snapshot/format.h"

// HostValues as bytes, for recordings. Not installed.
//
//   how many nodes, the nodes, the root
//   node   kind, handle, session, two doubles if it is complex, text, name, fields, parts
//   part   kind; of a bool or int: zigzag varint; of a float: 8 bytes; of a larger kind: the
//          index of its node
//
// A node comes after those that it refers to, so the reader needs no second pass, and no bytes can
// describe a value that contains itself. What is shared is written once.
namespace pysub {

// Appends `value`. Does not recurse; linear in what is not shared.
void WriteHostValue(const HostValue& value, ByteWriter& to);

// Reads what may be anything: None, and from.ok() is false, for what no value could have written.
// Takes at most some hundred times as much memory as there are bytes.
HostValue ReadHostValue(ByteReader& from);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_HOST_VALUE_BYTES_H_
