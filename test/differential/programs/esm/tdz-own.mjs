const attempt = (f) => { try { return f(); } catch (e) { return `${e.name}: ${e.message}`; } };
console.log(attempt(() => later), attempt(() => C), attempt(() => v), attempt(() => fn())); let later = 1; class C {} var v = 2; function fn() { return later; }
console.log(later, typeof C, v, fn(), attempt(() => { const x = x + 1; }));
