// node: --throw-deprecation
new Buffer(10);
