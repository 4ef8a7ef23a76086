import source source from './add.wasm'; export { source };
