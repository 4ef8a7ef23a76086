for (const f of ['bad', 'empty', 'bom', 'dup', 'trailing']) try { console.log(f, require(`./${f}.json`)); } catch (e) { console.log(e.name, e.message.replaceAll(__dirname, '')); }
