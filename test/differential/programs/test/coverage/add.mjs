export const add = (a, b) => a + b;
export function unused() {
  return 1;
}
