-- expect: undefined-global dofile
return dofile("/etc/passwd")
