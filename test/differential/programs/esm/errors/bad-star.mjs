import { x } from './stars.mjs'; console.log(x);
