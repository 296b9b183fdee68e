import LuaBridge

/// An answer in a Swift type, which generic code stores and reads.
class AnswerBox {
  let type: Any.Type

  fileprivate init(_ type: Any.Type) {
    self.type = type
  }

  /// Returns a box with a copy of the value in a place; `nil` for a vacant place.
  static func copying(_ place: borrowing VacantPlace) -> AnswerBox? {
    func copy<Value>(_ type: Value.Type) -> AnswerBox? {
      place.copy(as: type).map { TypedAnswerBox($0) }
    }
    return place.isVacant ? nil : _openExistential(place.type, do: copy)
  }

  /// Returns the answer in a form that can be given any number of times.
  ///
  /// INVARIANT: called only for values that cannot be told from a copy of them.
  func kept() -> KeptAnswer { KeptAnswer(self, trivial: nil) }

  /// Writes the answer into uninitialized memory.
  func fill(_ place: borrowing VacantPlace) {}
}

final class TypedAnswerBox<Value>: AnswerBox {
  fileprivate let value: Value

  init(_ value: Value) {
    self.value = value
    super.init(Value.self)
  }

  override func kept() -> KeptAnswer { KeptAnswer(self, trivial: TrivialValue(value)) }

  override func fill(_ place: borrowing VacantPlace) {
    place.put(value)
  }
}

/// An answer that is given any number of times.
///
/// INVARIANT: `@unchecked Sendable` because it is never written to, and its value is bytes that are
/// copied, a string, or a container of such values; see ``Immutability/isKeptOnceConverted(_:)``.
final class KeptAnswer: @unchecked Sendable {
  let type: Any.Type
  let box: AnswerBox
  private let trivial: TrivialValue?

  fileprivate init(_ box: AnswerBox, trivial: TrivialValue?) {
    type = box.type
    self.box = box
    self.trivial = trivial
  }

  /// Writes the answer into uninitialized memory.
  @inline(__always)
  func fill(_ place: borrowing VacantPlace) {
    if let trivial { place.put(trivial) } else { box.fill(place) }
  }
}
