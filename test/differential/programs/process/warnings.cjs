process.on('warning', (w) => console.log(w.name, w.message, w.code, w.detail));
process.emitWarning('plain');
process.emitWarning('typed', 'MyWarning', 'CODE');
process.emitWarning('options', { type: 'T', code: 'C', detail: 'some detail' });
process.emitWarning(Object.assign(new Error('an error'), { name: 'Named' }));
process.emitWarning('old', 'DeprecationWarning', 'DEP9999');
process.emitWarning('old again', 'DeprecationWarning', 'DEP9999');
for (const args of [[], [5], ['x', 5], ['x', 'y', 5]]) try { process.emitWarning(...args); } catch (error) { console.log(error.code, error.message); }
