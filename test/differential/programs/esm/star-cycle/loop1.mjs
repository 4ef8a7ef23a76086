export { x } from './loop2.mjs';
