extension FEELModule {
  /// Functions of lists.
  static let listFunctions = #"""
    -- Lists

    function feel.count(...)
      local list = elements(...)
      if list then return #list end
    end

    --- The numbers of a list; `nil` if it has something else.
    local function numbers(...)
      local list = elements(...)
      if not list then return nil end
      for index = 1, #list do
        if type(list[index]) ~= "number" then return nil end
      end
      return list
    end

    local function extreme(before, ...)
      local list = elements(...)
      if not list or #list == 0 then return nil end
      local found = list[1]
      for index = 1, #list do
        if not ordered(found, list[index]) then return nil end
        if before(list[index], found) then found = list[index] end
      end
      return found
    end

    function feel.min(...) return extreme(feel.less, ...) end

    function feel.max(...) return extreme(feel.more, ...) end

    function feel.sum(...)
      local list = numbers(...)
      if not list or #list == 0 then return nil end
      local sum = 0
      for index = 1, #list do sum = feel.add(sum, list[index]) end
      return sum
    end

    function feel.product(...)
      local list = numbers(...)
      if not list or #list == 0 then return nil end
      local product = 1
      for index = 1, #list do product = feel.multiply(product, list[index]) end
      return product
    end

    function feel.mean(...)
      local list = numbers(...)
      if list and #list > 0 then return feel.divide(feel.sum(list), #list) end
    end

    local function sorted(list, before)
      local copy = {}
      for index = 1, #list do copy[index] = feel.or_null(list[index]) end
      table.sort(copy, before)
      return copy
    end

    function feel.median(...)
      local list = numbers(...)
      if not list or #list == 0 then return nil end
      list = sorted(list, feel.less)
      local middle = #list // 2
      if #list % 2 == 1 then return list[middle + 1] end
      return feel.divide(feel.add(list[middle], list[middle + 1]), 2)
    end

    function feel.stddev(...)
      local list = numbers(...)
      if not list or #list < 2 then return nil end
      local mean = feel.mean(list)
      local sum = 0
      for index = 1, #list do sum = sum + (list[index] - mean) ^ 2 end
      return tidy(math.sqrt(sum / (#list - 1)))
    end

    function feel.mode(...)
      local list = numbers(...)
      if not list then return nil end
      local counts, most = {}, 0
      list = sorted(list, feel.less)
      for index = 1, #list do
        counts[list[index]] = (counts[list[index]] or 0) + 1
        most = math.max(most, counts[list[index]])
      end
      local found = {}
      for index = 1, #list do
        if counts[list[index]] == most and list[index] ~= list[index - 1] then found[#found + 1] = list[index] end
      end
      return found
    end

    function feel.all(...)
      local list = elements(...)
      if not list then return nil end
      local result = true
      for index = 1, #list do result = feel.both(result, list[index]) end
      return result
    end

    function feel.any(...)
      local list = elements(...)
      if not list then return nil end
      local result = false
      for index = 1, #list do result = feel.either(result, list[index]) end
      return result
    end

    function feel.list_contains(list, element)
      list = listed(list)
      if not list then return nil end
      for index = 1, #list do
        if equal(list[index], element) then return true end
      end
      return false
    end

    function feel.sublist(list, start, length)
      list, start = listed(list), whole(start)
      if not (list and start) or start == 0 or math.abs(start) > #list then return nil end
      if start < 0 then start = #list + 1 + start end
      local last = #list
      if length ~= nil and length ~= null then
        length = whole(length)
        if not length or length < 1 or start + length - 1 > #list then return nil end
        last = start + length - 1
      end
      local part = {}
      for index = start, last do part[#part + 1] = feel.or_null(list[index]) end
      return part
    end

    local function copied(list)
      local copy = {}
      for index = 1, #list do copy[index] = feel.or_null(list[index]) end
      return copy
    end

    function feel.append(list, ...)
      list = listed(list)
      if not list then return nil end
      local copy = copied(list)
      for index = 1, select("#", ...) do copy[#copy + 1] = feel.or_null((select(index, ...))) end
      return copy
    end

    function feel.concatenate(...)
      local joined = {}
      for index = 1, select("#", ...) do
        local list = listed((select(index, ...)))
        if not list then return nil end
        for position = 1, #list do joined[#joined + 1] = feel.or_null(list[position]) end
      end
      return joined
    end

    --- A position that a list has, from 1.
    local function position_in(list, position)
      position = whole(position)
      if not position or position == 0 or math.abs(position) > #list then return nil end
      return position < 0 and #list + 1 + position or position
    end

    function feel.insert_before(list, position, item)
      list = listed(list)
      position = list and position_in(list, position)
      if not position then return nil end
      local copy = copied(list)
      table.insert(copy, position, feel.or_null(item))
      return copy
    end

    function feel.remove(list, position)
      list = listed(list)
      position = list and position_in(list, position)
      if not position then return nil end
      local copy = copied(list)
      table.remove(copy, position)
      return copy
    end

    function feel.list_replace(list, position, item)
      list = listed(list)
      if not list then return nil end
      local copy = copied(list)
      if type(position) == "function" then
        for index = 1, #copy do
          local matches = position(plain(copy[index]), item)
          if type(matches) ~= "boolean" then return nil end
          if matches then copy[index] = feel.or_null(item) end
        end
        return copy
      end
      position = position_in(list, position)
      if not position then return nil end
      copy[position] = feel.or_null(item)
      return copy
    end

    function feel.reverse(list)
      list = listed(list)
      if not list then return nil end
      local reversed = {}
      for index = #list, 1, -1 do reversed[#reversed + 1] = feel.or_null(list[index]) end
      return reversed
    end

    function feel.index_of(list, match)
      list = listed(list)
      if not list then return nil end
      local found = {}
      for index = 1, #list do
        if equal(list[index], match) then found[#found + 1] = index end
      end
      return found
    end

    function feel.distinct_values(list)
      list = listed(list)
      if not list then return nil end
      local distinct = {}
      for index = 1, #list do
        if not feel.list_contains(distinct, list[index]) then distinct[#distinct + 1] = feel.or_null(list[index]) end
      end
      return distinct
    end

    function feel.union(...)
      local joined = feel.concatenate(...)
      return joined and feel.distinct_values(joined)
    end

    function feel.flatten(list)
      list = listed(list)
      if not list then return nil end
      local flat = {}
      for index = 1, #list do
        local element = list[index]
        if kind(element) == "list" then
          local inner = feel.flatten(element)
          table.move(inner, 1, #inner, #flat + 1, flat)
        else
          flat[#flat + 1] = feel.or_null(element)
        end
      end
      return flat
    end

    function feel.sort(list, precedes)
      list = listed(list)
      if not list then return nil end
      if precedes == nil or precedes == null then
        for index = 2, #list do
          if not ordered(list[1], list[index]) then return nil end
        end
        return sorted(list, feel.less)
      end
      if type(precedes) ~= "function" then return nil end
      return sorted(list, function(a, b) return precedes(plain(a), plain(b)) == true end)
    end

    """#
}
