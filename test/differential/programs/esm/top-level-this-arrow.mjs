const f = () => this; class K { static s = this; x = this; m() { return this; } } const { m } = new K();
console.log(f(), K.s === K, new K().x instanceof K, m(), (function () { return this; })(), [1].map(function () { return this; })[0]);
