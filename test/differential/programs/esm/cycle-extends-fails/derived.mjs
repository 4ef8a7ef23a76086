import { Base } from './base.mjs';
export class Derived extends Base {}
