import result from './b.cjs'; export default 'hello';
