console.log(h(), typeof f2);
export default function h() { return 'hoisted'; }
h = () => 'reassigned';
export function g() { return h(); }
export class K { x = g(); }
export var v = h();
var f2;
