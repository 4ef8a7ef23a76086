const all = await Promise.all(Array.from({ length: 20 }, (_, i) => import(`./m${i % 3}.mjs`)));
console.log(new Set(all).size, all.map((m) => m.id).join(''));
const failing = await Promise.allSettled([import('./bad.mjs'), import('./bad.mjs'), import('./bad.mjs')]);
console.log(failing.every((r) => r.reason === failing[0].reason), failing[0].reason.message);
