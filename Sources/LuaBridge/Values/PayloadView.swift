/// The view of an enum case with associated values: one member, named like the case.
///
/// Several associated values are a tuple. The names of the other cases give `nil`,
/// so that a rule can test for a case; any other name is an error.
struct PayloadView: LuaView {
  private let caseName: String
  private let payload: Any
  let subject: Any

  init(caseName: String, payload: Any, subject: Any) {
    self.caseName = caseName
    self.subject = subject
    // Reflection wraps a single labelled associated value in a tuple.
    let isTuple = TypeMetadata.kind(of: type(of: payload)) == .tuple
    self.payload = isTuple ? TupleView(payload).onlyElement ?? payload : payload
  }

  var shape: LuaViewShape { .members }
  var count: Int { 1 }
  var keys: [LuaValue] { [.string(caseName)] }

  func member(_ key: LuaValue) -> LuaViewMember {
    if key.isRawEqual(to: .string(caseName)) { return .value(payload) }
    let cases = TypeMetadata.enumeration(type(of: subject))?.caseNames ?? [caseName]
    if let name = key.name, cases.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
      return .absent
    }
    return .unknown(
      members: cases.sortedByBytes(), note: nil)
  }
}
