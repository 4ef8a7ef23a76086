import './derived.mjs';
export class Base {}
