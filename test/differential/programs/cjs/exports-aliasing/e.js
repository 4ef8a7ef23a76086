module.exports.self = module.exports; Object.defineProperty(exports, 'hidden', { value: 1 });
