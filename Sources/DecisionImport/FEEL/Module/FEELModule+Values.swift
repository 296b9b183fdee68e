extension FEELModule {
  /// How values of FEEL are told apart, calculated with and compared.
  static let values = #"""
    --- What expressions of DMN's language FEEL mean, for rules that `luarules import` writes.
    ---
    --- `nil` and `null` are both FEEL's null: functions take either and return `nil`. A list is a table that
    --- counts from 1 and holds `null` for nothing; a context is a table with names.

    local feel = {}

    --- The context without members, because `{}` is the empty list.
    feel.empty_context = {}

    local RANGE <const> = "range of FEEL"
    local huge <const> = 2.0 ^ 53

    -- Values

    --- Returns what FEEL calls a value.
    ---@param value any
    ---@return string kind "null", "number", "string", "boolean", "function", "list", "context" or "range"
    function feel.kind(value)
      if value == nil or value == null then return "null" end
      local kind = type(value)
      if kind ~= "table" then return kind end
      if value == feel.empty_context then return "context" end
      -- The length of an object that the program set is the number of its members.
      if type(next(value)) ~= "string" then return "list" end
      return value[RANGE] and "range" or "context"
    end

    local kind <const> = feel.kind

    --- Returns `null` for no value, so that a list or context can hold it.
    ---@param value any
    ---@return any
    function feel.or_null(value)
      if value == nil then return null end
      return value
    end

    local function plain(value)
      if value == null then return nil end
      return value
    end

    --- The list itself, a list of one for another value, `nil` for null.
    local function listed(value)
      local kind = kind(value)
      if kind == "null" then return nil end
      if kind == "list" then return value end
      return { value }
    end

    --- The only element of a list of one, or the value itself.
    local function single(value)
      if type(value) == "table" and #value == 1 and kind(value) == "list" then return plain(value[1]) end
      return plain(value)
    end

    local function number(value)
      value = single(value)
      if type(value) == "number" then return value end
    end

    local function whole(value)
      value = number(value)
      if value then return math.tointeger(value) end
    end

    local function text(value)
      value = single(value)
      if type(value) == "string" then return value end
    end

    --- Elements that a function was called with: one list, or several values.
    local function elements(...)
      local count = select("#", ...)
      if count == 1 then return listed((...)) end
      local list = {}
      for index = 1, count do list[index] = feel.or_null((select(index, ...))) end
      return list
    end

    --- A number as FEEL would have it: whole if it can be, with the 15 digits that a double is sure of.
    local function tidy(value)
      if value ~= value or value == math.huge or value == -math.huge then return nil end
      if math.type(value) == "integer" then return value end
      if value > -huge and value < huge then
        local rounded = tonumber(string.format("%.15g", value))
        return math.tointeger(rounded) or rounded
      end
      return value
    end

    -- Arithmetic

    local function are_numbers(a, b) return type(a) == "number" and type(b) == "number" end

    local function fits(value) return value > -0x1p62 and value < 0x1p62 end

    ---@param a any
    ---@param b any
    ---@return number|string|nil
    function feel.add(a, b)
      if are_numbers(a, b) then
        local sum = a + 0.0 + b
        return tidy(fits(sum) and a + b or sum)
      end
      if type(a) == "string" and type(b) == "string" then return a .. b end
    end

    ---@param a any
    ---@param b any
    ---@return number|nil
    function feel.subtract(a, b)
      if not are_numbers(a, b) then return nil end
      local difference = a + 0.0 - b
      return tidy(fits(difference) and a - b or difference)
    end

    ---@param a any
    ---@param b any
    ---@return number|nil
    function feel.multiply(a, b)
      if not are_numbers(a, b) then return nil end
      local product = (a + 0.0) * b
      return tidy(fits(product) and a * b or product)
    end

    ---@param a any
    ---@param b any
    ---@return number|nil
    function feel.divide(a, b)
      if are_numbers(a, b) and b ~= 0 then return tidy(a / b) end
    end

    ---@param a any
    ---@param b any
    ---@return number|nil
    function feel.power(a, b)
      if are_numbers(a, b) then return tidy((a + 0.0) ^ b) end
    end

    ---@param a any
    ---@return number|nil
    function feel.minus(a)
      if type(a) == "number" then return tidy(-a) end
    end

    -- Comparison

    local equal

    local function equal_lists(a, b)
      if #a ~= #b then return false end
      for index = 1, #a do
        if not equal(a[index], b[index]) then return false end
      end
      return true
    end

    local function equal_contexts(a, b)
      for name, value in pairs(a) do
        if not equal(value, b[name]) then return false end
      end
      for name, value in pairs(b) do
        if plain(value) ~= nil and plain(a[name]) == nil then return false end
      end
      return true
    end

    --- Returns whether two values are equal; `nil` if they are of different kinds.
    ---@param a any
    ---@param b any
    ---@return boolean|nil
    function feel.equal(a, b)
      local one, other = kind(a), kind(b)
      if one == "null" or other == "null" then return one == other end
      if one ~= other then
        -- A list without elements may be a context without members from elsewhere.
        if one == "list" and #a == 0 and other == "context" then return next(b) == nil end
        if other == "list" and #b == 0 and one == "context" then return next(a) == nil end
        return nil
      end
      if one == "list" then return equal_lists(a, b) end
      if one == "context" or one == "range" then return equal_contexts(a, b) end
      return a == b
    end

    equal = feel.equal

    ---@param a any
    ---@param b any
    ---@return boolean|nil
    function feel.unequal(a, b)
      local same = equal(a, b)
      if same == nil then return nil end
      return not same
    end

    local function ordered(a, b)
      local one = type(a)
      return one == type(b) and (one == "number" or one == "string")
    end

    ---@param a any
    ---@param b any
    ---@return boolean|nil
    function feel.less(a, b)
      if ordered(a, b) then return a < b end
    end

    ---@param a any
    ---@param b any
    ---@return boolean|nil
    function feel.at_most(a, b)
      if ordered(a, b) then return a <= b end
    end

    ---@param a any
    ---@param b any
    ---@return boolean|nil
    function feel.more(a, b)
      if ordered(a, b) then return a > b end
    end

    ---@param a any
    ---@param b any
    ---@return boolean|nil
    function feel.at_least(a, b)
      if ordered(a, b) then return a >= b end
    end

    --- Returns whether a value is between two others, which count.
    ---@param value any
    ---@param low any
    ---@param high any
    ---@return boolean|nil
    function feel.between(value, low, high)
      return feel.both(feel.at_least(value, low), feel.at_most(value, high))
    end

    -- Logic with three values

    ---@param a any
    ---@param b any
    ---@return boolean|nil
    function feel.both(a, b)
      if a == false or b == false then return false end
      if a == true and b == true then return true end
    end

    ---@param a any
    ---@param b any
    ---@return boolean|nil
    function feel.either(a, b)
      if a == true or b == true then return true end
      if a == false and b == false then return false end
    end

    ---@param a any
    ---@return boolean|nil
    function feel.negate(a)
      a = single(a)
      if type(a) == "boolean" then return not a end
    end

    """#
}
