-- expect: runtime
error("\xff\xfe\xfd")
