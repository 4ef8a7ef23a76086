namespace N { export const a = 1; } console.log(N.a);
