import './tla.mjs';
import './plain.mjs';
export default 3;
