// process.loadEnvFile without a name reads .env; what the environment has already stays.
const fs = require('node:fs');
try { process.loadEnvFile(); } catch (error) { console.log(error.code, error.message); }
fs.writeFileSync('.env', 'GREETING="hello world"\nHOME=elsewhere\n');
fs.writeFileSync('other.env', 'KEY=other\n');
process.loadEnvFile();
process.loadEnvFile('other.env');
process.loadEnvFile(new URL(`file://${__dirname}/other.env`));
console.log(process.env.GREETING, process.env.KEY, process.env.HOME === 'elsewhere');
