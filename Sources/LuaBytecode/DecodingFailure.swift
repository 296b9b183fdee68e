/// A reason why a dumped function could not be read.
package enum DecodingFailure: Error, Equatable {
  /// The bytes do not begin like a dump at all.
  case notADump
  /// The dump is from another Lua: the version, or a size, byte order or number
  /// format differs.
  case unknownLayout
  /// The bytes end before the function does.
  case truncated
  /// A size, index, jump or tag is invalid.
  case malformed
  /// Functions are nested more deeply than Lua's own parser allows.
  case nestedTooDeeply
  /// An instruction that Lua 5.4 does not have.
  case unknownOpcode(UInt8)
}
