export { x } from './loop1.mjs';
