#if Configuration
  import Configuration

  extension AbsoluteConfigKey {
    /// The path of names that rules are asked for first, such as `http.port`.
    var rulePath: String {
      components.count == 1 ? components[0] : components.joined(separator: ".")
    }
  }

  extension String {
    /// The words of a path as one name: `httpPort` for `http.port`; `nil` for a single word.
    var asOneName: String? {
      var name: [UInt8] = []
      name.reserveCapacity(utf8.count)
      var words = 1
      var beginsWord = false
      for byte in utf8 {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
          beginsWord = !name.isEmpty
        default:
          let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          name.append(beginsWord && isLower ? byte - 32 : byte)
          if beginsWord { words += 1 }
          beginsWord = false
        }
      }
      return words == 1 ? nil : String(decoding: name, as: UTF8.self)
    }
  }
#endif
