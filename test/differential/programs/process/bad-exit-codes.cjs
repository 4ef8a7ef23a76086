for (const value of ['5', 5.5, 'x', {}, null, undefined, true, NaN, -1, 256]) {
  try { process.exitCode = value; console.log(String(value), process.exitCode); } catch (error) { console.log(String(value), error.name, error.code, error.message); }
}
try { process.exit('abc'); } catch (error) { console.log(error.code); }
process.exitCode = undefined;
