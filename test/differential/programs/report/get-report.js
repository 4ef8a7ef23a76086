const report = process.report.getReport(Object.assign(new Error('seen'), { code: 'E_SEEN', n: 3 }));
const { header, javascriptStack } = report;
console.log(header.reportVersion, header.event, header.trigger, header.filename, header.processId === process.pid, header.nodejsVersion, header.wordSize, header.arch, header.platform, header.cwd === process.cwd());
console.log(javascriptStack.message, javascriptStack.errorProperties, javascriptStack.stack[0]);
console.log(Array.isArray(report.sharedObjects), Array.isArray(report.libuv), report.environmentVariables.PATH === process.env.PATH, header.componentVersions.uv === process.versions.uv);
console.log(process.report.compact, process.report.directory, process.report.filename, process.report.signal, process.report.reportOnFatalError);
process.report.excludeEnv = true;
process.report.excludeNetwork = true;
const less = process.report.getReport();
console.log('environmentVariables' in less, 'networkInterfaces' in less.header, less.javascriptStack.message);
try { process.report.getReport('no'); } catch (error) { console.log(error.code, error.message); }
