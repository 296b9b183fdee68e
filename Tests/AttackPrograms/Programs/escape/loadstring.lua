-- expect: undefined-global loadstring
return loadstring("return 1")
