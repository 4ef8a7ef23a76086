process.emitWarning('careful', 'MyWarning', 'W001');
process.emitWarning('old', { type: 'DeprecationWarning', code: 'DEP0', detail: 'some detail' });
process.on('warning', (w) => console.log(w.name, w.message, w.code, w.detail));
new Buffer(1);
