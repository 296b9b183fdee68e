return { greeting = function(name) return "Hello " .. name end }
