const a = await import('node:os'); const b = await import('os'); const { default: c } = await import('node:os');
console.log(a === b, c === a.default, Object.isFrozen(a), typeof a.EOL, import.meta.resolve('os'));
