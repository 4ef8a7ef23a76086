const { spawnSync } = require('child_process');
for (const args of [['--version'], ['-v'], ['-p', 'process.version'], ['-p', 'process.release.name'], ['-h']]) { const r = spawnSync(process.execPath, args, { encoding: 'utf8' }); console.log(args.join(' '), r.status, r.stdout.split('\n')[0].slice(0, 60)); }
