-- expect: undefined-global collectgarbage
collectgarbage("stop")
