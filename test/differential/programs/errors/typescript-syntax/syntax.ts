console.log(1);
const x: = 3;
