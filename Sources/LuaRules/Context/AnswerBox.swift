import LuaBridge

/// An answer in a Swift type, which generic code puts in and takes out.
class AnswerBox {
  let type: Any.Type

  fileprivate init(_ type: Any.Type) {
    self.type = type
  }

  /// The same, to be given again and again.
  ///
  /// INVARIANT: asked of values only that nobody can tell from a copy of them.
  func kept() -> KeptAnswer { KeptAnswer(self, trivial: nil) }

  /// Puts the answer into a place.
  func fill(_ place: borrowing VacantPlace) {}

  /// Returns the answer; `type` must be the type of the box.
  @inline(__always) func value<Value>(as type: Value.Type) -> Value {
    SameType.downcast(self, to: TypedAnswerBox<Value>.self).value
  }
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

/// An answer that is given again and again.
///
/// INVARIANT: `@unchecked Sendable` because nobody writes to it, and its value is bytes that are
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

  /// Puts the answer into a place.
  @inline(__always)
  func fill(_ place: borrowing VacantPlace) {
    if let trivial { place.put(trivial) } else { box.fill(place) }
  }
}
