const { spawnSync } = require('node:child_process');
const show = (env) => console.log(spawnSync(process.execPath, ['-p', 'JSON.stringify(Object.fromEntries(Object.entries(process.env).filter(([k]) => /^[A-Z]$|proto/.test(k))))'], { env, encoding: 'utf8' }).stdout.trim());
show({ A: 'x', B: 5, C: undefined, D: null, E: '', F: true });
show({ __proto__: { P: 'inherited' }, O: 'own' });
show(Object.assign(Object.create({ I: 'inherited' }), { O: 'own' }));
process.env.Z = 'from parent';
show(undefined);
show({ ['__proto__']: 'own proto', A: 'a=b=c' });
