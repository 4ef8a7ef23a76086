require('./c1.mjs');
