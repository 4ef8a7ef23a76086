const o = { a: { b: () => ({ c: [1] }) }, n: null }; console.log(o?.a?.b?.()?.c?.[0], o.x?.y.z.w, o.n?.(), o.n?.[1], delete o?.a, o.a?.b ?? 'gone', true ? .5 : 1, o?.n ? 1 : 2, ((o) => o?.[`k${1}`])({ k1: 'v' }));
let l = null; l ??= 1; l &&= 2; l ||= 3; l **= 2; l >>>= 1; console.log(l);
