'use strict'
class Field { x = 1; static y = 2; }
exports.f = async (x, ...rest) => { const { a = 1 } = rest; if (x) { return a?.b ?? x; } for (const one of [1, 2]) await one; try { new Field(); } finally { x ||= a && 2; } return x; };
exports.g = function () { return rest.length ? 1 : 2; };
exports.f(1);
