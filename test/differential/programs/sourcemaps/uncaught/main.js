// node: --enable-source-maps
require('./out.js');
