public import LuaRules

/// What a rule for `visibleRows` says: which rows of a table may be seen.
///
/// `"all"` stands for all of them, `nil` for none. A table is a condition; all that it names must hold:
///
/// ```lua
/// { store_id = 3 }                             -- the column has this value
/// { kind = { "a", "b" } }                      -- one of these
/// { deleted_at = null }                        -- no value
/// { rank = { atLeast = 1, below = 9 } }        -- also above, atMost, isNot, contains, beginsWith
/// { ["customer.country.code"] = "FR" }         -- the column of a related row
/// { customer = { country = { code = "FR" } } } -- the same
/// { any = { { owner = 7 }, { is_public = true } }, none = { { state = "draft" } } }
/// { columns = { all = 3 } }                    -- columns whose names are all, any, none or columns
/// ```
///
/// - `all`, `any` and `none` are lists of conditions. `any` without conditions never holds; `all` and
///   `none` without conditions are errors, as is an empty table: they would show everything.
/// - A missing value fits nothing but `null` and `none`. `isNot` holds where there is a value, and it is
///   another; with a list, none of these.
/// - Values compare as SQLite compares them with the column: its type and its collation count. `contains`
///   and `beginsWith` ignore the case of ASCII letters. `true` is 1 and `false` is 0.
/// - A list of the context has to be copied: `{ store_id = { table.unpack(c.user.store_ids) } }`.
/// - Relationships are to-one. Conditions look at related rows whether or not these may be seen.
/// - A field whose value is `nil` is not in a Lua table. `{ a = 1, b = c.user.b }` is `{ a = 1 }` for a user
///   without `b`, so test that in the `when` of the rule.
///
/// Anything else, such as a name that the table does not have, shows nothing, and is told in ``notice``.
public struct RowFilter: Hashable, Sendable {
  /// The rows that may be seen.
  public let qualifier: Qualifier
  /// Why nothing is shown, when the answer was no filter.
  public let notice: AccessNotice?

  /// Reads the answer of a rule.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - entity: The table or view.
  ///   - model: The model that has it.
  public init(_ answer: LuaValue, of entity: Entity, in model: Model) {
    do throws(Fault) {
      self.init(try Self.qualifier(answer, entity, model), notice: nil)
    } catch {
      self.init(refusing: entity, error.message)
    }
  }

  /// Shows nothing, because the rules gave no answer.
  init(refusing entity: Entity, _ message: String) {
    self.init(
      .nothing,
      notice: AccessNotice(key: "visibleRows", subject: entity.name, message: message))
  }

  private init(_ qualifier: Qualifier, notice: AccessNotice?) {
    self.qualifier = qualifier
    self.notice = notice
  }

  private static func qualifier(
    _ answer: LuaValue, _ entity: Entity, _ model: Model
  ) throws(Fault) -> Qualifier {
    switch answer {
    case .nil, .null: return .nothing
    case .string("all"): return .everything
    default:
      var reader = RowFilterReader(model: model)
      return try reader.condition(answer, RowFilterReader.Place(entity))
    }
  }

  /// Why an answer is no filter.
  struct Fault: Error {
    let message: String
  }
}
