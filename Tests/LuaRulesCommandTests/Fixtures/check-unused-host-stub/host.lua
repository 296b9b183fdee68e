return { View = function(c) return "view" end, Veiw = function(c) return "view" end }
