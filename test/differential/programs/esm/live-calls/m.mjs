export let self = function () { return this; };
export let tag = function (s, ...v) { return this === undefined ? s.join('-') + v : 'bad'; };
export class K { v = 1; static Inner = class { v = 2; }; }
export const o = { m() { return this; } };
export let twice = (x) => x * 2;
self = self;
tag = tag;
twice = twice;
