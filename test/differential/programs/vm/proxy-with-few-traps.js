// A sandbox over a proxy that answers for some names only, as those that guard a template's or a plugin's code do.
const vm = require('node:vm');
const magic = new Proxy({}, { get: (target, key) => (key === 'magic' ? 'magic!' : target[key]), has: (target, key) => key === 'magic' || key in target });
const context = vm.createContext(magic);
console.log(context === magic, vm.isContext(magic), vm.isContext({}), vm.isContext(new Proxy({}, {})));
console.log(vm.runInContext('magic', context), vm.runInContext('made = 1; made + 1', context), magic.made);
const strings = new Proxy({ a: 1 }, { get: (target, key) => { if (typeof key === 'symbol') return undefined; return key in target ? target[key] : `<${key}>`; } });
console.log(vm.isContext(vm.createContext(strings)), vm.runInContext('a', strings));
const vanilla = vm.createContext(vm.constants.DONT_CONTEXTIFY);
console.log(vm.isContext(vanilla), vm.isContext(vm.runInContext('globalThis', vanilla)), vm.isContext(vm.runInContext('globalThis', vm.createContext({}))));
