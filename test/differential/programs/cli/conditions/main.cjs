const { spawnSync } = require('child_process');
for (const args of [[], ['-C', 'custom'], ['--conditions=custom'], ['--conditions', 'other', '-C', 'custom'], ['--conditions=development'], ['--conditions=import']]) { const r = spawnSync(process.execPath, [...args, 'app.mjs'], { encoding: 'utf8' }); console.log(args.join(' '), '=>', r.stdout.trim(), r.stderr.split('\n')[0]); }
