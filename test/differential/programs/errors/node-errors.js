const tries = [
  () => require('fs').readFileSync('/no/such'), () => require('path').join(1), () => new (require('events'))().emit('error'), () => Buffer.from(Symbol('x')), () => process.chdir('/nope'), () => process.kill('x'), () => process.kill(process.pid, 'SIGNOPE'),
  () => require('no-such-module'), () => setTimeout(), () => process.nextTick(1), () => new URL('x'), () => require('fs').openSync('/tmp', 'badflag'), () => require('util').promisify(1), () => process.hrtime([1]), () => process.setUncaughtExceptionCaptureCallback(1), () => process.exitCode = 'abc', () => process.emitWarning(1), () => structuredClone(() => {}), () => new AbortController().signal.aborted = 1, () => require('crypto').randomBytes(-1), () => process.umask('zz'), () => new (require('stream').Readable)().read.call({}),
];
for (const t of tries) { try { console.log('returned', t()); } catch (e) { console.log(e.name, '|', e.code, '|', e.message, '|', e.errno, e.syscall, e.path); } }
console.log(require('util').inspect(Object.assign(new Error('with props'), { code: 'E', n: 1 })).split('\n').slice(-4).join('\n'));
