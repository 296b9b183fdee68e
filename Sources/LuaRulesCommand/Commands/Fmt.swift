import ArgumentParser
import Foundation
import LuaRules
import LuaRulesTools

struct Fmt: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Format rule files: indentation, spaces and commas.",
    usage: "luarules fmt [<path> …] [<options>]",
    discussion: """
      A path is a Lua file, or a folder with all Lua files in it and below. - reads standard input \
      and writes to standard output. Without a path, format the folder of luarules.json.

      The format has two spaces for each level, one space around operators and inside braces, a comma \
      after the last field of a table that ends on a line of its own, and no trailing spaces. No code \
      moves to another line, and strings and comments do not change. A file is written only if it still \
      compiles to the same code.

      Exit status: 0 success; 1 a file is not Lua, or with --check a file would change; 65 a file is not \
      UTF-8; 66 a file cannot be read; 74 a file cannot be written. If several apply, the greatest.

      luarules fmt rules/
      luarules fmt --check
      luarules fmt - < todo.lua
      """)

  @Argument(
    help: ArgumentHelp("Lua files and folders, or - for standard input.", valueName: "path"))
  var paths: [String] = []

  @Flag(
    name: .customLong("check"), help: "List the files that would change, and write nothing.")
  var onlyChecks = false

  @Flag(name: .customLong("diff"), help: "Print a diff of what would change, and write nothing.")
  var printsDiff = false

  func validate() throws {
    if paths.contains("-"), paths.count > 1 || onlyChecks || printsDiff {
      throw ValidationError("`-` cannot be combined with other files")
    }
    guard paths.isEmpty, ProjectFile.path(above: ".") == nil else { return }
    throw ValidationError(
      "Missing expected argument '<path> ...', and there is no \(ProjectFile.name)")
  }

  func run() throws {
    try withExitStatus { paths == ["-"] ? try formatInput() : try formatFiles() }
  }

  private func formatInput() throws -> Failure.Status? {
    let text = try InputFile("-", orStandardInput: true).text(or: .syntax)
    var output = StandardOutput()
    try output.write(Self.formatted(text, name: "standard input"))
    try output.flush()
    return nil
  }

  private func formatFiles() throws -> Failure.Status? {
    var files: [String] = []
    let given =
      paths.isEmpty ? [ProjectFile.path(above: ".").map(FilePath.folder(of:)) ?? "."] : paths
    var unreadable: [Failure] = []
    for path in given { files += try Self.files(at: path, unreadable: &unreadable) }
    for failure in unreadable { StandardError.print(failure.error) }
    var output = StandardOutput()
    var status = unreadable.map(\.status).max()
    var count = 0
    for path in files {
      do {
        let text = try SettingsFile(path).text(or: .syntax)
        let formatted = try Self.formatted(text, name: path)
        guard formatted != text else { continue }
        count += 1
        if printsDiff {
          let diff = UnifiedDiff(from: Array(text.utf8), to: Array(formatted.utf8))
          try output.write(diff.text(from: path, to: path))
        } else if onlyChecks {
          try output.print(path)
        } else {
          try CorrectedFile(path: path, original: Array(text.utf8))
            .replace(with: Array(formatted.utf8))
        }
        if onlyChecks { status = max(status ?? .rulesAtFault, .rulesAtFault) }
      } catch let failure as Failure {
        StandardError.print(failure.error)
        status = max(status ?? failure.status, failure.status)
      }
    }
    try output.flush()
    if !onlyChecks, !printsDiff {
      StandardError.print("formatted \(count) of \(files.count) file\(files.count == 1 ? "" : "s")")
    }
    return status
  }

  private static func formatted(_ text: String, name: String) throws -> String {
    do {
      return try RuleFormatter.formatted(text, name: name)
    } catch {
      throw Failure(error, .rulesAtFault)
    }
  }

  // MARK: Files

  /// The greatest depth of folders that is looked into.
  private static let greatestDepth = 64

  /// Returns the Lua files at a path, in byte order; folders below that cannot be
  /// read are told in `unreadable`.
  private static func files(
    at path: String, depth: Int = 0, unreadable: inout [Failure]
  ) throws -> [String] {
    let files = LocalFileSystem()
    switch files.kind(of: path) {
    case .regular: return [path]
    case .folder:
      guard depth < greatestDepth else { return [] }
      guard let names = try? files.names(inFolder: path) else {
        unreadable.append(failure("the folder cannot be read", path))
        return []
      }
      var found: [String] = []
      for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
        let inner = FilePath.join(path, name)
        guard !name.hasPrefix("."), files.kind(of: inner) == .folder || name.hasSuffix(".lua")
        else { continue }
        // Without links, no folder is inside itself.
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: inner)) != nil
        if isLink { continue }
        found += try self.files(at: inner, depth: depth + 1, unreadable: &unreadable)
      }
      return found
    case .other:
      unreadable.append(failure("neither a file nor a folder", path))
      return []
    case .missing: throw failure("no such file or folder", path)
    }
  }

  private static func failure(_ message: String, _ path: String) -> Failure {
    Failure(RuleError(.unreadable, message, at: SourceLocation(file: path)), .noInput)
  }
}
