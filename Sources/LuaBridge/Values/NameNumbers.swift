import CLuaSupport
import Synchronization

/// Numbers of names, which all threads read without a lock.
@usableFromInline package enum NameNumbers {
  /// Held while a number is assigned.
  private static let assigning = Mutex(())

  /// Returns the number of a name, compared by its bytes; 0 for none.
  @usableFromInline package static func of(_ name: String) -> UInt32 {
    var name = name
    return name.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let first = characters.baseAddress else {
          return unsafe lrs_numberOfName("", 0)
        }
        return unsafe lrs_numberOfName(first, characters.count)
      }
    }
  }

  /// Assigns a number, not 0, to a name that has none.
  ///
  /// - Returns: Whether the number was assigned: `false` if the name has a number, or if there is no
  ///   memory.
  @usableFromInline package static func set(_ number: UInt32, for name: String) -> Bool {
    assigning.withLock { _ in of(name) == 0 && setAlone(number, for: name) }
  }

  private static func setAlone(_ number: UInt32, for name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let first = characters.baseAddress else {
          return unsafe lrs_setNumberOfName("", 0, number)
        }
        return unsafe lrs_setNumberOfName(first, characters.count, number)
      }
    }
  }
}
