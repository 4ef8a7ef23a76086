require('./d1.mjs');
