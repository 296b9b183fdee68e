import CLuaDump

struct DumpFailure: Error {
  let text: String
}

/// Runs a chunk and dumps the function that it returns.
func dump(_ text: String) throws -> [UInt8] { try dump(text, runs: true) }

/// Dumps a chunk itself.
func dumpChunk(_ text: String) throws -> [UInt8] { try dump(text, runs: false) }

private func dump(_ text: String, runs: Bool) throws -> [UInt8] {
  var size = 0
  let length = text.utf8.count
  let bytes = unsafe text.withCString { unsafe lrs_testDump($0, length, runs ? 1 : 0, &size) }
  guard let bytes = unsafe bytes else { throw DumpFailure(text: text) }
  defer { unsafe bytes.deallocate() }
  return unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
}
