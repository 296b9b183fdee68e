import LuaBridge

/// Aliases, secret names, paths and values without numbers, which few contexts have.
final class RareValues: Sendable {
  struct Content: Sendable {
    /// Values whose names got no number when they were set, because all numbers
    /// were taken.
    var unnumbered: [ByteName: SetValue] = [:]
    var aliases: [ByteName: Alias] = [:]
    /// The names that were set as secret keys.
    var secretNames: Set<ByteName> = []
    /// The names that are paths of several names, and what they begin with.
    var paths: Set<ByteName> = []
    var prefixes: Set<ByteName> = []
  }

  struct Alias: Sendable {
    var original: String
    var makeDefault: @Sendable () -> RawAnswer
    var makeValueOnError: @Sendable () -> RawAnswer?
    var hitPolicy: HitPolicy
  }

  let content: Content

  init(_ content: Content) { self.content = content }

  var unnumbered: [ByteName: SetValue] { content.unnumbered }
  var aliases: [ByteName: Alias] { content.aliases }
  var secretNames: Set<ByteName> { content.secretNames }
}
