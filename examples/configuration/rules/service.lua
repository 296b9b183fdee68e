--- How a service runs, decided from its environment variables, which are in `c.env`.

---@type Rules
return {
  { key = "stage", rules = {
    { value = "development" },
    { when = function(c) return c.env.KUBERNETES_SERVICE_HOST ~= nil end, value = "production" },
    { name = "said by STAGE", priority = "high", value = function(c) return c.env.STAGE end },
  } },

  { key = "logLevel", rules = {
    { value = "debug" },
    { when = { stage = "production" }, value = "notice" },
    -- Whoever looks for a fault in production gets more, but never all.
    { when = { stage = "production", env = { DEBUG = "1" } }, value = "info" },
  } },

  -- The reader says which service it is about to call.
  { key = "http.timeout", rules = {
    { name = "time for a debugger", when = { stage = "development" }, value = 300 },
    { when = { upstream = "reports" }, value = 60 },
    { value = 5 },
  } },

  -- Each worker has connections of its own.
  { key = "limits.workers", value = function(c) return tonumber(c.env.WEB_CONCURRENCY) end },
  { key = "limits.workers", priority = "low", value = 4 },
  { key = "limits.connections", rules = {
    { value = function(c) return 25 * c.limits.workers end },
    { when = { stage = "development" }, value = 10 },
  } },
  { key = "limits.uploads", value = { "image/png", "image/jpeg" } },

  { key = "dbUrl", rules = {
    { value = "postgres://localhost/shop" },
    { when = { stage = "production" },
      value = function(c) return "postgres://shop:" .. c.dbPassword .. "@db/shop" end },
  } },
  { key = "dbPassword", value = function(c) return c.env.DB_PASSWORD end },
}
