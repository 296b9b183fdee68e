#if Macros
  /// The property `ruleMembers` as one would write it by hand.
  struct MemberList {
    /// The type whose members are listed.
    let root: String
    /// Whether it is one of many, so that Swift stores no property for it.
    let isGeneric: Bool
    let members: [MemberDeclaration]

    /// The declaration without its access level, to stand two spaces deep.
    var declaration: String {
      guard isGeneric else {
        let value =
          isConditional ? "{\n\(statements(indented: "    "))  }()" : list(members, "  ")
        return "static let ruleMembers: RuleMembers<\(root)> = \(value)"
      }
      let value =
        isConditional
        ? statements(indented: "      ") : "      \(list(members, "      "))\n"
      return """
        static var ruleMembers: RuleMembers<\(root)> {
            .kept(for: \(root).self) {
        \(value)    }
          }
        """
    }

    /// Whether some member is not there on all systems.
    private var isConditional: Bool { members.contains { $0.condition != nil } }

    /// Puts the list together, and returns it.
    private func statements(indented indentation: String) -> String {
      let always = members.filter { $0.condition == nil }
      var text =
        "\(indentation)var members: [RuleMember<\(root)>] = \(list(always, indentation))\n"
      for member in members {
        guard let condition = member.condition else { continue }
        text += "\(indentation)if \(condition) {\n"
        text += "\(indentation)  members.append(\(member.element(of: root)))\n"
        text += "\(indentation)}\n"
      }
      return text + "\(indentation)return RuleMembers(members)\n"
    }

    private func list(_ members: [MemberDeclaration], _ indentation: String) -> String {
      if members.isEmpty { return "[]" }
      return "[\n" + members.map { "\(indentation)  \($0.element(of: root)),\n" }.joined()
        + indentation + "]"
    }
  }
#endif
