// A timer that is set in a tick after another timer's callback, while a later one waits: it comes in its own time, and holds the process when none waits.
const begin = Date.now();
const soon = () => Date.now() - begin < 1500;
const late = setTimeout(() => console.log('the late one fired first'), 3000);
setTimeout(() => {
  process.nextTick(() => {
    setTimeout(() => {
      console.log('set in a tick', soon());
      clearTimeout(late);
      setTimeout(() => process.nextTick(() => setTimeout(() => console.log('nothing else waited'), 2)), 1);
    }, 5);
  });
}, 20);
