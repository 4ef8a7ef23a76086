import { Derived } from './derived.mjs';
export class Base { make() { return new Derived(); } name() { return 'base'; } static create() { return new Derived(); } }
