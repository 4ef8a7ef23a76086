await null;
export default 2;
