import { order } from './res.mjs';
console.log(order);
