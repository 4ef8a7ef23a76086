console.log('m0'); export const id = 0;
