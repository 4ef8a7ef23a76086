import source plain from './plain.cjs'; console.log(plain);
