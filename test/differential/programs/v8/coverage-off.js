const v8 = require('v8'); console.log(v8.takeCoverage.name, v8.takeCoverage(), v8.stopCoverage.name, v8.stopCoverage());
