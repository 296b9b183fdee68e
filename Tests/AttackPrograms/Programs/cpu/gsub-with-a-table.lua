-- expect: value 3
return (select(2, ("abc"):gsub("%w", { a = "1", b = true and "2", c = "3" })))
