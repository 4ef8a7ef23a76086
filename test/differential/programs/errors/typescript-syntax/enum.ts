enum Color { Red }
console.log(Color);
