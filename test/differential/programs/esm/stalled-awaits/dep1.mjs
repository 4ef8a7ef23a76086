await null; console.log('dep1');
const x = [1, await new Promise(() => {})];
