import LuaBytecode
import LuaRules

/// The fingerprints of the functions of some models, each made once.
final class FunctionFingerprints {
  /// A function that can be compared with others, and the keys that it reads, in byte order.
  typealias Known = (fingerprint: FunctionFingerprint, keys: [String])

  private let models: [(model: InspectedModel, texts: CapturedTexts)]
  private var known: [[Int]: Known?] = [:]

  init(_ models: [InspectedModel]) { self.models = models.map { ($0, CapturedTexts($0)) } }

  /// Returns what a function does; `nil` if it may read any key, or captures what is not known.
  func fingerprint(of function: InspectedFunction, ofModel number: Int) -> Known? {
    let id = [number, function.number]
    if let known = known[id] { return known }
    let (model, texts) = models[number]
    var found: Known?
    if let keys = model.keys(readBy: function.number),
      let fingerprint = FunctionFingerprint(of: function.number, in: model, texts)
    {
      found = (fingerprint, keys.sortedByBytes())
    }
    known[id] = .some(found)
    return found
  }
}

extension InspectedModel {
  /// Returns the keys that a function may read; `nil` if it may read any.
  fileprivate func keys(readBy number: Int) -> Set<String>? {
    guard let function = code.functions[number] else { return nil }
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
