// Without semicolons, and with comments in odd places.
import /* a */ { /* b */ one as /* c */ uno, } /* d */ from /* e */ './m.mjs' // f
import two from './m.mjs'
import './circle.mjs'
export const a = uno
export const b = two
  + 1, c = a
/* between */ export default a
  + b
const re = /export default "no"/
let i = 0
++i
export { re, i as
 index }
console.log(a, b, c, re.source, i, (await import('./main.mjs')).default, `import x from '${1}' export {`)
export /* x */ function /* y */ named /* z */ () { return /import/.test('import') } ;[1].forEach((x) => console.log(x, named()))
