const fs = require('fs');
process.report.compact = true;
const name = process.report.writeReport('out.json', new Error('written'));
const text = fs.readFileSync(name, 'utf8');
console.log(name, text.split('\n').length, JSON.parse(text).javascriptStack.message, JSON.parse(text).header.filename);
process.report.compact = false;
process.report.directory = fs.mkdtempSync('/tmp/r');
process.report.filename = 'here.json';
console.log(process.report.writeReport(), fs.readdirSync(process.report.directory));

process.report.filename = 'stdout.json';
console.log(process.report.writeReport(new Error('no file name')));
try { process.report.writeReport(1); } catch (error) { console.log(error.code); }
