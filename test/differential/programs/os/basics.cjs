const os = require('node:os');
console.log(os.platform(), os.type(), os.arch(), os.endianness(), os.EOL === '\n', os.devNull, os.machine());
console.log(typeof os.hostname(), os.cpus().length === os.availableParallelism(), os.totalmem() > os.freemem(), os.uptime() > 0, os.loadavg().length);
console.log(Object.keys(os.userInfo()), os.tmpdir(), os.networkInterfaces().lo[0], os.getPriority());
console.log(Object.keys(os.constants.signals).length, os.constants.errno.ENOENT);
