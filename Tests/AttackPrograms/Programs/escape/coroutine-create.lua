-- expect: undefined-global coroutine
return coroutine.create(function() while true do end end)
