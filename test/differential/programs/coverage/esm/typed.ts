interface Shape { sides: number }
export const area = (shape: Shape): number => (shape.sides > 3 ? shape.sides : 0);
function unused(this: void): never { throw new Error('no'); }
console.log(area({ sides: 4 } as Shape), typeof unused);
