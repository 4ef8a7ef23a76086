class MyError extends Error { constructor(m, o) { super(m, o); this.name = 'MyError'; this.extra = { a: 1 }; } }
const aggregate = new AggregateError([new RangeError('one'), new Error('two')], 'many', { cause: new Error('root') });
queueMicrotask(() => { throw new MyError('top', { cause: aggregate }); });
