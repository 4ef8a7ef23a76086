// node: --import ./register.mjs
import value from 'from-hook';
console.log('static import', value, process.execArgv);
