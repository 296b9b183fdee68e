extension FEELModule {
  /// Durations, which are texts.
  static let durations = #"""
    -- Durations

    --- The sum of numbers with units, in the order of the units; `nil` for another text.
    local function sum_of_units(text, order, factors)
      local total, last = 0, 0
      while text ~= "" do
        local digits, unit, rest = text:match("^(%d+%.?%d*)(%a)(.*)$")
        local position = unit and order:find(unit, last + 1, true)
        if not position then return nil end
        total, last, text = total + tonumber(digits) * factors[position], position, rest
      end
      if last > 0 then return total end
    end

    --- The months of years and months, or the seconds of days and times; `nil` for another text.
    ---@param duration any such as "P1Y2M" or "-P3DT4H"
    ---@return number|nil
    function feel.measure(duration)
      if type(duration) ~= "string" then return nil end
      local sign, text = duration:match("^(%-?)P(.+)$")
      if not text then return nil end
      local total
      if not text:find("[DT]") then
        total = sum_of_units(text, "YM", { 12, 1 })
      else
        local days, clock = text:match("^([^T]*)T(.+)$")
        if clock then
          total = sum_of_units(clock, "HMS", { 3600, 60, 1 })
          text = days
        else
          total = 0
        end
        if text ~= "" and total then
          local seconds = sum_of_units(text, "D", { 86400 })
          total = seconds and total + seconds
        end
      end
      if total then return sign == "-" and -total or total end
    end

    """#
}
