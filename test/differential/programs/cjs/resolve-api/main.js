const rel = (p) => typeof p === 'string' ? p.replace(__dirname, '') : p;
console.log(rel(require.resolve('./main')), require.resolve('fs'), require.resolve('node:fs'), rel(require.resolve('dep')), rel(require.resolve('sub', { paths: [__dirname + '/other'] })));
console.log(require.resolve.paths('x').slice(0, 2).map(rel), require.resolve.paths('./x').map(rel), require.resolve.paths('fs'), require.resolve.paths('node:fs'));
for (const bad of [undefined, '', 5, './nope', 'nope']) try { require.resolve(bad); } catch (e) { console.log(e.code, e.message.split('\n')[0].replace(__dirname, '')); }
try { require(''); } catch (e) { console.log(e.code, e.message); } try { require(null); } catch (e) { console.log(e.code); }
try { require('nope'); } catch (e) { console.log(e.requireStack.map(rel), e.message.replaceAll(__dirname, '')); }
