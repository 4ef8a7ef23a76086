// What a module's scope has, and what it has not.
console.log(this, typeof require, typeof module, typeof exports, typeof __filename, typeof __dirname);
try { undeclared = 1; } catch (e) { console.log(e.name, e.message); }
console.log((function () { return this; })(), typeof globalThis, (() => this)());
var x = 1; let y = 2; function z() {}
console.log(globalThis.x, globalThis.y, globalThis.z, Object.hasOwn(globalThis, 'x'));
try { Object.freeze([1]).push(2); } catch (e) { console.log(e.name); }
try { delete Object.prototype; } catch (e) { console.log(e.name); }
console.log(eval('var inner = 5; inner'), typeof inner, (0, eval)('typeof x'));
console.log(new Function('return typeof x')());
