import LuaBytecode
import LuaRules

/// What a function puts into a table that it makes.
struct MadeTable {
  /// A value that is put in, with the instruction that does so.
  struct Part {
    let position: Int
    let type: LuaType
    /// The place of the value, if it is a table that the function makes, too.
    var place: TypePlaces.ID = 0
    /// What is in that table, if all of that is known.
    var table: MadeTable?

    init(_ position: Int, _ type: LuaType) { (self.position, self.type) = (position, type) }
  }

  /// The elements with numbers.
  var elements: [Part] = []
  /// Whether each element has a place of its own, as in a constructor.
  var hasFixedElements = true
  /// Whether each element comes behind the others, or between them, so that all of them stay.
  var keepsElements = true
  /// The values with names.
  var fields: [String: [Part]] = [:]
  /// For a field that is one of several texts, each of them, with the instruction that chooses it.
  var alternatives: [String: [Part]] = [:]
  /// The values with names that are calculated.
  var named: [Part] = []
  /// Whether nothing else may be put in.
  var isKnown = true
  /// The fields that nothing has set on some way to where the table is given back.
  var mayLack: Set<String> = []
  /// Where fields are set that nothing replaces on some way to where the table is given back.
  var kept: Set<Int> = []
  /// The keys by which the function sets something, and by which it reads.
  var keys: (written: [Part], read: [Part]) = ([], [])
  /// Where the key of a write is the length of the table, as in `list[#list] = x`.
  var writesAtLength: Set<Int> = []
  /// Whether only the function itself uses the table, and reads it by its keys.
  var isReadByKeys = true

  init() {}

  /// Creates the table that a call gives.
  ///
  /// - Parameters:
  ///   - contents: What is in it.
  ///   - position: The call.
  ///   - type: Returns the type of a value.
  init(
    _ contents: TableContents, at position: Int, _ type: (TypeState.Value) -> LuaType
  ) {
    fields = contents.fields.mapValues { [Part(position, type($0))] }
    if !contents.elements.isNever, !contents.elements.isAny {
      elements = [Part(position, contents.elements)]
    }
    if contents.isOpen { named = [Part(position, .any)] }
    hasFixedElements = false
  }
}
