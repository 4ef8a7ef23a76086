// Frames of text that eval and new Function run.
const stackOf = (call) => { try { call(); } catch (e) { return e.stack.split('\n').slice(0, 2).join('\n'); } };
console.log(stackOf(() => eval('\n  missing.property')));
console.log(stackOf(new Function('throw new Error("within")')));
