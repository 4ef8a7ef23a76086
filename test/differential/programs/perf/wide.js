const { performance, PerformanceObserver, monitorEventLoopDelay, createHistogram, constants } = require('perf_hooks');
const l = console.log;
const t = (n, f) => {
  try {
    l(n, f());
  } catch (e) {
    l(n, 'THROWS', e.name, e.code, e.message);
  }
};
t('now', () => performance.now() > 0 && performance.now() < 5000);
t('origin', () => Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 1000);
t('mark', () => {
  const m = performance.mark('a', { detail: { x: 1 }, startTime: 5 });
  return [m.name, m.entryType, m.startTime, m.duration, m.detail];
});
t('measure', () => {
  performance.mark('b', { startTime: 9 });
  const m = performance.measure('m', 'a', 'b');
  return [m.duration, m.startTime, m.entryType];
});
t('measx', () => performance.measure('x', 'nope'));
t('get', () => performance.getEntries().map((e) => e.name));
t('byname', () => performance.getEntriesByName('a').length);
t('bytype', () => performance.getEntriesByType('measure').length);
t('clear', () => {
  performance.clearMarks('a');
  return performance.getEntriesByType('mark').length;
});
t('elu', () => Object.keys(performance.eventLoopUtilization()));
t('nt', () => Object.keys(performance.nodeTiming.toJSON()).join());
t('nt2', () => [performance.nodeTiming.name, performance.nodeTiming.bootstrapComplete > 0, performance.nodeTiming.duration > 0, performance.nodeTiming.loopExit]);
t('json', () => Object.keys(performance.toJSON()));
t('consts', () => Object.keys(constants).length);
t('types', () => PerformanceObserver.supportedEntryTypes);
t('obsx', () => new PerformanceObserver());
t('obsy', () => new PerformanceObserver(() => {}).observe({}));
const o = new PerformanceObserver((list, ob) => {
  l(
    'obs',
    list.getEntries().map((e) => [e.name, e.entryType]),
  );
  ob.disconnect();
});
o.observe({ entryTypes: ['mark', 'measure'] });
performance.mark('z');
performance.measure('y');
t('timerify', () => {
  const f = performance.timerify(function q() {
    return 5;
  });
  return [f(), f.name, f.length];
});
t('res', () => performance.getEntriesByType('resource').length);
t('rtb', () => performance.setResourceTimingBufferSize(5));
t('tag', () => String(performance));
t('mti', () => performance.markResourceTiming?.name);
t('uv', () => Object.keys(performance.nodeTiming.uvMetricsInfo));
t('ins', () => require('util').inspect(performance.mark('ins', { startTime: 3 })));
const fo = new PerformanceObserver((li) => {
  l(li.getEntries()[0].name, li.getEntries()[0].entryType);
  fo.disconnect();
});
fo.observe({ type: 'function' });
performance.timerify(function tf() {})();
