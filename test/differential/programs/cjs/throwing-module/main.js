for (let i = 0; i < 2; i++) try { require('./throws'); } catch (e) { console.log(i, e.message, e.stack.split('\n')[1].trim().replace(__dirname, '')); }
console.log(Object.keys(require.cache).length, module.children.length);
try { require('./syntax'); } catch (e) { console.log(e.name, e.message, e.stack.split('\n')[0].replace(__dirname, '')); }
