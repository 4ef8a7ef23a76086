exports.octal = 010; with ({}) {}
