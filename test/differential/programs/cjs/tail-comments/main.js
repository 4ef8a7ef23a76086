console.log(require('./a'), require('./b'), require('./c'));
