// Warnings: names, codes, details, deprecations once, listeners.
process.on('warning', (w) => console.log('event', w.name, w.code, w.message, w.detail));
process.emitWarning('plain');
process.emitWarning('typed', 'MyWarning', 'W1');
process.emitWarning('options', { type: 'T', code: 'C', detail: 'more' });
process.emitWarning(new Error('an error'));
process.emitWarning('dep', 'DeprecationWarning', 'D1');
for (const bad of [5, undefined]) try { process.emitWarning(bad); } catch (e) { console.log(e.code); }
try { process.emitWarning('x', 5); } catch (e) { console.log(e.code); }
