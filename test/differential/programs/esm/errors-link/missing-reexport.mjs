export { nope as x } from './ok.mjs';
