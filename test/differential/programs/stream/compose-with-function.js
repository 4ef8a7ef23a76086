// An async function at the end of a composed stream: what it returns or throws is the stream's error, and nobody's unhandled rejection.
const { compose, Duplex, finished, Readable } = require('node:stream');
process.on('unhandledRejection', (e) => console.log('unhandled', e.code));
const report = (name) => (error) => console.log(name, error?.code, error?.message);
const upper = async function* (source) { for await (const chunk of source) yield String(chunk).toUpperCase(); };
const collect = (result) => async function (source) { let all = ''; for await (const chunk of source) all += chunk; return result(all); };
const step = async (name, stream) => new Promise((resolve) => finished(stream, (error) => { report(name)(error); resolve(); }));
(async () => {
  await step('returns', compose(Readable.from(['ab', 'cd']), upper, collect((all) => all)));
  await step('nothing', compose(Readable.from(['ab', 'cd']), upper, collect((all) => { console.log(all); })));
  await step('throws', compose(Readable.from(['ab']), upper, collect(() => { throw new Error('own'); })));
  const sink = Duplex.from(collect((all) => all.length));
  sink.end('text');
  await step('from', sink);
})();
