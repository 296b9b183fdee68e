import Foundation
import GRDB

/// A part of a statement, made of literals in our source, names of the schema, and bound values.
///
/// Text that was not written in a source file cannot get in: literals are `StaticString`s.
///
///     let sql: SQL = "SELECT \(attribute.identifier) FROM \(entity.identifier) WHERE \(key) = \(bound: value)"
public struct SQL: Sendable {
  private(set) var text: String
  private(set) var values: [Value]

  /// Joins parts with a literal between them.
  public static func joined(_ parts: [SQL], separator: StaticString) -> SQL {
    var result = SQL(text: "", values: [])
    for (index, part) in parts.enumerated() {
      if index > 0 { result.text += "\(separator)" }
      result.text += part.text
      result.values += part.values
    }
    return result
  }

  private init(text: String, values: [Value]) {
    self.text = text
    self.values = values
  }
}

extension SQL: ExpressibleByStringInterpolation {
  /// Makes SQL of a literal.
  public init(stringLiteral value: StaticString) {
    self.init(text: "\(value)", values: [])
  }

  /// Makes SQL of a literal with names, values and parts in it.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.sql
  }

  /// What a literal is made of.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var sql = SQL(text: "", values: [])

    /// Begins with nothing.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends what stands between interpolations.
    public mutating func appendLiteral(_ literal: StaticString) {
      sql.text += "\(literal)"
    }

    /// Appends a quoted name.
    public mutating func appendInterpolation(_ identifier: Identifier) {
      sql.text += identifier.quoted
    }

    /// Appends other SQL with its values.
    public mutating func appendInterpolation(_ part: SQL) {
      sql.text += part.text
      sql.values += part.values
    }

    /// Appends a placeholder, and binds a value to it.
    ///
    /// What stands there has no affinity, so a comparison converts it as SQLite converts a literal.
    public mutating func appendInterpolation(bound value: Value) {
      switch value {
      case .text(let text) where text.utf8.contains(0):
        // GRDB binds text up to the first NUL.
        let parts = text.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false)
        sql.text += "(" + parts.map { _ in "?" }.joined(separator: " || char(0) || ") + ")"
        sql.values += parts.map { .text(String(String.UnicodeScalarView($0))) }
      case .malformedText(let bytes):
        sql.text += "+CAST(? AS TEXT)"
        sql.values.append(.blob(bytes))
      default:
        sql.text += "?"
        sql.values.append(value)
      }
    }

    mutating func appendInterpolation(_ alias: TableAlias) {
      sql.text += "t\(alias.number)"
    }
  }
}

/// A name for a table inside one statement, such as `t0`.
struct TableAlias: Hashable, Sendable {
  let number: Int
}

extension Value {
  /// The value in the form that GRDB binds.
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let value): value.databaseValue
    case .real(let value): value.databaseValue
    case .text(let value): value.databaseValue
    case .blob(let bytes), .malformedText(let bytes): Data(bytes).databaseValue
    }
  }
}

extension SQL {
  var arguments: StatementArguments { StatementArguments(values.map(\.databaseValue)) }
}
