// os.constants: signals, errno, priorities, dlopen.
const os = require('os');
console.log(os.constants.signals);
console.log(os.constants.errno);
console.log(os.constants.priority, os.constants.dlopen, os.EOL === '\n', os.devNull);
