import LuaBridge

/// A number that two runs of the same files share when they gave the same tables.
///
/// FNV-1a over the flattened tables, 64 bits: it finds accidents, such as a
/// library that differs from state to state; it is no defence.
struct Fingerprint: Hashable, Sendable {
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ node: LuaNode) {
    switch node {
    case .function(let number):
      combine(byte: 1)
      combine(bits: UInt64(number))
    case .scalar(let value):
      combine(value)
    case .table(let table):
      combine(byte: 2)
      combine(bits: UInt64(table.elements.count))
      for element in table.elements { combine(element) }
      for field in table.fields {
        combine(bytes: field.name.utf8)
        combine(field.node)
      }
      combine(byte: 3)
    }
  }

  private mutating func combine(_ value: LuaValue) {
    switch value {
    case .nil: combine(byte: 4)
    case .null: combine(byte: 5)
    case .boolean(let flag): combine(byte: flag ? 6 : 7)
    case .integer(let integer):
      combine(byte: 8)
      combine(bits: UInt64(bitPattern: integer))
    case .number(let number):
      combine(byte: 9)
      combine(bits: number.bitPattern)
    case .string(let text): combine(bytes: text.utf8)
    case .bytes(let bytes): combine(bytes: bytes)
    case .table, .object, .function: combine(byte: 10)
    }
  }

  private mutating func combine(bytes: some Collection<UInt8>) {
    combine(byte: 11)
    combine(bits: UInt64(bytes.count))
    for byte in bytes { combine(byte: byte) }
  }

  private mutating func combine(bits: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      combine(byte: UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  private mutating func combine(byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }
}
