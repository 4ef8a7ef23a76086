exports.a = 1; <!-- a comment
