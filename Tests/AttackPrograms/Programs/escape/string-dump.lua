-- expect: undefined-global string.dump
return string.dump(function() end)
