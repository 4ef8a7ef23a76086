// What console.log says of promises whose state nobody but the engine knows.
const made = new Promise(() => {});
console.log(made);
console.log((async () => 'done')());
console.log(Promise.resolve(1).then(() => 2));
console.log({ deep: [new Promise((resolve) => resolve('value'))] });
