/// A helper function that an imported file declares if one of its rules calls
/// it.
enum LuaLocalFunction: String, CaseIterable {
  case like, likeInAnyCase = "like_in_any_case", isIn = "is_in", orNull = "or_null"

  var name: String { rawValue }

  /// The declaration, with a comment.
  var source: String {
    switch self {
    case .like:
      """
      --- Whether a text is like a pattern.
      local function like(text, pattern)
        return type(text) == "string" and text:find(pattern) ~= nil
      end

      """
    case .likeInAnyCase:
      """
      --- Whether a text is like a pattern in lower case, whatever the case of its ASCII letters.
      local function like_in_any_case(text, pattern)
        return type(text) == "string" and text:lower():find(pattern) ~= nil
      end

      """
    case .isIn:
      """
      --- Whether a list has the value.
      local function is_in(value, list)
        for _, element in ipairs(list or {}) do
          if element == value then return true end
        end
        return false
      end

      """
    case .orNull:
      """
      --- The value; where it is nothing, no other rule is asked.
      local function or_null(value)
        if value == nil then return null end
        return value
      end

      """
    }
  }
}
