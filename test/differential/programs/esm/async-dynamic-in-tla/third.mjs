import { value } from './other.mjs';
export default value + '!';
