import LuaBytecode
import LuaRules

/// The fingerprints of the functions of some models, each made once.
final class FunctionFingerprints {
  /// A function that can be compared with others, and the keys that it may read, in byte order; `nil`
  /// for any.
  typealias Known = (fingerprint: FunctionFingerprint, keys: [String]?)

  private let models: [InspectedModel]
  private var known: [[Int]: Known?] = [:]

  init(_ models: [InspectedModel]) { self.models = models }

  /// Returns what a function does; `nil` if it captures what is not known.
  func fingerprint(of function: InspectedFunction, ofModel number: Int) -> Known? {
    let id = [number, function.number]
    if let known = known[id] { return known }
    let contents = models[number].contents
    var found: Known?
    if let name = contents.libraryFunctions[function.number] {
      found = (FunctionFingerprint(ofLibrary: name), nil)
    } else if let fingerprint = FunctionFingerprint(of: function.number, in: contents) {
      found = (fingerprint, contents.keys(readBy: function.number)?.sortedByBytes())
    }
    known[id] = .some(found)
    return found
  }
}

extension CapturedContents {
  /// Returns the keys that a function may read; `nil` if it may read any.
  fileprivate func keys(readBy number: Int) -> Set<String>? {
    guard let function = functions[number] else { return nil }
    var keys: Set<String> = []
    var readsAny = false
    function.code.forEachUse { use, _ in
      switch use {
      case .readingAnyKey: readsAny = true
      case .reading(let path): if let key = path.first { keys.insert(key) }
      default: break
      }
    }
    return readsAny ? nil : keys
  }
}
