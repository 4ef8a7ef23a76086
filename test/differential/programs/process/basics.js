console.log(process.version, process.arch, process.platform, process.release.name, process.release.lts, process.argv.length, process.execArgv, process.argv0, process.title, typeof process.pid, process.exitCode, process.config.variables.napi_build_version);
console.log(Object.keys(process.versions).join(), { ...process.features, inspector: undefined }, process.allowedNodeEnvironmentFlags.has('--max-old-space-size'), process.allowedNodeEnvironmentFlags.size);
process.env.NUM = 5; process.env.UNDEF = undefined; console.log(process.env.NUM, process.env.UNDEF, 'NUM' in process.env, delete process.env.NUM, process.env.NUM, Object.keys(process.env).includes('PATH'));
try { Object.defineProperty(process.env, 'x', { get() {} }); } catch (e) { console.log(e.code, e.message); }
try { process.env[Symbol('s')] = 1; } catch (e) { console.log(e.name, e.message); }
console.log(typeof process.hrtime.bigint(), process.hrtime().length, process.uptime() > 0, Object.keys(process.cpuUsage()), process.umask().toString(8));
console.log(process.cwd() === __dirname, process.emitWarning.length, process.getuid === undefined, process.stdout.isTTY, process.stdin.isTTY, process.stdout.fd, process.stderr.fd, process.stdout.constructor.name, process.stdout.writable);
console.log(Object.prototype.toString.call(process), process instanceof require('events'), Object.getPrototypeOf(process).constructor.name, process.report.compact, process.debugPort, process.permission, process.sourceMapsEnabled, process.noDeprecation);
console.log(Object.keys(process).sort().join());
process.on('exit', () => console.log(process.getActiveResourcesInfo()));
