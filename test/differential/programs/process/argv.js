// node: --no-warnings --stack-trace-limit=5
// argv: one --two=3 -- -x
console.log(process.argv.slice(2), process.execArgv, process.argv0.split('/').pop(), process.title.split('/').pop(), process.argv.length);
console.log(process.argv[1].endsWith('argv.js'), process.execPath.endsWith('node'), Error.stackTraceLimit);
