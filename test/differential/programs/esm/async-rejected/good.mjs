console.log('good runs');
await 1;
console.log('good ends');
export default 'fine';
