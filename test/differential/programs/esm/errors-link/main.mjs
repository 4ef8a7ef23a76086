for (const n of ['missing', 'missing-default', 'missing-reexport', 'builtin', 'cjs', 'indirect', 'json'])
  await import(`./${n}.mjs`).then(() => console.log(n, 'fine'), (e) => console.log(n, e.name, e.message));
