import './m1.mjs'; console.log('m2'); export const id = 2;
