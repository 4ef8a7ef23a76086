export { count } from './counter.mjs';
