const fs = require('fs');
console.log('never printed');
let a = 1;
let a = 2;
