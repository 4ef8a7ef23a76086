// An error in a cycle belongs to all of its members.
const errors = [];
for (const name of ['a', 'b', 'c', 'user']) await import(`./${name}.mjs`).then(() => console.log(name, 'fine'), (e) => { errors.push(e); console.log(name, e.message); });
console.log(errors.every((e) => e === errors[0]));
