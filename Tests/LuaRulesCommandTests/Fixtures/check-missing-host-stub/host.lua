return { View = function(c) return "view" end }
