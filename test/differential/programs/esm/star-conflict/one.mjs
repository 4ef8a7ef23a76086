export const both = 1, only1 = 1, own = 'one';
export { shared } from './base.mjs';
export default 'd1';
