import LuaBridge
import LuaBytecode

/// The paths that the functions of rules visibly read, each once, at its first place.
///
/// Most functions of a file have few shapes and read the same names; for such a function only the bytes
/// of its constants are compared.
struct ReadNames {
  struct Read {
    let path: [String]
    let location: SourceLocation
  }

  private(set) var all: [Read] = []
  /// Whether some function uses its context in a way that may read any key.
  private(set) var includesAnyKey = false
  private var known: Set<[ByteName]> = []
  /// For each shape, the constants of the last function, up to the last one that is a name.
  private var constants: [[UInt8]?] = []

  /// Whether a function reads the same names as another one of its shape.
  func includes(_ function: FunctionOutline, shape: Int) -> Bool {
    guard shape < constants.count, let names = constants[shape] else { return false }
    return function.beginsWithConstants(names)
  }

  /// Notes a function whose reads are unknown.
  mutating func noteAnyKey() { includesAnyKey = true }

  /// Notes what a function does in a line.
  mutating func note(_ use: FunctionUse, at line: Int, in file: String) {
    switch use {
    case .reading(let path):
      guard known.insert(path.map { ByteName($0) }).inserted else { return }
      all.append(Read(path: path, location: SourceLocation(file: file, line: line)))
    case .readingAnyKey: includesAnyKey = true
    default: break
    }
  }

  /// Notes the reads of a function.
  ///
  /// - Parameters:
  ///   - function: Its code.
  ///   - file: The name of its file.
  ///   - shaped: The function with the number of its shape, if that is known.
  mutating func note(
    _ function: CompiledFunction, in file: String,
    shaped: (outline: FunctionOutline, shape: Int)? = nil
  ) {
    var names: Set<String> = []
    function.forEachUse { use, line in
      if shaped != nil, case .reading(let path) = use { names.formUnion(path) }
      note(use, at: line, in: file)
    }
    guard let (outline, shape) = shaped else { return }
    let last = function.constants.lastIndex { constant in
      if case .string(let bytes) = constant {
        names.contains(String(decoding: bytes, as: UTF8.self))
      } else {
        false
      }
    }
    while constants.count <= shape { constants.append(nil) }
    constants[shape] = outline.constantBytes(upTo: (last ?? -1) + 1)
  }
}
