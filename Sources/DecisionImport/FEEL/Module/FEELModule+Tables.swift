extension FEELModule {
  /// Decision tables and numbers.
  static let tables = #"""
    -- Decision tables

    local function rank(value, order)
      for index = 1, #order do
        if equal(value, order[index]) then return index end
      end
      return #order + 1
    end

    --- The values in the order of an output's values, then of the next output's, then of the rows.
    local function in_order(values, order)
      local first = order[1]
      local keys = {}
      for index = 1, #values do
        local ranks = {}
        if type(first) == "table" and first.name then
          for position = 1, #order do
            local output = order[position]
            ranks[position] = rank(feel.get(values[index], output.name), output.values)
          end
        else
          ranks[1] = rank(values[index], order)
        end
        ranks[#ranks + 1] = index
        keys[index] = ranks
      end
      table.sort(keys, function(a, b)
        for position = 1, #a do
          if a[position] ~= b[position] then return a[position] < b[position] end
        end
        return false
      end)
      local sorted = {}
      for index = 1, #keys do sorted[index] = values[keys[index][#keys[index]]] end
      return sorted
    end

    local policies <const> = {
      unique = function(values) return #values == 1 and values[1] or nil end,
      any = function(values)
        for index = 2, #values do
          if not equal(values[1], values[index]) then return nil end
        end
        return values[1]
      end,
      first = function(values) return values[1] end,
      priority = function(values, order) return in_order(values, order)[1] end,
      collect = function(values) return values end,
      ["output-order"] = function(values, order) return in_order(values, order) end,
      count = function(values) return #values end,
      sum = function(values) return feel.sum(values) end,
      minimum = function(values) return feel.min(values) end,
      maximum = function(values) return feel.max(values) end,
    }

    --- Answers a decision table.
    ---@param policy string
    ---@param rows any[] pairs of a condition and a function that returns the output
    ---@param options? { order?: any[], default?: any }
    ---@return any
    function feel.decide(policy, rows, options)
      local values = {}
      for index = 1, #rows do
        local row = rows[index]
        if row[1] == true then
          values[#values + 1] = feel.or_null(row[2]())
          if policy == "first" then break end
        end
      end
      if #values == 0 and policy ~= "count" then return options and options.default end
      if policy == "unique" and #values == 1 then return plain(values[1]) end
      return plain(policies[policy](values, options and options.order))
    end

    -- Numbers

    --- A number with a whole multiple of a power of ten, found by a rounding function.
    local function scaled(value, scale, rounding)
      value = number(value)
      if scale == nil or scale == null then scale = 0 else scale = whole(scale) end
      if not (value and scale) or scale < -6111 or scale > 6176 then return nil end
      if math.type(value) == "integer" and scale >= 0 then return value end
      if scale > 300 then return value end
      if scale < -300 then return 0 end
      local factor = 10.0 ^ math.abs(scale)
      -- The digits of the number, not those of the double next to it.
      local shifted = scale >= 0 and value * factor or value / factor
      if shifted > -huge and shifted < huge then
        shifted = tonumber(string.format("%.15g", shifted))
        shifted = rounding(shifted)
      end
      return tidy(scale >= 0 and shifted / factor or shifted * factor)
    end

    local function floor(value) return math.floor(value) + 0.0 end
    local function ceiling(value) return math.ceil(value) + 0.0 end

    local function half_even(value)
      local down = math.floor(value)
      local rest = value - down
      if rest > 0.5 or (rest == 0.5 and down % 2 == 1) then return down + 1.0 end
      return down + 0.0
    end

    local function away(value) return value < 0 and floor(value) or ceiling(value) end
    local function towards(value) return value < 0 and ceiling(value) or floor(value) end
    local function half_away(value) return value < 0 and ceiling(value - 0.5) or floor(value + 0.5) end
    local function half_towards(value) return value < 0 and floor(value + 0.5) or ceiling(value - 0.5) end

    function feel.decimal(n, scale)
      scale = number(scale)
      if scale then return scaled(n, towards(scale), half_even) end
    end

    function feel.floor(n, scale) return scaled(n, scale, floor) end

    function feel.ceiling(n, scale) return scaled(n, scale, ceiling) end

    function feel.round_up(n, scale)
      if whole(scale) then return scaled(n, scale, away) end
    end

    function feel.round_down(n, scale)
      if whole(scale) then return scaled(n, scale, towards) end
    end

    function feel.round_half_up(n, scale)
      if whole(scale) then return scaled(n, scale, half_away) end
    end

    function feel.round_half_down(n, scale)
      if whole(scale) then return scaled(n, scale, half_towards) end
    end

    function feel.abs(n)
      n = number(n)
      if n then return math.abs(n) end
    end

    function feel.modulo(dividend, divisor)
      dividend, divisor = number(dividend), number(divisor)
      if not (dividend and divisor) or divisor == 0 then return nil end
      if math.type(dividend) == "integer" and math.type(divisor) == "integer" then return dividend % divisor end
      local quotient = math.floor(tidy(dividend / divisor))
      return feel.subtract(dividend, feel.multiply(divisor, quotient))
    end

    function feel.sqrt(n)
      n = number(n)
      if n and n >= 0 then return tidy(math.sqrt(n)) end
    end

    function feel.log(n)
      n = number(n)
      if n and n > 0 then return tidy(math.log(n)) end
    end

    function feel.exp(n)
      n = number(n)
      if n then return tidy(math.exp(n)) end
    end

    function feel.odd(n)
      n = whole(n)
      if n then return n % 2 == 1 end
    end

    function feel.even(n)
      n = whole(n)
      if n then return n % 2 == 0 end
    end

    """#
}
