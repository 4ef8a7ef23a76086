// A rejection that is awaited after it was reported.
process.on('unhandledRejection', () => console.log('unhandled'));
process.on('rejectionHandled', () => console.log('handled'));
const rejected = Promise.reject(new Error('late'));
setTimeout(async () => {
  try { await rejected; } catch (e) { console.log('caught', e.message); }
}, 50);
