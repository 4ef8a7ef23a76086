// Two constants of a browser's workers: nobody can remove them.
console.log('TEMPORARY' in globalThis, 'PERSISTENT' in globalThis, Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z]+$/.test(name)).join(' '));
