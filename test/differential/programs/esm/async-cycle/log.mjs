let n = 0;
export const log = (text) => console.log(++n, text);
