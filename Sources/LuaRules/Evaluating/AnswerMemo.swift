/// The answers that one evaluation has found: a short list first, a hash table for the rest.
struct AnswerMemo {
  private var list: [(key: KeyID, answer: Answer)] = []
  private var table: [UInt32: Answer] = [:]

  private static let listLength = 12

  subscript(key: KeyID) -> Answer? {
    if let entry = list.first(where: { $0.key == key }) { return entry.answer }
    return table.isEmpty || key.number == 0 ? nil : table[key.number]
  }

  /// Stores the answer for a key; the key must not have one yet.
  mutating func note(_ answer: consuming Answer, for key: KeyID) {
    if list.count < Self.listLength || key.number == 0 {
      list.append((key, answer))
    } else {
      table[key.number] = answer
    }
  }

  /// All answers, in no defined order.
  var all: [(key: KeyID, answer: Answer)] {
    list + table.map { (KeyID(number: $0.key), $0.value) }
  }

  var isEmpty: Bool { list.isEmpty }

  mutating func removeAll() {
    if !list.isEmpty { list.removeAll(keepingCapacity: list.count <= Self.listLength) }
    if !table.isEmpty { table = [:] }
  }
}
