console.log(require('./a'), require('./b'), require('./c'), typeof require('./d'), require('./e').self === require('./e'));
