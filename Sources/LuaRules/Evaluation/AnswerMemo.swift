/// The answers of one access: a short list, which becomes a table when it is long.
struct AnswerMemo {
  private var list: [(key: KeyID, answer: Answer)] = []
  private var table: [UInt32: Answer] = [:]

  private static let listLength = 12

  subscript(key: KeyID) -> Answer? {
    get {
      if let entry = list.first(where: { $0.key == key }) { return entry.answer }
      return table.isEmpty || key.number == 0 ? nil : table[key.number]
    }
    set {
      guard let newValue else { return }
      if list.count < Self.listLength || key.number == 0 {
        list.append((key, newValue))
      } else {
        table[key.number] = newValue
      }
    }
  }

  /// All answers, in no order that means anything.
  var all: [(key: KeyID, answer: Answer)] {
    list + table.map { (KeyID(number: $0.key), $0.value) }
  }

  var isEmpty: Bool { list.isEmpty }

  mutating func removeAll() {
    if !list.isEmpty { list.removeAll(keepingCapacity: list.count <= Self.listLength) }
    if !table.isEmpty { table = [:] }
  }
}
