// Frames of a module's trace that is as long as Error.stackTraceLimit.
function deep(n) { if (n === 0) throw new Error('deep'); deep(n - 1); }
try { deep(6); } catch (e) { console.log(e.stack.split('\n').length); }
