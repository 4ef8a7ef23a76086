const fails = () => { throw new Error('no'); }; setTimeout(fails, 1);
