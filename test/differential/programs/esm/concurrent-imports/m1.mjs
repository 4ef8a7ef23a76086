import './m0.mjs'; console.log('m1'); export const id = 1; await null;
