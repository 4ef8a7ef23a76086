const v8 = require('node:v8'); const once = () => 1; once(); v8.takeCoverage(); v8.stopCoverage(); once();
