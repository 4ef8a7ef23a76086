// getPriority and setPriority of oneself.
const os = require('os');
console.log(os.getPriority(), os.getPriority(process.pid), os.getPriority(0));
const t = (f) => { try { return f(); } catch (e) { return `${e.name} ${e.code} ${e.message}`; } };
console.log(t(() => os.getPriority('x')), t(() => os.setPriority(0, 99)), t(() => os.setPriority('x')), t(() => os.setPriority(0, 1.5)));
