import Foundation
import LuaBridge
import Testing

private enum Plain { case a, b }
private enum Coded: String { case a }
private enum Paid { case amount(Int) }
private final class Object {}
private struct Pair { var name: String; var levels: [Plain: Coded?] }
private struct Tree { var children: [Tree]; var pair: Pair }
private struct WithObject { var pair: Pair; let object: Object }
private struct WithClosure { let act: () -> Void }
private struct WithAny { let any: Any }
private struct Generic<Value> { let value: Value }

struct ImmutabilityTests {
  @Test(
    arguments: [
      Int.self, String.self, Date.self, UUID?.self, [String: [Double]].self, Plain.self, Coded.self,
      Pair.self, Tree.self, Generic<Set<Int>>.self, LuaValue.self,
    ] as [Any.Type])
  func `values all the way through stay what they are`(_ type: Any.Type) {
    #expect(Immutability.isKnown(of: type))
    #expect(Immutability.isKnown(of: type))
  }

  @Test(
    arguments: [
      Object.self, WithObject.self, [Object].self, WithClosure.self, WithAny.self, Any.self,
      Generic<Object>.self, Generic<WithObject?>.self, (any Sendable).self, (() -> Void).self,
      Paid.self, Object?.self,
    ] as [Any.Type])
  func `behind an object, a closure or what is not known may be something else`(
    _ type: Any.Type
  ) {
    #expect(!Immutability.isKnown(of: type))
  }
}
