-- expect: runtime
table.sort({ 1, "a", {} })
