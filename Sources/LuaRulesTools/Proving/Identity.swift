import LuaBridge
import LuaRules

extension LuaValue {
  /// Whether no rule can tell the values apart: 3 and 3.0 are equal, and have different texts.
  func isIdentical(to other: LuaValue) -> Bool {
    switch (self, other) {
    case (.table(let one), .table(let other)):
      one.elements.count == other.elements.count && one.fields.count == other.fields.count
        && zip(one.elements, other.elements).allSatisfy { $0.isIdentical(to: $1) }
        && one.fields.allSatisfy { field in
          other[field.name].map { field.value.isIdentical(to: $0) } ?? false
        }
    case (.table, _), (_, .table), (.object, _), (.function, _): false
    default: exactText == other.exactText
    }
  }
}

extension RuleSchema {
  /// Whether another schema declares the same keys, with the same types and defaults.
  func isSame(as other: RuleSchema) -> Bool {
    Array(json().utf8) == Array(other.json().utf8)
  }
}
