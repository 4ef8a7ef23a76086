const vm = require('vm');
const s = new vm.Script('1 + 1', { filename: 'a.js', produceCachedData: true });
console.log(s.cachedDataProduced, s.cachedData instanceof Buffer, s.cachedDataRejected);
const data = new vm.Script('40 + 2').createCachedData();
const again = new vm.Script('40 + 2', { cachedData: data });
console.log(again.cachedDataRejected, again.runInThisContext());
console.log(new vm.Script('41 + 2', { cachedData: data }).cachedDataRejected, new vm.Script('1', { cachedData: Buffer.from('junk') }).cachedDataRejected);
