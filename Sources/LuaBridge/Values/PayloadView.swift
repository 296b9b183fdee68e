/// A case with associated values as rules see it: one member, named as the case.
///
/// Several associated values are a tuple. The other cases of the enum are `nil`,
/// so that a rule can ask which case it is; any other name is an error.
struct PayloadView: LuaView {
  private let caseName: String
  private let payload: Any
  let subject: Any

  init(caseName: String, payload: Any, subject: Any) {
    self.caseName = caseName
    self.subject = subject
    // Reflection wraps a single associated value in a tuple when it has a label.
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
