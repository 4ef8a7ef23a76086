import { Cart } from './cart.js';
import { catalogue } from './catalogue.js';
import { euros } from './money.js';
import { page, pageCount } from './pages.js';

const size = 4;

for (let number = 1; number <= pageCount(catalogue, size); number++) {
  const { pages, items } = page(catalogue, number, size);
  console.log(`-- Page ${number} of ${pages} --`);
  for (const { name, cents } of items) console.log(`${name.padEnd(12)}${euros(cents).padStart(12)}`);
}

const cart = new Cart().add(catalogue[1]).add(catalogue[4], 2);
console.log(`\n${cart.lines.length} articles, ${euros(cart.total())}`);
