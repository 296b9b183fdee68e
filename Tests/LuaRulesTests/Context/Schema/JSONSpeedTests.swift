import Foundation
import LuaBridge
import Testing

@testable import LuaRules

/// Prints how fast some MB of JSON are read and written; fails only when it is hopeless.
@Test func `a context of some MB is read and written in time`() throws {
  let records = (0..<30_000).map { index in
    #"{"done":false,"id":\#(index),"score":1.5,"tags":["a","b"],"title":"Buy beer \#(index)"}"#
  }
  let bytes = Array("[\(records.joined(separator: ","))]".utf8)
  let clock = ContinuousClock()
  var value = LuaValue.nil
  let reading = try clock.measure { value = try JSON.read(bytes) }
  var text = ""
  let writing = try clock.measure { text = try JSON.write(value) }
  let checking = try clock.measure { _ = try ValueType.any.check(value) }
  #expect(Array(text.utf8) == bytes)
  print("JSON: \(bytes.count) bytes, read \(reading), write \(writing), check \(checking)")
  #expect(reading < .seconds(30))
}

@Test func `a text of escapes only is written about as fast as another`() {
  func fastest(_ character: Character) -> Double {
    let text = String(repeating: character, count: 200_000)
    let times = (0..<7).map { _ in
      let start = AttackOracle.processorTime
      let written = JSON.quoted(text)
      #expect(written.utf8.count >= text.utf8.count + 2)
      return AttackOracle.processorTime - start
    }
    return times.min() ?? 0
  }
  let plain = fastest("a")
  let escaped = fastest("\"")
  #expect(escaped < 4 * plain, "\(escaped) s, and \(plain) s for letters")
}
