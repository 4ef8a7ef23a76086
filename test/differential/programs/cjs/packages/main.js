console.log(require('main-field'), require('index-only'), require('nested/inner'), require('with-exports'), require('with-exports/sub'));
for (const id of ['with-exports/hidden', 'broken-main', 'bad-json', 'with-exports/package.json']) {
  try {
    console.log(require(id));
  } catch (e) {
    console.log(id, e.code, e.message.replaceAll(__dirname, '<cwd>').split('\n')[0]);
  }
}
