// Functions by where they are in one another, as Lua's compiler numbers them.

extension SyntaxTree {
  /// Returns the functions directly in a function, or in the file, in the order in which they begin.
  package func functions(in outer: Int?) -> [Int] {
    outer.map { functions[$0].inner } ?? outermostFunctions
  }

  /// Returns the path from the file to a function: for each function around it, and for itself, its
  /// number among the functions of the next outer one.
  ///
  /// The compiled form of a text has its functions in the same order, so the path leads to the same
  /// function there, unless ``hasSkipped`` or the text is no Lua.
  ///
  /// SOURCE: `lparser.c` of Lua 5.4: `body` calls `addprototype` before it reads the parameters.
  ///
  /// - Complexity: O(*d*) for *d* functions around it.
  package func path(ofFunction number: Int) -> [Int] {
    var path: [Int] = []
    var next: Int? = number
    while let function = next {
      path.append(functions[function].index)
      next = functions[function].outer
    }
    return path.reversed()
  }

  /// Returns the function at the end of a path; `nil` if there is none, or for the file itself.
  package func function(atPath path: some Collection<Int>) -> Int? {
    var found: Int?
    for index in path {
      let inner = functions(in: found)
      guard inner.indices.contains(index) else { return nil }
      found = inner[index]
    }
    return found
  }
}
