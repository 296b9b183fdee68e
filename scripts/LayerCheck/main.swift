// Called by `scripts/check-layers`: LayerCheck PACKAGE INDEX LAYERS check|graph|dot|uses
import Foundation

func run(_ arguments: [String]) throws(Failure) -> Int32 {
  guard arguments.count == 4 else { throw Failure("four arguments are wanted") }
  guard let declaration = try? String(contentsOfFile: arguments[2], encoding: .utf8) else {
    throw Failure("\(arguments[2]) cannot be read")
  }
  let layers = try Layers(reading: declaration)
  let uses = try Uses(
    of: URL(filePath: arguments[0], directoryHint: .isDirectory),
    index: IndexStore(path: arguments[1]))
  func graphs() -> [Graph] {
    layers.orders.map { Graph(of: uses.uses, order: $0) }
      + [Graph(of: uses.uses, targets: layers.targets)]
  }

  switch arguments[3] {
  case "graph":
    print(graphs().map(\.text).joined(separator: "\n\n"))
  case "dot":
    print("digraph {\n\(graphs().map(\.dot).joined(separator: "\n"))\n}")
  case "uses":
    let lines = uses.uses.map { "\($0.from)\t\($0.line)\t\($0.name)\t\($0.to)" }
    print(lines.sorted().joined(separator: "\n"))
  default:
    let findings = findings(in: uses, layers: layers)
    if findings.isEmpty {
      print("scripts/check-layers: \(uses.uses.count) uses in \(uses.files.count) files, none back")
    } else {
      print(findings.joined(separator: "\n"))
      print("scripts/check-layers: \(findings.count) finding\(findings.count == 1 ? "" : "s")")
      return 1
    }
  }
  return 0
}

do {
  exit(try run(Array(CommandLine.arguments.dropFirst())))
} catch {
  FileHandle.standardError.write(Data("scripts/check-layers: \(error.message)\n".utf8))
  exit(2)
}
