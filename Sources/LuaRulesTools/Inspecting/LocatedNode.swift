import LuaBridge
import LuaBytecode
import LuaRules

/// A value that a Lua file returned as data, with its location.
struct LocatedNode: Sendable {
  /// The value; functions in it are numbers in a state that no longer exists.
  let node: LuaNode
  /// The location; if it is unknown, that of the table around it.
  let location: SourceLocation
  private let places: TablePlaces

  private init(_ node: LuaNode, at location: SourceLocation, _ places: TablePlaces) {
    self.node = node
    self.location = location
    self.places = places
  }

  /// Runs a file in the sandbox of rule files, and takes the value that it returns.
  ///
  /// - Parameters:
  ///   - source: A source of one file.
  ///   - host: The functions in the global `host`; they exist, but cannot be called.
  ///   - budget: The budget of loading.
  ///   - fileSystem: The file system of the file and its modules.
  /// - Throws: ``RuleError`` as for a rule file.
  init(
    loading source: RuleSource, host: HostFunctions, budget: Budget,
    fileSystem: any RuleFileSystem
  ) throws(RuleError) {
    try CompiledForm.check()
    let request = try LoadRequest(
      reading: ([source], host, RuleSchema()),
      options: RuleOptions(loadingBudget: budget, fileSystem: fileSystem))
    let runner = try FileRunner(request)
    guard let result = try runner.run().results.first else { throw source.hasNoFiles }
    let places = TablePlaces(
      result.node, ofChunk: result.chunk, runner.outlines[result.chunk])
    let line = places.place(of: result.node).line
    self.init(result.node, at: SourceLocation(file: request.files[0].name, line: line), places)
  }

  /// A copy of the value.
  var value: LuaValue { node.value }

  /// The values at the positions 1, 2, 3 …; empty if the value is no table.
  var elements: [LocatedNode] {
    guard case .table(let table) = node else { return [] }
    let lines = places.place(of: table).written?.elementLines(count: table.elements.count)
    return table.elements.enumerated().map { index, element in
      let line = places.place(of: element).line ?? lines?[index]
      return LocatedNode(element, at: here(line), places)
    }
  }

  /// The named values, in byte order of their names; empty if the value is no table.
  var fields: [(name: String, node: LocatedNode)] {
    guard case .table(let table) = node else { return [] }
    let lines = places.place(of: table).written?.fieldLines
    return table.fields.map { field in
      let line = lines?[Array(field.name.utf8)]
      return (field.name, LocatedNode(field.node, at: here(line), places))
    }
  }

  private func here(_ line: Int?) -> SourceLocation {
    SourceLocation(file: location.file, line: line ?? location.line)
  }
}
