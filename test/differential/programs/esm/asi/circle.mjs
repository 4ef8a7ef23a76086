// In a circle calls of imported functions are rewritten: no bracket may join what stands on the line before.
import { double, tag } from './circle-back.mjs'
export function run(list) {
  const first = list[0]
  double(first)
  let last = first
  tag`${last}`
  switch (last) {
    case 1: last = list
      double?.(last.length)
  }
  if (first) double(first)
  else double(last)
}
run([1, 2])
console.log(String(run))
