export const order = [];
const make = (name) => ({ name, async [Symbol.asyncDispose]() { await null; order.push('closed ' + name); } });
{
  await using a = make('a'), b = make('b');
  order.push('open ' + a.name + b.name);
}
order.push('end');
