Error.stackTraceLimit = 5;
require('vm').runInNewContext('function go() {\n  throw new Error("from context");\n}\ngo();', {}, { filename: 'inner.js' });
