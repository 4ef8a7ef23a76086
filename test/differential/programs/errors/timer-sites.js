// Call sites under a timer have the places that the trace's text has.
setTimeout(() => {
  console.log(new Error('x').stack);
  Error.prepareStackTrace = (error, sites) => sites.map((site) => [site.getFunctionName(), site.getFileName(), site.getLineNumber(), site.getColumnNumber(), String(site)].join(' ')).join('\n');
  console.log(new Error('y').stack);
}, 1);
