setImmediate(() => { throw { code: 42, nested: { deep: [1, 2] } }; });
