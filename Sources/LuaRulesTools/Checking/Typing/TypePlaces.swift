/// The places that values are read from, each with a number: a root, and the steps from it.
///
/// What the context holds does not change during an evaluation, so a test of a place tells
/// something of every later read of it.
struct TypePlaces {
  /// A number of a place; 0 for a value without a place.
  typealias ID = Int

  /// One step of a path.
  enum Step: Hashable {
    case name(String)
    case index(Int64)
    /// The length of a list or a string.
    case length
  }

  /// Why the result of a call may be missing.
  enum Origin: Equatable {
    /// The function is declared so.
    case declared
    /// A pattern may not match.
    case match
    /// A function of a file gives nil in some cases, in words.
    case function(String)
    /// A table of a file has no such entry, with what is missing in words.
    case entry(String)
  }

  /// A place.
  struct Entry {
    /// The place before the last step; 0 for a root.
    let parent: ID
    /// The first place of the path.
    let root: ID
    /// The names from the context on; `nil` for elements of lists, and for places that begin elsewhere.
    let path: [String]?
    /// The path in words of the source, as in `order.lines[1].count`.
    let text: String
    /// The type that is declared for the place; `nil` for one that depends on its parent.
    var declared: LuaType?
    /// Whether the schema says that the value may be missing.
    var isOptional = false
    /// Whether the schema requires the value, and allows null.
    var isNullable = false
    /// Whether a root is an element of a declared list.
    var isElement = false
    /// The list that a root is an element of; 0 if it is not known.
    var list: ID = 0
    /// Whether a root is a length or a position, a test of which says nothing of other values.
    var isMeasure = false
    /// Whether a root is one of the entries of a table that was made while loading, each of which is
    /// meant.
    var isEntry = false
    /// Whether a root is an element of a list that a function has made, of those that it chose.
    var isChosen = false
    /// Whether a root is certainly missing in the first round of a loop, in which nothing is tested before.
    var isMissingAtFirst = false
    /// Why a root may be missing that a call gives; `nil` for other places.
    var origin: Origin?
  }

  private struct Key: Hashable {
    let parent: ID
    let step: Step
  }

  private(set) var entries: [Entry]
  private var numbers: [Key: ID] = [:]

  /// The context itself.
  static let context: ID = 1

  init() {
    let none = Entry(parent: 0, root: 0, path: nil, text: "")
    entries = [
      none,
      Entry(parent: 0, root: Self.context, path: [], text: "c", declared: LuaType(table: .context)),
    ]
  }

  subscript(place: ID) -> Entry {
    get { entries[place] }
    set { entries[place] = newValue }
  }

  /// Returns a known place; `nil` if it is new.
  func known(_ step: Step, from parent: ID) -> ID? { numbers[Key(parent: parent, step: step)] }

  /// Adds the place one step behind another one.
  mutating func add(_ step: Step, from parent: ID, text: String? = nil) -> ID {
    let outer = entries[parent]
    let path: [String]?
    let words: String
    switch step {
    case .name(let name):
      path = outer.path.map { $0 + [name] }
      words = parent == Self.context ? name : "\(outer.text).\(name)"
    case .index(let index):
      path = nil
      words = "\(outer.text)[\(index)]"
    case .length:
      path = nil
      words = "#\(outer.text)"
    }
    entries.append(Entry(parent: parent, root: outer.root, path: path, text: text ?? words))
    numbers[Key(parent: parent, step: step)] = entries.count - 1
    return entries.count - 1
  }

  /// Adds a root, for a value that a function calculates.
  mutating func addRoot(named text: String) -> ID {
    entries.append(Entry(parent: 0, root: entries.count, path: nil, text: text))
    return entries.count - 1
  }

  /// Returns the names that lead to a value of the context, with `[]` for any element of a list; `nil` if
  /// it is read in another way.
  func pathByElements(to place: ID) -> [String]? {
    let entry = entries[place]
    if let path = entry.path { return path }
    let root = entries[entry.root]
    guard root.isElement, root.list != 0, entry.text.hasPrefix(root.text),
      let list = pathByElements(to: root.list)
    else { return nil }
    let names = entry.text.dropFirst(root.text.count).split(separator: ".").map(String.init)
    return names.contains { $0.contains("[") } ? nil : list + ["[]"] + names
  }

  /// Whether the type of a place comes from the schema.
  func isDeclared(_ place: ID) -> Bool {
    let root = entries[place].root
    return place != 0 && (root == Self.context || entries[root].isElement)
  }
}

extension TypePlaces {
  /// How many places there are.
  var count: Int { entries.count }
}
