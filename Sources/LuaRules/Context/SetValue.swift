import LuaBridge

/// A value that is set on a context, with what is known of its type.
protocol SetValue: AnyObject {
  /// The type as which it was set.
  var type: Any.Type { get }
  /// The value.
  var erased: any Sendable { get }
  /// What it is in Lua.
  var form: SetForm { get }
  /// The value, when it is copied byte by byte.
  var trivial: TrivialValue? { get }

  /// Puts the value into a place.
  func fill(_ place: borrowing VacantPlace)
}

extension SetValue {
  /// Returns the value; `type` must be the type as which it was set.
  @inline(__always) func value<Value>(as type: Value.Type) -> Value {
    SameType.downcast(self, to: TypedValue<Value>.self).value
  }
}

/// What a set value is in Lua, as far as that is decided when it is set.
enum SetForm: Sendable {
  case scalar(LuaValue)
  case view(SharedView)
  case table(SetTable)
  /// To be found out when it is read.
  case open
}

/// A view that many accesses share.
///
/// INVARIANT: `@unchecked Sendable` because it is a ``RuleObjectView`` of a value
/// that is `Sendable`: immutable, as are the members that it lists.
struct SharedView: @unchecked Sendable {
  let view: any LuaView
  /// The same, as far as it is stored.
  let scalars: Uncounted<StoredScalars>
}

/// A table, as JSON gives one, in a place that is not copied.
final class SetTable: Sendable {
  let table: LuaTable

  init(_ table: LuaTable) {
    self.table = table
  }
}

/// A set value that is read back without a cast.
final class TypedValue<Value>: SetValue {
  let value: Value
  let form: SetForm
  let type: Any.Type
  let trivial: TrivialValue?
  private let erase: @Sendable (TypedValue<Value>) -> any Sendable

  var erased: any Sendable { erase(self) }

  init(_ value: Value) where Value: Sendable {
    self.value = value
    type = Value.self
    form = SetForm(of: value)
    trivial = TrivialValue(value)
    erase = { $0.value }
  }

  func fill(_ place: borrowing VacantPlace) {
    place.put(value)
  }
}

extension TypedValue: Sendable where Value: Sendable {}

extension SetForm {
  init<Value: Sendable>(of value: Value) {
    if let text = SameType.cast(value, to: String.self) {
      self = .scalar(.string(text))
    } else if let flag = SameType.cast(value, to: Bool.self) {
      self = .scalar(.boolean(flag))
    } else if let integer = SameType.cast(value, to: Int.self) {
      self = .scalar(.integer(Int64(integer)))
    } else if let number = SameType.cast(value, to: Double.self) {
      self = .scalar(.number(number))
    } else if let value = SameType.cast(value, to: LuaValue.self) {
      self.init(of: value)
    } else if let object = value as? any RuleObject, !(value is any LuaConvertible),
      let view = object.luaView as? any StoredScalars & LuaView & SharableView
    {
      self = .view(SharedView(view: view, scalars: Uncounted(view)))
    } else {
      self = .open
    }
  }
}

extension SetForm {
  private init(of value: LuaValue) {
    switch value {
    case .table(let table): self = .table(SetTable(table))
    case .boolean, .integer, .number, .string: self = .scalar(value)
    case .nil, .null, .bytes, .object, .function: self = .open
    }
  }
}

/// Marks views that may be made once for a value, before anyone reads it.
protocol SharableView {}
