import { Base } from './base.mjs';
console.log(new Base().make().name(), Base.create().name());
