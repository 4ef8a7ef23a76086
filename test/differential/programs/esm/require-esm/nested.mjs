import { value } from './mod.mjs'; export const inner = value.x + 1;
