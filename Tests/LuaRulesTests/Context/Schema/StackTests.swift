import LuaBridge
import Testing

@testable import LuaRules

/// The deepest values that are accepted, on the stack that a thread which is
/// not the first has on macOS.
@Suite struct StackTests {
  private static let text =
    String(repeating: "[{\"a\":", count: JSON.maximumDepth / 2) + "1"
    + String(repeating: "}]", count: JSON.maximumDepth / 2)

  @Test func `the deepest text is read and written`() async {
    let isSame = await onOwnThread(stack: 512 << 10) {
      let value = try? JSON.read(Self.text)
      return value.flatMap { try? JSON.write(ValueType.any.check($0)) } == Self.text
    }
    #expect(isSame)
  }

  @Test func `the deepest type converts the deepest value`() async {
    let isConverted = await onOwnThread(stack: 512 << 10) {
      var type = ValueType.integer(nil)
      for _ in 0..<JSON.maximumDepth / 2 {
        type = .list(of: .object(ObjectType(members: [.init("a", type)])))
      }
      guard let value = try? JSON.read(Self.text), let inside = try? type.coerce(value),
        let outside = try? type.check(inside)
      else { return false }
      return (try? JSON.write(outside, as: type)) == Self.text
    }
    #expect(isConverted)
  }

  @Test func `the deepest schema is read and exported`() async {
    let isRead = await onOwnThread(stack: 512 << 10) {
      let node = ##"{"properties": {"next": {"items": {"$ref": "#/$defs/Node"}}}}"##
      let text =
        ##"{"properties": {"list": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": \##(node)}}"##
      guard let document = try? SchemaDocument(json: text) else { return false }
      return (try? SchemaDocument(json: document.json()))?.keys.map(\.type)
        == document.keys.map(\.type)
    }
    #expect(isRead)
  }
}
