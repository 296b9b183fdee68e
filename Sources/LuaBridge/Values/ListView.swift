/// The view of an array, a slice or an ordered set.
struct ListView<Elements: RandomAccessCollection>: LuaView where Elements.Index == Int {
  private let elements: Elements
  let subject: Any

  init(_ elements: Elements, subject: Any) {
    self.elements = elements
    self.subject = subject
  }

  var shape: LuaViewShape { .list }
  var count: Int { elements.count }
  var keys: [LuaValue] { (0..<elements.count).map { .integer(Int64($0) + 1) } }

  func member(_ key: LuaValue) -> LuaViewMember {
    guard let offset = key.offset(in: elements.count) else { return .absent }
    // A slice has the indices of its array, so they may not begin at 0.
    return .value(elements[elements.startIndex + offset])
  }
}

extension LuaValue {
  /// Returns the position as an offset from 0; `nil` if it is not in 1...`count`.
  func offset(in count: Int) -> Int? {
    let position: Int64?
    switch self {
    case .integer(let integer): position = integer
    case .number(let number): position = Int64(exactly: number)
    default: position = nil
    }
    guard let position, position >= 1, position <= Int64(count) else { return nil }
    return Int(position - 1)
  }

  /// The text of a string that is valid UTF-8; `nil` for other values.
  package var name: String? {
    guard case .string(let name) = self else { return nil }
    return name
  }
}
