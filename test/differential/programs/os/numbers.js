// Figures: their kinds and relations.
const os = require('os');
console.log(os.totalmem() > 0, os.freemem() <= os.totalmem(), os.uptime() > 0, os.loadavg().length, os.loadavg().every((n) => n >= 0), os.availableParallelism() === os.cpus().length || os.availableParallelism() > 0);
const [cpu] = os.cpus();
console.log(Object.keys(cpu), Object.keys(cpu.times), typeof cpu.model, typeof cpu.speed);
console.log(Object.values(os.networkInterfaces()).flat().every((i) => typeof i.address === 'string' && /^IPv[46]$/.test(i.family) && typeof i.internal === 'boolean' && i.cidr.includes('/') && /^([0-9a-f]{2}:){5}/.test(i.mac)));
