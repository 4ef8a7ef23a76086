try { module.exports = Object.keys(require('./a.mjs')); } catch (e) { module.exports = e.code + ' ' + e.message.split('.')[0].slice(0, 60); }
