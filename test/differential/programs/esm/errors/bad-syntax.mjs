const a = 1;
let x = = 3;
