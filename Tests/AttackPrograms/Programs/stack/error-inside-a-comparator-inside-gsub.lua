-- expect: runtime
("x"):gsub("x", function() table.sort({ 2, 1 }, function() error({}) end) end)
