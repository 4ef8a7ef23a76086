import type { Part } from './ast.ts';

/** Collects parts, joining neighbouring literals of the same kind. */
export class PartList {
  readonly parts: Part[] = [];
  text(s: string): void {
    const last = this.parts[this.parts.length - 1];
    if (last?.t === 'text') last.s += s;
    else this.parts.push({ t: 'text', s });
  }
  quoted(s: string): void {
    const last = this.parts[this.parts.length - 1];
    if (last?.t === 'quoted') last.s += s;
    else this.parts.push({ t: 'quoted', s });
  }
  push(part: Part): void {
    this.parts.push(part);
  }
}
