import Testing

@testable import LuaBridge

extension Trait where Self == ConditionTrait {
  /// For tests of what C code reads by layouts; a build with `-DNO_LAYOUTS` has none.
  static var readsByLayouts: Self {
    .enabled(if: TypeMetadata.isUnderstood, "layouts are not used")
  }
}

/// A representation as one line of text, so that tables of cases can be read.
func text(_ representation: LuaRepresentation, depth: Int = 3) -> String {
  switch representation {
  case .value(let value): value.literal
  case .opaque: "opaque"
  case .unrepresentable(let reason): "unrepresentable: \(reason)"
  case .view(let view) where depth == 0: "\(view.shape)"
  case .view(let view):
    "\(view.shape)#\(view.count){"
      + view.keys.map { key in "\(key.literal)=\(text(view.member(key), depth: depth - 1))" }
      .joined(separator: ", ") + "}"
  }
}

func text(_ member: LuaViewMember, depth: Int = 3) -> String {
  switch member {
  case .value(let value): text(LuaRepresentation(of: value), depth: depth)
  case .absent: "absent"
  case .unknown(let members, let note):
    "unknown [\(members.joined(separator: " "))]" + (note.map { ": \($0)" } ?? "")
  }
}

func view(of value: Any) -> (any LuaView)? {
  if case .view(let view) = LuaRepresentation(of: value) { view } else { nil }
}

/// A table literal: positions without a name, then names.
func table(_ elements: LuaValue..., fields: KeyValuePairs<String, LuaValue> = [:]) -> LuaValue {
  let sorted = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  return .table(
    LuaTable(elements: elements, fields: sorted.map { (name: $0.key, value: $0.value) }))
}

/// A conversion whose result is a line of text, value or error.
struct Conversion: Sendable, CustomTestStringConvertible {
  let given: LuaValue
  let expected: String
  let testDescription: String
  let run: @Sendable () -> String

  init<Value>(_ given: LuaValue, _ type: Value.Type, _ expected: String) {
    self.given = given
    self.expected = expected
    testDescription = "\(given.literal) as \(type) is \(expected)"
    let box = TypeBox(type: type)
    run = { text(given, as: box) }
  }
}

struct TypeBox<Value>: Sendable {
  let type: Value.Type
  init(type: Value.Type) { self.type = type }
}

private func text<Value>(_ given: LuaValue, as box: TypeBox<Value>) -> String {
  do throws(ConversionError) {
    return String(reflecting: try LuaConverter { _ in nil }.convert(given, to: Value.self))
  } catch {
    return message(error)
  }
}

func message(_ error: ConversionError) -> String {
  let place = error.path.isEmpty ? "" : "at \(error.path.joined(separator: " ")): "
  return "\(error.kind): \(place)\(error.given); expected \(error.expected)"
}

enum Color: String, Sendable { case gray, red, black }
enum Level: Int, Sendable { case low = 1, high = 10 }
enum Side { case left, right }
enum Only { case one }
enum Loading { case idle, loaded(Int), named(count: Int), failed(String, code: Int), empty(Void) }
struct Options: OptionSet, Hashable { let rawValue: Int }
struct Point: Equatable { var x: Int; var y: Double }
final class Machine {}
