// Two of a browser's workers cannot be removed (worker-constants.js).
console.log(Object.getOwnPropertyNames(globalThis).filter((name) => name !== 'TEMPORARY' && name !== 'PERSISTENT').sort().join(' '));
console.log(Object.keys(globalThis).sort().join(' '));
for (const n of ['self', 'window', 'postMessage', 'importScripts', 'WorkerGlobalScope', 'location', 'indexedDB', 'caches', 'onmessage', 'addEventListener', 'close', 'name', 'origin', 'XMLHttpRequest', 'Worker', 'FileReader', 'OffscreenCanvas', 'scheduler', 'reportError', 'isSecureContext', 'crossOriginIsolated', 'EventSource', 'WebSocketStream', 'localStorage']) console.log(n, typeof globalThis[n]);
console.log(typeof require, typeof module, typeof exports, __filename, __dirname, this === module.exports, (function () { return this === globalThis; })());
console.log(globalThis[Symbol.toStringTag], String(globalThis), Object.getOwnPropertyDescriptor(globalThis, 'process').configurable, typeof Object.getOwnPropertyDescriptor(globalThis, 'fetch').value);
console.log(Object.getOwnPropertyNames(Object.prototype).sort().join(), [].concat(...[Promise, Error, Array].map((C) => Object.getOwnPropertyNames(C))).filter((n) => !/^(fromAsync|try|isError|captureStackTrace|stackTraceLimit)$/.test(n)).join());
console.log(Promise.prototype.then.length, Promise.prototype.then.name, Promise.resolve.name, Proxy.name, Proxy.length, typeof Proxy.prototype, navigator.userAgent, navigator.hardwareConcurrency > 0, navigator.platform, navigator.language);
