// Programs look for leaked globals by enumerating.
const names = [];
for (const name in globalThis) names.push(name);
console.log(names.join(' '));
console.log(typeof TEMPORARY, typeof PERSISTENT, Object.keys(globalThis).join(' '));
