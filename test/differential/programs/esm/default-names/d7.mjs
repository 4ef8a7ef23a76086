export default async (a, b) => { await a; }
console.log('after');
