export const add = (a: number, b: number): number => a + b;
export default class Thing { constructor(name: string) { this.name = name; } }
