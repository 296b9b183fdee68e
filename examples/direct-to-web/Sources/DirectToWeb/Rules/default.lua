--- What the front end does where no rule of yours says otherwise.
--
-- Rules in your folder are asked first; only a key without an answer there comes here. So copy a rule into
-- a file of yours and change it: this file stays as it is.
--
-- What a rule can look at: `task`, `entity`, `attribute`, `relationship`, `propertyKey`, `propertyValue`,
-- `object` (the row), `user`, `database`, `look`, `platform`. `attribute` is nil for a relationship, and
-- the other way round; both are nil while a page is asked for as a whole.

local editing = { "edit", "new" }

--- The names of those entries that a test accepts.
local function names(entries, accepts)
  local found = {}
  for _, entry in ipairs(entries) do
    if accepts(entry) then found[#found + 1] = entry.name end
  end
  return found
end

--- The first list with the second behind it.
local function joined(first, second)
  local all = {}
  for _, name in ipairs(first) do all[#all + 1] = name end
  for _, name in ipairs(second) do all[#all + 1] = name end
  return all
end

--- Whether a list has a name.
local function contains(list, name)
  for _, other in ipairs(list) do
    if other == name then return true end
  end
  return false
end

--- The most columns of a list, where no rule of yours chooses them.
local most_columns = 8

--- Where columns of a kind stand in a list: days, numbers, short texts; long texts come behind these.
local places = {
  date = 1, timestamp = 1, time = 1, integer = 2, number = 2, decimal = 2, boolean = 3, text = 3, any = 3,
  blob = 9,
}

--- The place of a column in a list; nil for one that a list does without.
local function place(attribute)
  if attribute.isForeignKey or attribute.isAutomatic or attribute.role == "password" then return nil end
  local name = attribute.name:lower()
  -- When a row was changed last tells less than all else.
  if name:find("^last_?update") or name:find("^updated") or name:find("^modified") then return 5 end
  if attribute.role == "moment" then return 1 end
  return places[attribute.kind] or 4
end

--- The columns of a list: the label, foreign keys, then by their places.
local function list_columns(entity, label)
  local columns = {}
  local function add(name)
    if #columns < most_columns and not contains(columns, name) then columns[#columns + 1] = name end
  end
  local own = names(entity.attributes, function(a) return not a.isForeignKey end)
  for _, name in ipairs(label) do
    if contains(own, name) then add(name) end
  end
  for _, relationship in ipairs(entity.toOne) do add(relationship.name) end
  for wanted = 1, 5 do
    for _, attribute in ipairs(entity.attributes) do
      if place(attribute) == wanted then add(attribute.name) end
    end
  end
  return columns
end

---@type Rules
return {
  --- Where a page leads ----------------------------------------------------------------------------

  { key = "firstTask", value = "query" },
  { key = "nextTask", rules = {
    { when = { task = "login" }, value = "query" },
    { when = { task = "query" }, value = "list" },
    { when = { task = "list" }, value = "inspect" },
    { when = { task = "inspect" }, value = "edit" },
    { when = { task = { "edit", "new", "action" } }, value = "inspect" },
  } },
  { key = "page", rules = {
    { when = { task = "login" }, value = "PageLogin" },
    { when = { task = "query" }, value = "PageQuery" },
    { when = { task = "list" }, value = "PageList" },
    { when = { task = "select" }, value = "PageSelect" },
    { when = { task = "search" }, value = "PageSearch" },
    { when = { task = "inspect" }, value = "PageInspect" },
    { when = { task = editing }, value = "PageEdit" },
    { when = { task = "confirm" }, value = "PageConfirm" },
    { when = { task = "conflict" }, value = "PageConflict" },
    { value = "PageError" },
  } },
  { key = "pageWrapper", value = "Layout" },

  --- The language --------------------------------------------------------------------------------

  -- English texts are the defaults of the keys `texts.save` and so on; `de.lua` has the German ones.
  { key = "languages", value = { "en", "de" } },
  { key = "language", value = function(c)
    for _, language in ipairs(c.acceptedLanguages) do
      if contains(c.languages, language) then return language end
    end
    return "en"
  end },

  --- Titles ----------------------------------------------------------------------------------------

  { key = "title", rules = {
    { when = function(c) return c.object ~= nil end,
      value = function(c) return c.displayNameForObject end, priority = 103 },
    { when = function(c) return c.entity ~= nil end,
      value = function(c) return c.displayNameForEntity end, priority = 102 },
    { value = function(c) return c.database.name end, priority = 101 },
  } },
  { key = "navigationBarTitle", rules = {
    { when = { task = "login" }, value = "Sign in" },
    { value = function(c) return c.title end },
  } },
  { key = "displayNameForEntity", value = function(c) return c.entity.title end },
  { key = "displayNameForProperty", rules = {
    { when = function(c) return c.attribute ~= nil end, value = function(c) return c.attribute.title end },
    { when = function(c) return c.relationship ~= nil end,
      value = function(c) return c.relationship.title end, priority = 105 },
    { value = function(c) return c.propertyKey end },
  } },
  -- Nil: the text of the columns that `labelKeys` names.
  { key = "displayNameForObject", value = null },
  { key = "labelKeys", value = function(c) return c.entity.labelKeys end },
  { key = "addsKeyToLabel", value = true },

  --- Which tables, and which of their columns ------------------------------------------------------

  { key = "visibleEntityNames", value = function(c) return c.database.entityNames end },
  { key = "displayPropertyKeys", rules = {
    { when = { task = "inspect" }, value = function(c)
      local columns = names(c.entity.attributes, function(a) return not a.isForeignKey end)
      return joined(joined(columns, names(c.entity.toOne, function() return true end)),
        names(c.entity.toMany, function() return true end))
    end },
    { when = { task = editing }, value = function(c)
      local columns = names(c.entity.attributes, function(a)
        return not a.isForeignKey and not a.isGenerated and not a.isAutomatic
      end)
      return joined(columns, joined(names(c.entity.toOne, function() return true end),
        names(c.entity.toMany, function(r) return r.isManyToMany end)))
    end },
    { value = function(c) return list_columns(c.entity, c.labelKeys) end },
  } },
  { key = "hideEmptyProperty", rules = {
    { when = { task = editing }, value = false }, { value = true },
  } },

  --- How a value looks -----------------------------------------------------------------------------

  { key = "displayStringForNil", rules = {
    { when = { task = editing }, value = "" }, { value = "–" },
  } },
  { key = "component", when = { task = editing }, rules = {
    { when = { attribute = { kind = "longText" } }, value = "EditLargeString" },
    { when = { attribute = { kind = { "integer", "number", "decimal" } } }, value = "EditNumber" },
    { when = { attribute = { kind = "boolean" } }, value = "EditBool" },
    { when = { attribute = { isFlag = true } }, value = "EditBool", priority = 101 },
    { when = { attribute = { kind = "date" } }, value = "EditDate" },
    { when = { attribute = { kind = "time" } }, value = "EditTime" },
    { when = { attribute = { kind = "timestamp" } }, value = "EditTimestamp" },
    { when = { attribute = { kind = "blob" } }, value = "EditFile" },
    { when = { attribute = { kind = "json" } }, value = "EditLargeString" },
    -- A field for numbers again, where the values are too small to count seconds or days.
    { when = { attribute = { role = "moment" } }, value = "EditTimestamp", priority = 102 },
    { when = { attribute = { role = "email" } }, value = "EditEmail", priority = 102 },
    { when = { attribute = { role = "link" } }, value = "EditString", priority = 102 },
    { when = function(c) return c.attribute ~= nil and #c.attribute.choices > 0 end,
      value = "EditEnumeration", priority = 103 },
    { when = { attribute = { isGenerated = true } }, value = "EditFixed", priority = 104 },
    { when = { relationship = { isToMany = false } }, value = "EditToOne", priority = 105 },
    { when = { relationship = { isToMany = true } }, value = "EditToMany", priority = 105 },
    { value = "EditString", priority = 1 },
  } },
  { key = "component", rules = {
    { when = { attribute = { kind = "longText" } }, value = "DisplayLargeString" },
    { when = { attribute = { kind = { "integer", "number", "decimal" } } }, value = "DisplayNumber" },
    { when = { attribute = { kind = "boolean" } }, value = "DisplayBool" },
    -- Only 0 and 1 become "No" and "Yes"; another number stays what it is.
    { when = { attribute = { isFlag = true } }, value = "DisplayBool", complexity = 2 },
    { when = { attribute = { kind = { "date", "time", "timestamp" } } }, value = "DisplayDate" },
    { when = { attribute = { kind = "blob" } }, value = "DisplayImage" },
    { when = { attribute = { kind = "json" }, task = "inspect" }, value = "DisplayJSON", priority = 101 },
    { when = { attribute = { role = "moment" } }, value = "DisplayDate", priority = 102 },
    { when = { attribute = { role = { "email", "link" } } }, value = "DisplayLink", priority = 101 },
    { when = { relationship = { isToMany = false } }, value = "DisplayToOne", priority = 105 },
    { when = { relationship = { isToMany = true } }, value = "DisplayToMany", priority = 105 },
    { value = "DisplayString", priority = 1 },
  } },
  -- A password is never shown, whatever its type.
  { key = "component", when = { attribute = { role = "password" } }, value = "DisplayPassword",
    priority = "important" },
  { key = "rowComponent", rules = {
    { when = { task = editing }, value = "RowLabelField" },
    { value = "RowNameValue" },
  } },
  { key = "class", rules = {
    { when = { attribute = { isFlag = true } }, value = "", priority = 101 },
    { when = { attribute = { role = "moment" } }, value = "", priority = 101 },
    { when = { attribute = { kind = { "integer", "number", "decimal" } } }, value = "number" },
  } },

  --- Lists -----------------------------------------------------------------------------------------

  { key = "pageSize", value = 50 },
  { key = "defaultSort", value = function(c) return c.entity.primaryKey end },
  { key = "isSortable", rules = {
    { when = { relationship = { isToMany = true } }, value = false, priority = 105 },
    { when = { attribute = { kind = "blob" } }, value = false },
    { value = true },
  } },
  { key = "searchKeys", value = function(c)
    local columns = names(c.entity.attributes, function(a)
      return a.kind == "text" or a.kind == "longText" or a.kind == "json" or a.kind == "any"
    end)
    return joined(columns, names(c.entity.toOne, function() return true end))
  end },
  { key = "filterKeys", value = function(c)
    local columns = names(c.entity.attributes, function(a)
      return not a.isForeignKey and not a.isAutomatic and a.kind ~= "blob" and a.role ~= "password"
    end)
    return joined(names(c.entity.toOne, function() return true end), columns)
  end },
  { key = "exports", value = { "csv", "json", "raw-csv" } },
  -- A file to be imported again has to stay as it is.
  { key = "guardsFormulas", rules = {
    { when = { variant = "raw-csv" }, value = false }, { value = true },
  } },
  { key = "maximumImportSize", value = 1000000 },
  { key = "emptyListMessage", value = "There are no rows." },
  { key = "relatedRows", value = 5 },

  --- Forms -----------------------------------------------------------------------------------------

  { key = "isRequired", rules = {
    { when = function(c) return c.attribute ~= nil end,
      value = function(c) return c.attribute.isRequired end },
    { when = function(c) return c.relationship ~= nil end,
      value = function(c) return c.relationship.isRequired end, priority = 105 },
  } },
  { key = "minimum", value = function(c) if c.attribute then return c.attribute.minimum end end },
  { key = "maximum", value = function(c) if c.attribute then return c.attribute.maximum end end },
  { key = "maximumLength",
    value = function(c) if c.attribute then return c.attribute.maximumLength end end },
  { key = "maximumFileSize", value = 5000000 },
  { key = "displayRequiredMarker", value = true },
  { key = "noSelectionString", value = "– none –" },

  --- Rights: what may be seen and changed ----------------------------------------------------------

  -- Without users whoever reaches the program may do everything; with users, see `scripts/run init`.
  { key = "visibleRows", value = "all" },
  { key = "isEntityReadOnly", rules = {
    { when = { entity = { isReadOnly = true } }, value = true, priority = "important" },
    { when = function(c)
        return contains(c.readOnlyEntityNames, c.entity.name)
      end,
      value = true },
    { value = false },
  } },
  { key = "isObjectEditable", value = function(c) return not c.isEntityReadOnly end },
  { key = "isObjectDeletable", value = function(c) return c.isObjectEditable end },
  { key = "isPropertyVisible", value = true },
  { key = "isPropertyEditable", rules = {
    { when = { attribute = { isGenerated = true } }, value = false },
    { when = { attribute = { role = "password" } }, value = false, priority = 101 },
    { value = function(c) return not c.isEntityReadOnly end },
  } },

  --- Making of pages: `{ key = "debug", value = true }` in a file of yours opens all of it --------------

  { key = "debug", value = false },
  { key = "mayExplain", value = function(c) return c.debug end },
  { key = "mayAssist", value = function(c) return c.debug end },
}
