import { discounted } from './money.js';

export class Cart {
  #lines = new Map();

  add(article, count = 1) {
    if (!Number.isInteger(count) || count < 1) throw new RangeError(`not a count: ${count}`);
    const line = this.#lines.get(article.id) ?? { article, count: 0 };
    line.count += count;
    this.#lines.set(article.id, line);
    return this;
  }

  remove(id) {
    return this.#lines.delete(id);
  }

  get lines() {
    return [...this.#lines.values()];
  }

  /** In cents; ten percent off from fifty euros on. */
  total() {
    const sum = this.lines.reduce((cents, { article, count }) => cents + article.cents * count, 0);
    return sum >= 5000 ? discounted(sum, 10) : sum;
  }
}
