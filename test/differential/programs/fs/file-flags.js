// Every flag string: what it creates, truncates, refuses.
const fs = require('fs');
for (const flag of ['r', 'rs', 'sr', 'r+', 'rs+', 'sr+', 'w', 'wx', 'xw', 'w+', 'wx+', 'xw+', 'a', 'ax', 'xa', 'as', 'sa', 'a+', 'ax+', 'xa+', 'as+', 'sa+', 'q', '']) {
  const out = [flag];
  for (const [name, before] of [['there', 'abc'], ['new', undefined]]) {
    fs.rmSync(name, { force: true });
    if (before) fs.writeFileSync(name, before);
    try {
      const fd = fs.openSync(name, flag);
      let wrote = '', read = '';
      try { fs.writeSync(fd, 'X'); } catch (e) { wrote = e.code; }
      try { read = fs.readSync(fd, Buffer.alloc(5), 0, 5, 0); } catch (e) { read = e.code; }
      fs.closeSync(fd);
      out.push(wrote, read, fs.readFileSync(name, 'utf8'));
    } catch (e) { out.push(e.code); }
  }
  console.log(out.join(' '));
}
