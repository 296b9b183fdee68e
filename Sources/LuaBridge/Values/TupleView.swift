/// The view of a tuple: its positions, and its labels as other names for them.
///
/// `pairs` walks only the positions, so that it visits each element once.
struct TupleView: LuaView {
  private let elements: [Any]
  private let labels: [String?]
  let subject: Any

  init(_ subject: Any) {
    self.subject = subject
    let children = Array(Mirror(reflecting: subject).children)
    elements = children.map(\.value)
    // Reflection names an element without a label `.0`, `.1` and so on.
    labels = children.map { child in
      child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
    }
  }

  /// A list; if there are labels, members, because then an unknown name is an error.
  var shape: LuaViewShape { labels.contains { $0 != nil } ? .members : .list }
  var count: Int { elements.count }
  var keys: [LuaValue] { (0..<elements.count).map { .integer(Int64($0) + 1) } }

  /// The only element, as for a case with one labelled associated value.
  var onlyElement: Any? { elements.count == 1 ? elements.first : nil }

  func member(_ key: LuaValue) -> LuaViewMember {
    if let offset = key.offset(in: elements.count) { return .value(elements[offset]) }
    if let name = key.name,
      let offset = labels.firstIndex(where: { $0?.utf8.elementsEqual(name.utf8) == true })
    {
      return .value(elements[offset])
    }
    guard shape == .members else { return .absent }
    let names = labels.compactMap(\.self)
    return .unknown(members: names.sortedByBytes(), note: nil)
  }
}
