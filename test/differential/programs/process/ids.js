// Ids of user and group, and what setting them says.
console.log(process.getuid() === process.geteuid(), process.getgid() === process.getegid(), Array.isArray(process.getgroups()), process.pid > 0, process.ppid > 0);
const t = (f) => { try { f(); return 'ok'; } catch (e) { return `${e.code} ${e.message}`; } };
console.log(t(() => process.setuid(process.getuid())), t(() => process.setuid({})), t(() => process.setuid('no-such-user')), t(() => process.setgid('no-such-group')), t(() => process.chdir(5)), t(() => process.kill('x')), t(() => process.kill(process.pid, 'SIGNOPE')), t(() => process.kill(999999999, 0)));
console.log(process.kill(process.pid, 0), process.allowedNodeEnvironmentFlags.has('--no-warnings'), process.features.typescript);
