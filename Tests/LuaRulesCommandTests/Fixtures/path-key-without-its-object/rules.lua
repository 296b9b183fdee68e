return {
  { key = "person.status", value = "child" },
  { key = "person.status", when = function(c) return c.person.age and c.person.age > 17 end, value = "adult" },
  { key = "greeting", value = function(c) return "Hello, " .. c.person.status end },
}
