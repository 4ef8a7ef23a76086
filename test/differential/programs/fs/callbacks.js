// The callback forms: arguments, order, and that callbacks never run synchronously.
const fs = require('fs');
const steps = [];
fs.writeFile('f', 'content', (err) => {
  steps.push('written', err);
  fs.readFile('f', 'utf8', (err, text) => {
    steps.push(err, text);
    fs.stat('f', (err, stats) => {
      steps.push(stats.size);
      fs.open('f', 'r', (err, fd) => {
        fs.read(fd, Buffer.alloc(4), 0, 4, 0, (err, n, buffer) => {
          steps.push(n, String(buffer));
          fs.close(fd, (err) => {
            steps.push('closed', err);
            fs.readFile('missing', (err, data) => {
              steps.push(err.message, data, err instanceof Error, Object.keys(err).join());
              fs.exists('f', (yes) => {
                steps.push(yes);
                fs.mkdir('p/q', { recursive: true }, (err, first) => {
                  steps.push(first);
                  fs.readdir('.', (err, names) => {
                    steps.push(names.join());
                    fs.rm('p', { recursive: true }, (err) => {
                      steps.push('removed', err);
                      fs.access('p', (err) => {
                        steps.push(err.code, err.syscall, err.path);
                        console.log(steps);
                      });
                    });
                  });
                });
              });
            });
          });
        });
      });
    });
  });
});
steps.push('sync part over');
process.nextTick(() => steps.push('tick'));
Promise.resolve().then(() => steps.push('microtask'));
try {
  fs.readFile('f');
} catch (e) {
  console.log(e.code, e.message);
}
fs.promises.readFile('f', 'utf8').catch(() => {});
