// node: --trace-uncaught
function a() { throw new Error('x'); }
a();
