// tmpdir follows the environment and drops a slash at the end.
const os = require('os');
for (const env of [{ TMPDIR: '/a/' }, { TMP: '/b' }, { TEMP: '/c//' }, { TMPDIR: '/' }, { TMPDIR: '', TMP: '/d' }, {}]) {
  for (const k of ['TMPDIR', 'TMP', 'TEMP']) delete process.env[k];
  Object.assign(process.env, env);
  console.log(env, os.tmpdir());
}
process.env.HOME = '/somewhere';
console.log(os.homedir(), `${os.type()} ${os.platform()} ${os.arch()} ${os.endianness()} ${os.machine()}`, typeof os.hostname(), typeof os.release(), typeof os.version());
