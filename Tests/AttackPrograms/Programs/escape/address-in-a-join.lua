-- expect: runtime
return {} .. ""
