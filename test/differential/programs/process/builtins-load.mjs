// node: --no-warnings
import { builtinModules, createRequire } from 'node:module';
const require = createRequire(import.meta.url);
process.removeAllListeners('warning'); process.on('warning', () => {});
for (const name of builtinModules) {
  let required, imported;
  try { required = require(name); } catch (error) { required = error; }
  try { imported = await import(name); } catch (error) { imported = error; }
  const keys = Object.keys(required).sort();
  console.log(name, required instanceof Error ? required.code : typeof required, imported instanceof Error ? imported.code : imported.default === required, keys.length, keys.join().slice(0, 2000));
}
