const { spawnSync } = require('node:child_process');
const show = (args, options) => console.log(spawnSync(process.execPath, ['-p', 'JSON.stringify([process.argv0, process.argv.slice(1), process.title.length > 0])', ...args], { encoding: 'utf8', ...options }).stdout.trim());
show(['a', '', 'b c', '"quoted"', "it's", '$HOME', '*', 'é', '-x', '--', 'y'], { argv0: 'renamed' });
show([], { argv0: 'other name' });
