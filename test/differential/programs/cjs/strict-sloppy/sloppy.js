function f(a, a) { return arguments.length + typeof this; } with ({ w: 1 }) { module.exports = [f(1, 2), 010, w, typeof (function () { return this; })(), delete Object.prototype]; }
