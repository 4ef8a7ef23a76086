// node: --stack-trace-limit=2
function a() { b(); } function b() { c(); } function c() { throw new Error('deep'); }
try { a(); } catch (e) { console.log(e.stack.split('\n').length, Error.stackTraceLimit); }
Error.stackTraceLimit = 0; try { a(); } catch (e) { console.log(e.stack); }
Error.stackTraceLimit = 1; const o = {}; Error.captureStackTrace(o); console.log(o.stack.split('\n').length);
delete Error.stackTraceLimit; try { a(); } catch (e) { console.log(e.stack); }
