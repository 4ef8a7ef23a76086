import { a } from './good.mjs';

export function f() {
  const x = [1, 2;
}
