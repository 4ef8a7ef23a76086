// An imported function is called without a receiver.
import { self, tag, K, o } from './m.mjs';
import * as ns from './m.mjs';
console.log(self(), (0, self)(), self?.(), tag`x${1}y`, new K().v, new K.Inner().v, o.m() === o, ns.self() === ns);
console.log([1, 2].map(ns.twice), typeof self, void self, `${self}`);
