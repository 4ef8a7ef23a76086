export const a = 1, b = [2]; export default 'd'; export function f() {} export class C {}
