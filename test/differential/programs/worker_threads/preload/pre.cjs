globalThis.preloaded = require('node:worker_threads').threadId;
