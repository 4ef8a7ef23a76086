const early = () => { process.exit(3); }; process.on('exit', () => { console.log('leaving'); }); early();
