await 1;
process.on('exit', (code) => console.log('exit', code));
	const f = async () => await 1; await f(); await new Promise(() => {});
