import * as m from './names.mjs';
console.log(m.arrow.name, m.cls.name, m.fn.name);
for (const n of ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8']) { const { default: d } = await import(`./${n}.mjs`); console.log(n, typeof d, d?.name, String(d)); }
