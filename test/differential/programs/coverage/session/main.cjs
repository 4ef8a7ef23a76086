// Precise coverage of a session of the inspector, as Vitest and collect-v8-coverage take it.
const { Session } = require('node:inspector');
const { Session: PromiseSession } = require('node:inspector/promises');
const vm = require('node:vm');
const session = new Session();
session.connect();
const post = (method, params) => new Promise((done) => session.post(method, params, (error, result) => done(error ? `${error.code}: ${error.message}` : result)));
const ofSubject = ({ result }) => JSON.stringify(result.filter(({ url }) => /subject|evaluated/.test(url)).map(({ functions, url }) => [url.slice(url.lastIndexOf('/') + 1), functions]));
(async () => {
  console.log(await post('Profiler.takePreciseCoverage'));
  console.log(await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true }));
  console.log(await post('Profiler.enable'));
  console.log(Object.keys(await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })));
  const { f } = require('./subject.cjs');
  console.log(vm.runInThisContext('if (true) { 5 } else { 6 }', { filename: 'evaluated.js' }), vm.runInNewContext('const k = (x) => x ? 1 : 2; k(0)', {}, { filename: 'evaluated-in-context.js' }));
  console.log(ofSubject(await post('Profiler.takePreciseCoverage')));
  f(0);
  console.log(ofSubject(await post('Profiler.takePreciseCoverage')));
  // The text of a counted function is the one that was written.
  console.log(f.toString());
  console.log(await post('Profiler.stopPreciseCoverage'), await post('Profiler.disable'));
  console.log(await post('Profiler.takePreciseCoverage'), await post('No.such'));
  session.disconnect();
  const second = new PromiseSession();
  second.connect();
  await second.post('Profiler.enable');
  await second.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false });
  require('./subject-two.cjs');
  console.log(ofSubject(await second.post('Profiler.takePreciseCoverage')));
  second.disconnect();
})();
