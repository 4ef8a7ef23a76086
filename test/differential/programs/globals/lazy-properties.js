// Globals whose module loads when they are first used are plain properties all the same.
for (const name of ['atob', 'structuredClone', 'Blob', 'FormData', 'WebSocket', 'CompressionStream', 'AbortController', 'fetch', 'URL']) {
  const { value, get, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(globalThis, name);
  console.log(name, typeof value, get === undefined, writable, enumerable, configurable);
}
