// access: each mode bit against each permission, and the constants.
const fs = require('fs');
const { R_OK, W_OK, X_OK, F_OK } = fs.constants;
console.log(R_OK, W_OK, X_OK, F_OK);
const t = (f) => { try { f(); return 'ok'; } catch (e) { return e.message; } };
for (const mode of [0o700, 0o644, 0o400, 0o200, 0o100]) {
  fs.writeFileSync('f', '');
  fs.chmodSync('f', mode);
  console.log(mode.toString(8), [F_OK, X_OK, (mode & 0o600) === 0o600 ? R_OK | W_OK : F_OK].map((m) => t(() => fs.accessSync('f', m))));
  fs.rmSync('f', { force: true });
}
console.log(t(() => fs.accessSync('missing')), t(() => fs.accessSync('f/x')), t(() => fs.accessSync('.', 99)));
