// Timers that hold the process are listed one by one, also from within a timer's own callback.
const count = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;
console.log(count());
const many = Array.from({ length: 30 }, (_, i) => setTimeout(() => {}, 10_000 + i));
console.log(count());
many.slice(0, 10).forEach((timer) => timer.unref());
console.log(count());
many.forEach(clearTimeout);
console.log(count());
setTimeout(() => {
  console.log('timeout', count());
  let rounds = 0;
  const interval = setInterval(() => {
    console.log('interval', count());
    if (++rounds === 2) clearInterval(interval);
    console.log('interval', count());
  }, 1);
}, 1);
console.log(count());
