// Tools switch it on at their start, and go on without it.
const module_ = require('module');
for (const wrong of [0, null, true, () => {}, { directory: 5 }]) {
  try {
    console.log(module_.enableCompileCache(wrong).status);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
const { compileCacheStatus } = module_.constants;
const { status, message } = module_.enableCompileCache(`${require('os').tmpdir()}/cache-${process.pid}`);
console.log(Object.keys(compileCacheStatus).find((name) => compileCacheStatus[name] === status), message, typeof module_.getCompileCacheDir());
