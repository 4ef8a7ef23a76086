exports.kind = typeof require;
