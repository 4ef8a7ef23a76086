// node --test --experimental-test-coverage
import { spawnSync } from 'node:child_process';
const { status, stdout, stderr } = spawnSync(process.execPath, ['--test', '--experimental-test-coverage', '--test-reporter=tap', 'add.test.mjs'], { encoding: 'utf8' });
console.log(status, stdout.split('\n').filter((line) => line.startsWith('#') && !line.includes('duration')), stderr.replace(/\(node:\d+\)/g, '(node:PID)'));
