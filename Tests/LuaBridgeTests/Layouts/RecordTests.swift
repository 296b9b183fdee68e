import Foundation
import LuaBridge
import Testing

struct RecordTests {
  private let columns = RecordLayout([
    ("id", Int.self), ("name", String?.self), ("isOpen", Bool.self), ("price", Double.self),
    ("made", Date.self), ("data", [UInt8].self),
  ])

  @Test(.readsByLayouts) func `a record shows its members by name`() throws {
    let record = try Record(
      columns, [7, "Ann", true, 2.5, Date(timeIntervalSince1970: 9), [UInt8]()])
    let view = record.luaView
    #expect(
      view.keys.map(\.literal)
        == ["data", "id", "isOpen", "made", "name", "price"].map { "\"\($0)\"" })
    #expect(record["id"] as? Int == 7)
    #expect(record["name"] as? String == "Ann")
    #expect(record["town"] == nil)
    #expect(view.subject as? Record === record)
    for (name, text) in [("id", "7"), ("name", "\"Ann\""), ("isOpen", "true"), ("price", "2.5")] {
      let position = view.position(of: .string(name))
      #expect(view.storedScalar(at: position)?.literal == text)
    }
    guard case .unknown(let members, _) = view.member(.string("nmae")) else {
      Issue.record("a name that is not there is found")
      return
    }
    #expect(members.contains("name"))
  }

  @Test(.readsByLayouts) func `nothing may stand for an optional member only`() throws {
    let record = try Record(columns, [7, nil, true, 2.5, Date(), [UInt8]()])
    #expect(record.luaView.storedScalar(at: 5)?.literal == "nil")
    #expect(throws: ConversionError.self) {
      try Record(columns, [nil, "Ann", true, 2.5, Date(), [UInt8]()])
    }
  }

  @Test func `values that do not fit are refused, and let go of`() {
    final class Counted: Sendable {}
    weak var gone: Counted?
    let layout = RecordLayout([("a", Counted.self), ("b", Int.self)])
    do {
      let counted = Counted()
      gone = counted
      let error = #expect(throws: ConversionError.self) { try Record(layout, [counted, "text"]) }
      #expect(error?.path == ["b"])
      #expect(error?.given == "a value of type String")
      #expect(error?.expected == "Int")
      #expect(throws: ConversionError.self) { try Record(layout, [counted]) }
    }
    #expect(gone == nil)
  }

  @Test(.readsByLayouts) func `a record that is set is read where it lies`() throws {
    var entries = ContextStorage()
    do {
      let layout = RecordLayout([("name", String.self), ("rank", Int.self)])
      let record = try Record(layout, ["a name that is longer than fifteen bytes", 3])
      entries.set(record, for: 1)
      entries.set(Record?.some(record), for: 2)
      entries.set(Record?.none, for: 3)
    }
    for number in [1, 2] as [UInt32] {
      let value = try #require(entries.read.value(of: number)?.unwrapped)
      let rank = value.member(at: value.position(of: "rank"))
      #expect(rank?.scalar?.literal == "3")
      #expect(value.position(of: "town") == 0)
    }
    #expect(entries.read.value(of: 3)?.unwrapped.scalar?.literal == "nil")
  }
}
