import LuaRules

/// What a case decides: a value of the context, or what is not followed of a calculation.
enum CaseSource: Hashable, Sendable {
  /// A path of the context.
  case path([String])
  /// A calculated value, by its number in ``CalculatedValues``.
  case calculated(Int)
  /// Whether a calculated value of any type is true in a condition, or which of the others it is.
  case truth(Int)
  /// Whether the calculation of a value raises an error.
  case failure(Int)
  /// Whether one value is less than another one (−1), equal (0), or greater (1).
  indirect case order(CalculatedValues.Operand, CalculatedValues.Operand)
}

/// The values that the rules of both sides calculate, each with a number.
///
/// Nothing is known of an operation but that it gives the same for the same operands. So one
/// calculation has one number, whichever side makes it.
final class CalculatedValues {
  /// An operand of a calculation.
  enum Operand: Hashable, Sendable {
    /// A constant as a text, which is the same for identical values only.
    case constant(String)
    case source(CaseSource)
    /// A key whose rules raise an error.
    case failing
  }

  /// An operation on operands.
  struct Calculation: Hashable {
    let name: String
    let operands: [Operand]
    /// The type of the result; `.any` also stands for no value.
    let type: ValueType
  }

  private var numbers: [Calculation: Int] = [:]
  private var calculations: [Calculation] = []
  private var reasons: [String] = []
  private var functions: [FunctionFingerprint: Int] = [:]

  /// Returns the number of a calculation; `reason` says why it is not followed, and where.
  func number(of calculation: Calculation, reason: String) -> Int {
    if let known = numbers[calculation] { return known }
    numbers[calculation] = calculations.count
    calculations.append(calculation)
    reasons.append(reason)
    return calculations.count - 1
  }

  /// Returns the type of a calculated value.
  func type(of number: Int) -> ValueType { calculations[number].type }

  /// Returns why a calculation is not followed.
  func reason(for number: Int) -> String { reasons[number] }

  /// Returns the name of a function that is not followed, the same for functions that do the same.
  func name(of function: FunctionFingerprint) -> String {
    let number = functions[function] ?? functions.count
    functions[function] = number
    return "function \(number)"
  }
}
