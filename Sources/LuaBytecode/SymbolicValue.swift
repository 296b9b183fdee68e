/// The known facts about a value without running the function: its origin.
///
/// Two equal symbolic values of one ``SymbolicValues`` have the same value in
/// every execution: the same path from the parameter, constant, upvalue or
/// result of one call, or the same operation on such values.
package struct SymbolicValue: Hashable, Sendable {
  /// The index of the value's origin in its ``SymbolicValues``.
  package let number: Int32

  package static let `nil` = SymbolicValue(number: 0)
  package static let `false` = SymbolicValue(number: 1)
  package static let `true` = SymbolicValue(number: 2)

  package static func boolean(_ value: Bool) -> SymbolicValue { value ? .true : .false }

  /// The origin of a value; the kind says what `first` and `second` mean.
  package struct Origin: Hashable {
    package enum Kind: UInt8 {
      /// `nil`, `false` and `true`.
      case `nil`, `false`, `true`
      /// The integer `first`.
      case integer
      /// The constant `first` of the function.
      case constant
      /// The parameter `first`.
      case parameter
      /// The upvalue `first`.
      case upvalue
      /// The member `second` of `first`.
      case member
      /// Result `second` of the call at instruction `first`.
      case call
      /// A table or a function that instruction `first` created.
      case made
      /// An unknown value, number `second`, that instruction `first` read; it
      /// is equal to no other.
      case unknown
      /// The operation `detail` on `first` and, for a binary operation,
      /// `second`.
      case operation
    }

    package let kind: Kind
    package let detail: UInt8
    package let first: Int32
    package let second: Int32
  }
}
