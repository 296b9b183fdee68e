import LuaBridge
import LuaSyntax

/// A new name for a local variable, or a parameter.
///
/// It is refused unless Lua compiles the text to the same code as before.
struct LocalRename {
  private let file: EditedFile
  private let binding: SyntaxTree.Binding
  private let number: Int

  /// - Throws: ``RenameError`` for a file that Lua cannot compile.
  init(of number: Int, in file: EditedFile) throws(RenameError) {
    self.file = file
    self.number = number
    binding = file.outline.syntax.bindings[number]
    guard Self.code(of: file.text) != nil else {
      throw RenameError("Lua cannot compile this file: correct it first")
    }
    guard binding.name != "_ENV" else { throw RenameError("`_ENV` belongs to Lua") }
  }

  private var syntax: SyntaxTree { file.outline.syntax }

  /// The places that name the variable.
  var places: [EditedProject.Place] {
    syntax.uses.filter { $0.binding == number }.map {
      EditedProject.Place(path: file.path, range: syntax.tokens.inner(syntax.tokens[$0.token]))
    }
  }

  /// Returns the places whose text a new name replaces.
  ///
  /// - Throws: ``RenameError`` if the name means something else where the variable is visible.
  func places(renamedTo name: String) throws(RenameError) -> [EditedProject.Place] {
    if name == binding.name { return places }
    guard name != "_ENV" else { throw RenameError("`_ENV` belongs to Lua") }
    let scope = binding.token..<binding.end
    let other = syntax.uses.first { scope.contains($0.token) && syntax.text($0.token) == name }
    if let other {
      let line = file.position(of: syntax.tokens[other.token].start).line + 1
      let what = other.binding == nil ? "the global" : "another variable"
      throw RenameError("`\(name)` is \(what) in line \(line), where `\(binding.name)` is visible")
    }
    let found = places
    let text = EditedFile.replacing(found.map(\.range), of: file.text, with: name)
    guard let before = Self.code(of: file.text), Self.code(of: text) == before else {
      throw RenameError("with the name `\(name)` the file would do something else")
    }
    return found
  }

  /// The code of a text without the names of variables; `nil` if Lua cannot compile it.
  private static func code(of text: String) -> [UInt8]? {
    guard let state = try? LuaState(memoryLimit: 256 << 20) else { return nil }
    do {
      try state.compile(Array(text.utf8), chunk: 1)
      return state.dumpChunk(isStripped: true)
    } catch {
      return nil
    }
  }
}

extension EditedFile {
  /// Returns the text with parts that do not overlap replaced.
  package static func replacing(_ parts: [Range], of text: String, with new: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var end = 0
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      result += bytes[end..<max(end, part.lowerBound)]
      result += new.utf8
      end = part.upperBound
    }
    return String(decoding: result + bytes[min(end, bytes.count)...], as: UTF8.self)
  }
}
