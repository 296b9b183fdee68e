import LuaBridge

/// The type of a value with named members.
public struct ObjectType: Sendable, Hashable {
  /// The name of the type, if it has one.
  public var name: String?
  /// The members, in byte order of their names.
  public let members: [Member]
  /// Whether names other than those of the members are allowed.
  public var isOpen: Bool
  /// Whether the host decodes what rules give, so that they may give a table of another form.
  ///
  /// The members are then those that rules read.
  public var isDecoded = false
  /// Whether some objects may show other members: those of a class, which a subclass may add.
  ///
  /// It is no part of the type's identity: a JSON Schema does not tell it.
  package var mayShowMore = false

  /// Creates a type; if two members have the same name, the first one wins.
  public init(name: String? = nil, members: [Member], isOpen: Bool = false) {
    self.name = name
    self.isOpen = isOpen
    // The sort is stable, so of equal names the one declared first comes first.
    let sorted = members.sorted { $0.name.precedesInBytes($1.name) }
    self.members = sorted.indices.filter { index in
      index == 0 || !sorted[index - 1].name.utf8.elementsEqual(sorted[index].name.utf8)
    }.map { sorted[$0] }
  }

  /// Returns whether name, members, openness and the way of decoding are the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && left.members == right.members && left.isOpen == right.isOpen
      && left.isDecoded == right.isDecoded
  }

  /// Hashes the properties that `==` compares, except `isDecoded`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(members)
    hasher.combine(isOpen)
  }

  /// Returns the member with the name.
  ///
  /// - Complexity: O(log *n*) for *n* members.
  public subscript(name: String) -> Member? {
    members.position(ofName: name) { $0.name }.map { members[$0] }
  }
}

extension ObjectType {
  /// A member of an object.
  public struct Member: Sendable {
    /// The name in Lua and JSON.
    public var name: String
    /// The type of the member's values.
    public var type: ValueType
    /// Whether a rule that creates the object must set the member.
    public var isRequired: Bool
    /// The value of the member if a context omits it.
    public var defaultValue: LuaValue?
    /// What the member means, for rule authors.
    public var description: String?
    /// Whether the values must not be printed.
    public var isSecret: Bool

    /// Creates a member; by default it is required unless its type allows
    /// `null`.
    ///
    /// By default a method is not required: no rule can set it.
    public init(
      _ name: String, _ type: ValueType, isRequired: Bool? = nil,
      defaultValue: LuaValue? = nil, description: String? = nil, isSecret: Bool = false
    ) {
      self.name = name
      self.type = type
      self.isRequired = isRequired ?? !(type.allowsNull || type.isFunction)
      self.defaultValue = defaultValue
      self.description = description
      self.isSecret = isSecret
    }
  }
}

extension ObjectType.Member: Hashable {
  /// Returns whether two members are declared alike, defaults included.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.name == right.name, left.type == right.type,
      left.isRequired == right.isRequired, left.description == right.description,
      left.isSecret == right.isSecret
    else { return false }
    switch (left.defaultValue, right.defaultValue) {
    case (nil, nil): return true
    case (let left?, let right?): return left.isSame(as: right)
    default: return false
    }
  }

  /// Hashes the properties that `==` compares, except the default and
  /// `isSecret`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(type)
    hasher.combine(isRequired)
    hasher.combine(description)
  }
}
