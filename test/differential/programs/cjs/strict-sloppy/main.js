console.log(require('./sloppy'), require('./strict'));
