import Synchronization

/// The derivation of a key's name from the name of its type.
enum KeyName {
  /// A cache of derived names, by key type; it has at most one entry for each
  /// key type.
  private static let known = Mutex<[ObjectIdentifier: String]>([:])

  static func derived(from type: Any.Type) -> String {
    known.withLock { names in
      let id = ObjectIdentifier(type)
      if let name = names[id] { return name }
      let name = derived(fromTypeName: String(reflecting: type))
      names[id] = name
      return name
    }
  }

  static func derived(fromTypeName typeName: String) -> String {
    // `typeName` is `Module.Outer.FancyColorKey`, or `Module.Box<Swift.Int>` for a generic
    // type.
    let plain = typeName.prefix { $0 != "<" }
    var name = plain.split(separator: ".").last ?? plain
    for suffix in ["EnvironmentKey", "Key"] where name.hasSuffix(suffix) {
      if name.count > suffix.count { name = name.dropLast(suffix.count) }
      break
    }
    return lowerCamelCase(name)
  }

  private static func lowerCamelCase(_ name: Substring) -> String {
    let characters = Array(name)
    let run = characters.prefix { $0.isUppercase }.count
    // The last capital of a run begins the next word, unless nothing follows the run.
    let isFollowed = run < characters.count && characters[run].isLowercase
    let lowered = run > 1 && isFollowed ? run - 1 : run
    return String(characters.prefix(lowered)).lowercased() + String(characters.dropFirst(lowered))
  }
}
