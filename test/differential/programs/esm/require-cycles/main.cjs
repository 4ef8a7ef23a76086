// Circles of required ES modules, which have no order in which they could run.
for (const entry of ['./b.cjs', './c.cjs', './d.cjs']) {
  try {
    require(entry);
    console.log(entry, 'ran');
  } catch (e) {
    console.log(entry, e.code, e.message.replaceAll(__dirname, 'HERE'));
  }
}
