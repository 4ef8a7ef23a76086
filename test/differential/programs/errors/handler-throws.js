process.on('uncaughtException', () => { throw new Error('in the handler'); });
throw new Error('first');
