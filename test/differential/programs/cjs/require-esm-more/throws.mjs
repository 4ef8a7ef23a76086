throw new TypeError('in esm');
