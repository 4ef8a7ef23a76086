export const x = await 1;
