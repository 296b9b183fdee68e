import LuaBridge

/// The type of an enumeration whose cases may have associated values.
///
/// A case without values is a string, its name. A case with values is an object with one member, which
/// is named as the case and holds the values.
public struct VariantType: Sendable, Hashable {
  /// The name of the type, if it has one.
  public let name: String?
  /// The names of the cases without values.
  public let plainCases: [String]
  /// The cases with values, each as an optional member.
  ///
  /// An object has exactly one of them.
  public let object: ObjectType
  /// What rules see of an object: the names of the other cases are `nil`.
  let visible: ObjectType

  /// Creates a type.
  ///
  /// - Parameters:
  ///   - name: The name of the type.
  ///   - plainCases: The names of the cases without values.
  ///   - cases: The names of the other cases, with the types of their values.
  ///   - isDecoded: Whether the host decodes what rules give; see ``ObjectType/isDecoded``.
  public init(
    name: String? = nil, plainCases: [String], cases: [(name: String, type: ValueType)],
    isDecoded: Bool = false
  ) {
    self.name = name
    self.plainCases = plainCases
    var object = ObjectType(
      name: name, members: cases.map { .init($0.name, $0.type, isRequired: false) })
    object.isDecoded = isDecoded
    self.object = object
    visible = ObjectType(
      name: name,
      members: object.members + plainCases.map { .init($0, .any, isRequired: false) })
  }

  /// Whether the host decodes what rules give.
  var isDecoded: Bool { object.isDecoded }

  /// What values look like, in words.
  var expectation: String {
    let names = object.members.map { "`\($0.name)`" }.joined(separator: ", ")
    let one = "an object with \(object.members.count == 1 ? "" : "one of ")\(names)"
    return plainCases.isEmpty ? one : "\(plainCases.joined(separator: ", ")) or \(one)"
  }
}

extension ValueType {
  /// Creates the type of a Swift enumeration whose cases have associated values; `nil` for
  /// other types.
  init?(describingCasesOf type: Any.Type) {
    guard let cases = EnumCases.payloads(of: type) else { return nil }
    self = .variant(
      VariantType(
        name: String(describing: type),
        plainCases: cases.filter { $0.payload == nil }.map(\.name),
        cases: cases.compactMap { name, payload in
          payload.map { (name, ValueType(describingPayload: $0)) }
        },
        isDecoded: type is any Decodable.Type))
  }

  /// Describes the associated values of a case: several ones are a list, as in Lua.
  private init(describingPayload payload: [Any.Type]) {
    if payload.count == 1 {
      self.init(describing: payload[0])
    } else {
      let types = Set(payload.map { ValueType(describing: $0) })
      self = .list(of: types.count == 1 ? types.first ?? .any : .any)
    }
  }
}

// MARK: - JSON Schema

extension VariantType {
  /// The branches of `oneOf`, first the cases without values.
  func branches(_ schema: (ValueType) -> JSONLayout) -> [JSONLayout] {
    let plain = plainCases.isEmpty ? [] : [JSONLayout.object([("enum", .strings(plainCases))])]
    return plain
      + object.members.map { member in
        .object([
          ("type", .string("object")),
          ("properties", .object([(member.name, schema(member.type))])),
          ("required", .strings([member.name])), ("additionalProperties", .text("false")),
        ])
      }
  }

  /// Creates the type of alternatives: strings, and objects that each have one member of their own;
  /// `nil` if the alternatives are others, or fewer than two.
  init?(alternatives: [ValueType], name: String?, isDecoded: Bool) {
    var plainCases: [String] = []
    var cases: [(name: String, type: ValueType)] = []
    for type in alternatives {
      switch type {
      case .enumeration(let scalars):
        for scalar in scalars {
          guard case .string(let text) = scalar else { return nil }
          plainCases.append(text)
        }
      case .object(let object):
        guard !object.isOpen, object.members.count == 1, let member = object.members.first,
          member.isRequired, !cases.contains(where: { $0.name.hasSameBytes(as: member.name) })
        else { return nil }
        cases.append((member.name, member.type))
      default: return nil
      }
    }
    guard !cases.isEmpty, alternatives.count > 1 || name != nil else { return nil }
    self.init(name: name, plainCases: plainCases, cases: cases, isDecoded: isDecoded)
  }
}

// MARK: - Conversion

extension Conversion {
  func variant(
    _ value: LuaValue, as variant: VariantType, depth: Int
  ) throws(ConversionError) -> LuaValue {
    if direction == .outOfLua, variant.isDecoded {
      return try convert(value, to: .any, depth: depth)
    }
    switch value {
    case .string(let text):
      if variant.plainCases.contains(where: { $0.hasSameBytes(as: text) }) { return value }
      var failure = wrongValue(value, .variant(variant))
      failure.allowed = variant.plainCases
      throw failure
    case .table(let table) where table.elements.isEmpty && table.fields.count == 1:
      let (name, payload) = table.fields[0]
      guard let member = variant.object[name] else {
        throw unknownMember(name, of: variant.object)
      }
      let converted = try convert(payload, to: member.type, depth: depth + 1, at: name)
      return .table(LuaTable(object: [(name, converted)]))
    case .object where direction == .outOfLua: return value
    case .table: throw wrongValue(value, .variant(variant))
    default: throw wrongType(value, .variant(variant))
    }
  }
}
