// Files that libraries look into: names, hosts, release.
const fs = require('fs');
console.log(fs.readFileSync('/etc/passwd', 'utf8').split('\n').some((l) => l.split(':').length === 7 && l.split(':')[2] === String(process.getuid())));
console.log(fs.readFileSync('/etc/group', 'utf8').split('\n').filter(Boolean).every((l) => l.split(':').length === 4));
console.log(/^127\.0\.0\.1\s+localhost/m.test(fs.readFileSync('/etc/hosts', 'utf8')), /^ID=\w+/m.test(fs.readFileSync('/etc/os-release', 'utf8')), fs.existsSync('/etc/resolv.conf'));
console.log((fs.statSync('/tmp').mode & 0o7777).toString(8));
