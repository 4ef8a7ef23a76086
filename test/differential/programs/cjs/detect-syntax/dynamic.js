import('fs'); exports.ok = 1;
