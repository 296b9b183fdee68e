extension FEELModule {
  /// Ranges, paths, loops and types.
  static let lists = #"""
    -- Ranges

    --- Returns a range; `nil` if its ends have no order.
    ---@param low any
    ---@param high any
    ---@param form string the brackets: "[]", "[)", "(]" or "()"
    ---@return table|nil
    function feel.range(low, high, form)
      if not ordered(low, high) or low > high then return nil end
      return { [RANGE] = true, low = low, high = high, from = form:sub(1, 1), to = form:sub(2) }
    end

    --- Returns the range of what is less than a bound, or the like.
    ---@param operator string "<", "<=", ">", ">=" or "="
    ---@param bound any
    ---@return table|nil
    function feel.side(operator, bound)
      if not ordered(bound, bound) then return nil end
      local range = { [RANGE] = true, from = "(", to = ")" }
      if operator == "=" then range.from, range.to = "[", "]" end
      if operator == ">=" then range.from = "[" end
      if operator == "<=" then range.to = "]" end
      if operator ~= "<" and operator ~= "<=" then range.low = bound end
      if operator ~= ">" and operator ~= ">=" then range.high = bound end
      return range
    end

    local function in_range(value, range)
      local above, below = true, true
      if range.low ~= nil then
        if range.from == "[" then
          above = feel.at_least(value, range.low)
        else
          above = feel.more(value, range.low)
        end
      end
      if range.high ~= nil then
        if range.to == "]" then
          below = feel.at_most(value, range.high)
        else
          below = feel.less(value, range.high)
        end
      end
      return feel.both(above, below)
    end

    --- Returns whether a value passes a test: is equal to it, or in its range or list.
    ---@param value any
    ---@param test any
    ---@return boolean|nil
    function feel.test(value, test)
      local what = kind(test)
      if what == "range" and kind(value) ~= "range" then return in_range(value, test) end
      if what ~= "list" then return equal(value, test) end
      if kind(value) == "list" and equal_lists(value, test) then return true end
      local result = false
      for index = 1, #test do
        local element = test[index]
        local passes
        if kind(element) == "list" then
          passes = equal(value, element)
        else
          passes = feel.test(value, element)
        end
        if passes then return true end
      end
      return result
    end

    --- Returns whether a value passes one of several tests.
    ---@param value any
    ---@param ... any
    ---@return boolean|nil
    function feel.within(value, ...)
      local result = false
      for index = 1, select("#", ...) do
        local passes = feel.test(value, (select(index, ...)))
        if passes then return true end
        if passes == nil then result = nil end
      end
      return result
    end

    --- Returns the range that a text writes, such as "[1..5)"; `nil` if it is none.
    ---@param from any
    ---@return table|nil
    function feel.range_of(from)
      from = single(from)
      if type(from) ~= "string" then return nil end
      local open, low, high, close = from:match("^%s*([%[%(%]])%s*(.-)%s*%.%.%s*(.-)%s*([%[%)%]])%s*$")
      if not open then return nil end
      if low:find("^@") or high:find("^@") or low:find("%(") or high:find("%(") then
        error("a range of dates or times cannot be read")
      end
      local function bound(written)
        local quoted = written:match('^"([^"]*)"$')
        if quoted and not quoted:find("\\", 1, true) then return quoted end
        if written:find("^%-?%d*%.?%d+$") then return math.tointeger(tonumber(written)) or tonumber(written) end
      end
      local first, last = bound(low), bound(high)
      if (low ~= "" and first == nil) or (high ~= "" and last == nil) then return nil end
      open, close = open == "[" and "[" or "(", close == "]" and "]" or ")"
      if first ~= nil and last ~= nil then return feel.range(first, last, open .. close) end
      if first == nil and last == nil then return nil end
      if first ~= nil then return close == ")" and feel.side(open == "[" and ">=" or ">", first) or nil end
      return open == "(" and feel.side(close == "]" and "<=" or "<", last) or nil
    end

    -- Paths, lists and loops

    local range_members <const> = {
      ["start"] = function(range) return range.low end,
      ["end"] = function(range) return range.high end,
      ["start included"] = function(range) return range.from == "[" end,
      ["end included"] = function(range) return range.to == "]" end,
    }

    --- Returns a member of a context, or the list of the members of a list's contexts.
    ---@param value any
    ---@param name string
    ---@return any
    function feel.get(value, name)
      local what = kind(value)
      if what == "context" then return plain(value[name]) end
      if what == "range" then
        local member = range_members[name]
        return member and member(value)
      end
      if what ~= "list" then return nil end
      local list = {}
      for index = 1, #value do list[index] = feel.or_null(feel.get(value[index], name)) end
      return list
    end

    --- Returns a member of an element if it has one of this name, or the value that the name has outside.
    ---@param element any
    ---@param name string
    ---@param outside any
    ---@return any
    function feel.pick(element, name, outside)
      if kind(element) == "context" and element[name] ~= nil then return plain(element[name]) end
      return outside
    end

    local function steps(first, last)
      local list = {}
      for value = first, last, first <= last and 1 or -1 do list[#list + 1] = value end
      return list
    end

    --- What a loop goes through: the elements of a list, or the whole numbers of a range.
    local function iterated(value)
      if kind(value) ~= "range" then return listed(value) end
      local low, high = whole(value.low), whole(value.high)
      if not (low and high) then return nil end
      if value.from == "(" then low = low + 1 end
      if value.to == ")" then high = high - 1 end
      if low > high then return {} end
      return steps(low, high)
    end

    --- Returns the whole numbers from one to another, up or down.
    ---@param first any
    ---@param last any
    ---@return integer[]|nil
    function feel.steps(first, last)
      first, last = whole(first), whole(last)
      if first and last then return steps(first, last) end
    end

    --- Returns the results of a function for each element; it also gets the results before.
    ---@param list any
    ---@param result fun(element: any, partial: any[]): any
    ---@return any[]|nil
    function feel.map(list, result)
      list = iterated(list)
      if not list then return nil end
      local results = {}
      for index = 1, #list do
        results[index] = feel.or_null(result(plain(list[index]), results))
      end
      return results
    end

    --- Returns the results of a function that gives a list for each element, as one list.
    ---@param list any
    ---@param result fun(element: any): any[]|nil
    ---@return any[]|nil
    function feel.flat_map(list, result)
      list = iterated(list)
      if not list then return nil end
      local results = {}
      for index = 1, #list do
        local found = result(plain(list[index]))
        if not found then return nil end
        table.move(found, 1, #found, #results + 1, results)
      end
      return results
    end

    --- Returns whether a condition holds for an element at least.
    ---@param list any
    ---@param holds fun(element: any): any
    ---@return boolean|nil
    function feel.some(list, holds)
      list = iterated(list)
      if not list then return nil end
      local result = false
      for index = 1, #list do
        result = feel.either(result, holds(plain(list[index])))
        if result then return true end
      end
      return result
    end

    --- Returns whether a condition holds for every element.
    ---@param list any
    ---@param holds fun(element: any): any
    ---@return boolean|nil
    function feel.every(list, holds)
      list = iterated(list)
      if not list then return nil end
      local result = true
      for index = 1, #list do
        result = feel.both(result, holds(plain(list[index])))
        if result == false then return false end
      end
      return result
    end

    --- Returns the elements for which a condition holds.
    ---@param list any
    ---@param holds fun(item: any): any
    ---@return any[]|nil
    function feel.filter(list, holds)
      list = listed(list) or {}
      local found = {}
      for index = 1, #list do
        if holds(plain(list[index])) == true then found[#found + 1] = list[index] or null end
      end
      return found
    end

    --- Returns the element at a position: from 1, or from the end if it is negative.
    ---@param list any
    ---@param position any
    ---@return any
    function feel.item(list, position)
      list, position = listed(list), whole(position)
      if not (list and position) then return nil end
      if position < 0 then position = #list + 1 + position end
      return plain(list[position])
    end

    --- Filters by conditions, or by a position if the function gives a number.
    ---@param list any
    ---@param chosen fun(item: any): any
    ---@return any
    function feel.select(list, chosen)
      local values = listed(list)
      if not values then return nil end
      local first = chosen(plain(values[1]))
      if type(first) == "number" then return feel.item(values, first) end
      return feel.filter(values, chosen)
    end

    --- Calls a function; `nil` if the value is none.
    ---@param callee any
    ---@param ... any
    ---@return any
    function feel.call(callee, ...)
      if type(callee) == "function" then return callee(...) end
    end

    -- Types

    --- Returns whether a value is of a type.
    ---@param value any
    ---@param spec any the name of a kind, `{ list = spec }`, or `{ context = { name = spec } }`
    ---@return boolean
    function feel.instance_of(value, spec)
      local what = kind(value)
      if spec == "Any" then return what ~= "null" end
      if type(spec) == "string" then return what == spec end
      if spec.list then
        if what ~= "list" then return false end
        for index = 1, #value do
          if not feel.conforms(value[index], spec.list) then return false end
        end
        return true
      end
      if spec.range then
        if what ~= "range" then return false end
        local bound = value.low
        if bound == nil then bound = value.high end
        return feel.conforms(bound, spec.range)
      end
      if spec.one_of then
        return feel.instance_of(value, spec.of) and feel.within(value, table.unpack(spec.one_of)) == true
      end
      if what == "list" and #value == 0 then return next(spec.context) == nil end
      if what ~= "context" then return false end
      local missing = 0
      for name, member in pairs(spec.context) do
        if value[name] == nil then missing = missing + 1 end
        if not feel.conforms(value[name], member) then return false end
      end
      if missing == 0 then return true end
      -- An object that the program set hides its members that are null, and counts them.
      local hidden = #value
      for _ in pairs(value) do hidden = hidden - 1 end
      return missing <= hidden
    end

    --- Returns whether a value is of a type, or null.
    ---@param value any
    ---@param spec any
    ---@return boolean
    function feel.conforms(value, spec)
      return kind(value) == "null" or spec == "Any" or feel.instance_of(value, spec)
    end

    --- Returns a value as a type has it: a list of one becomes its element, an element a list of one; `nil` if it does
    --- not fit.
    ---@param value any
    ---@param spec any
    ---@return any
    function feel.conform(value, spec)
      value = plain(value)
      if value == nil or feel.conforms(value, spec) then return value end
      if kind(value) == "list" then
        if #value == 1 then return feel.conform(value[1], spec) end
        return nil
      end
      if type(spec) == "table" and spec.list and feel.conforms(value, spec.list) then return { value } end
    end

    """#
}
