// What programs read of themselves below /proc.
const fs = require('fs');
console.log(fs.readlinkSync('/proc/self') === String(process.pid), fs.readlinkSync('/proc/self/exe') === process.execPath, fs.readlinkSync('/proc/self/cwd') === process.cwd());
console.log(fs.readFileSync('/proc/self/cmdline', 'latin1').split('\0').slice(-2).map((a) => a.split('/').pop()));
const status = fs.readFileSync(`/proc/${process.pid}/status`, 'utf8');
console.log(/^Name:\t(.*)$/m.exec(status)?.[1], /^Pid:\t(\d+)$/m.exec(status)?.[1] === String(process.pid), /^PPid:\t(\d+)$/m.exec(status)?.[1] === String(process.ppid), /^State:\t[RS] \((running|sleeping)\)$/m.test(status));
const stat = fs.readFileSync('/proc/self/stat', 'utf8').split(' ');
console.log(stat[0] === String(process.pid), stat[1], stat[3] === String(process.ppid), stat.length);
console.log(fs.readdirSync('/proc/self/fd').includes('1'), fs.existsSync('/proc/self/environ'), /^processor\t: 0$/m.test(fs.readFileSync('/proc/cpuinfo', 'utf8')), /^MemTotal: +\d+ kB$/m.test(fs.readFileSync('/proc/meminfo', 'utf8')));
console.log(fs.existsSync('/proc/999999'), fs.statSync('/proc').isDirectory(), fs.statSync('/proc/self/status').size);
try { fs.writeFileSync('/proc/new', ''); } catch (e) { console.log(/^E(NOENT|ACCES|PERM|ROFS)$/.test(e.code)); }
