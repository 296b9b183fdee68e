return { TaskFinishedView = function(c) return "a view" end }
