exports.go = function go() {
  const o = { method() { throw new Error('deep'); } };
    o.method();
};
