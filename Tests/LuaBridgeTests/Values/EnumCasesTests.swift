import Foundation
import LuaBridge
import Testing

private enum Never2 {}
private enum Generic<T> { case a, b }
private enum Voids { case a(Void), b }
private enum Described: CustomStringConvertible {
  case one, two
  var description: String { "same" }
}
private enum Reversed: CaseIterable {
  case a, b
  static var allCases: [Reversed] { [.b, .a] }
}
private enum Payload: CaseIterable {
  case a(Int), b
  static var allCases: [Payload] { [.a(1), .b] }
}
private enum Noncases: Error, CaseIterable { case a }
private indirect enum Tree { case leaf, node(Tree) }
private enum Mixed<Value> { case none, some(Value), other }
private enum Two { case a(String), b([Int]), c, d }
private struct Counted: CaseIterable { static let allCases = [Counted()] }

private let others: [Any.Type] = [
  Loading.self, Voids.self, Payload.self, Never2.self, Never.self, Tree.self, Counted.self,
  Int?.self, Color?.self, Int.self, String.self, Machine.self, Any.self, AnyObject.self,
  (any Error).self, (any Error).Type.self, Int.Type.self, (() -> Void).self, (Int, Int).self,
  Void.self, [Int].self, Result<Int, Never>.self, Data.self, NSObject.self, AnyHashable.self,
  (any Sendable & AnyObject).self, AnyKeyPath.self, Bool.self,
  ContiguousArray<Color>.self, Mirror.AncestorRepresentation.self, DecodingError.self,
  ConversionError.self, LuaValue.self, Task<Void, Never>.self, InlineArray<2, Int>.self,
]

@Suite struct EnumCasesTests {
  @Test func `cases come in the order of declaration`() {
    #expect(EnumCases.all(of: Color.self) == [.gray, .red, .black])
    #expect(EnumCases.all(of: Level.self) == [.low, .high])
    #expect(EnumCases.all(of: Side.self) == [.left, .right])
    #expect(EnumCases.all(of: Only.self) == [.one])
    #expect(EnumCases.all(of: Generic<String>.self) == [.a, .b])
    #expect(EnumCases.all(of: Reversed.self) == [.b, .a])
    #expect(EnumCases.all(of: FloatingPointRoundingRule.self)?.contains(.towardZero) == true)
  }

  @Test func `names are those of the source`() {
    #expect(EnumCases.names(of: Color.self) == ["gray", "red", "black"])
    #expect(EnumCases.names(of: Described.self) == ["one", "two"])
    #expect(EnumCases.name(of: Loading.failed("", code: 1)) == "failed")
    #expect(EnumCases.name(of: Int?.none as Any) == nil)
    #expect(EnumCases.name(of: 1) == nil)
    #expect(EnumCases.value(named: "two", of: Described.self) == .two)
    #expect(EnumCases.value(named: "tw", of: Described.self) == nil)
    #expect(EnumCases.value(named: "failed", of: Loading.self) == nil)
  }

  @Test func `a case without values is found beside cases that have some`() {
    func isFound<Enum>(_ name: String, in type: Enum.Type) -> Bool {
      EnumCases.value(named: name, of: type).flatMap { EnumCases.name(of: $0) } == name
    }
    #expect(isFound("idle", in: Loading.self))
    #expect(isFound("leaf", in: Tree.self))
    #expect(isFound("b", in: Payload.self))
    #expect(isFound("b", in: Voids.self))
    #expect(isFound("none", in: Mixed<String>.self) && isFound("other", in: Mixed<String>.self))
    #expect(isFound("none", in: Mixed<Int>.self) && isFound("other", in: Mixed<Int>.self))
    #expect(isFound("none", in: Mixed<Void>.self) && isFound("other", in: Mixed<Void>.self))
    #expect(isFound("c", in: Two.self) && isFound("d", in: Two.self))
    #expect(!isFound("a", in: Two.self) && !isFound("some", in: Mixed<Int>.self))
  }

  @Test func `three hundred cases are listed`() throws {
    let cases = try #require(EnumCases.all(of: Many.self))
    #expect(cases.count == 300)
    #expect(cases.first == .c0 && cases.last == .c299 && cases[256] == .c256)
    #expect(EnumCases.value(named: "c257", of: Many.self) == .c257)
    #expect(cases.map(\.rawValue) == Array(0..<300))
  }

  @Test(
    arguments: others)
  func `another type has no cases`(type: Any.Type) {
    #expect(EnumCases.names(of: type) == nil)
  }

  @Test(
    arguments: [
      JSONDecoder.KeyDecodingStrategy.self, Calendar.Identifier.self, ComparisonResult.self,
      Calendar.Component.self, FloatingPointSign.self, TaskPriority.self,
      Unicode.GeneralCategory.self,
      Locale.LanguageDirection.self, FileAttributeType.self, Mirror.DisplayStyle.self,
      Process.TerminationReason.self,
      Noncases.self,
    ] as [Any.Type])
  func `any enum can be asked`(type: Any.Type) {
    if let names = EnumCases.names(of: type) { #expect(Set(names).count == names.count) }
    _ = LuaConverter.expectation(of: type)
  }
}

private enum Many: Int {
  case c0, c1, c2, c3, c4, c5, c6, c7, c8, c9
  case c10, c11, c12, c13, c14, c15, c16, c17, c18, c19
  case c20, c21, c22, c23, c24, c25, c26, c27, c28, c29
  case c30, c31, c32, c33, c34, c35, c36, c37, c38, c39
  case c40, c41, c42, c43, c44, c45, c46, c47, c48, c49
  case c50, c51, c52, c53, c54, c55, c56, c57, c58, c59
  case c60, c61, c62, c63, c64, c65, c66, c67, c68, c69
  case c70, c71, c72, c73, c74, c75, c76, c77, c78, c79
  case c80, c81, c82, c83, c84, c85, c86, c87, c88, c89
  case c90, c91, c92, c93, c94, c95, c96, c97, c98, c99
  case c100, c101, c102, c103, c104, c105, c106, c107, c108, c109
  case c110, c111, c112, c113, c114, c115, c116, c117, c118, c119
  case c120, c121, c122, c123, c124, c125, c126, c127, c128, c129
  case c130, c131, c132, c133, c134, c135, c136, c137, c138, c139
  case c140, c141, c142, c143, c144, c145, c146, c147, c148, c149
  case c150, c151, c152, c153, c154, c155, c156, c157, c158, c159
  case c160, c161, c162, c163, c164, c165, c166, c167, c168, c169
  case c170, c171, c172, c173, c174, c175, c176, c177, c178, c179
  case c180, c181, c182, c183, c184, c185, c186, c187, c188, c189
  case c190, c191, c192, c193, c194, c195, c196, c197, c198, c199
  case c200, c201, c202, c203, c204, c205, c206, c207, c208, c209
  case c210, c211, c212, c213, c214, c215, c216, c217, c218, c219
  case c220, c221, c222, c223, c224, c225, c226, c227, c228, c229
  case c230, c231, c232, c233, c234, c235, c236, c237, c238, c239
  case c240, c241, c242, c243, c244, c245, c246, c247, c248, c249
  case c250, c251, c252, c253, c254, c255, c256, c257, c258, c259
  case c260, c261, c262, c263, c264, c265, c266, c267, c268, c269
  case c270, c271, c272, c273, c274, c275, c276, c277, c278, c279
  case c280, c281, c282, c283, c284, c285, c286, c287, c288, c289
  case c290, c291, c292, c293, c294, c295, c296, c297, c298, c299
}
