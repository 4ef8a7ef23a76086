// A program's own Error.prepareStackTrace that calls the one it replaced, twice over, as compilers and loaders do.
const before = Error.prepareStackTrace;
Error.prepareStackTrace = function rewriter(err, trace) {
  return (before ?? ((e) => String(e)))(err, trace);
};
console.log(new Error('x').stack.split('\n')[0]);
const second = Error.prepareStackTrace;
Error.prepareStackTrace = (e, t) => `outer ${second(e, t)}`;
console.log(new Error('y').stack.split('\n')[0]);
Error.prepareStackTrace = (e, sites) => sites.map((s) => s.getLineNumber()).slice(0, 1);
console.log(new Error('z').stack);
Error.prepareStackTrace = undefined;
console.log(new Error('w').stack.split('\n').length > 1);
