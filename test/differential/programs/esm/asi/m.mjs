export const one = 1
export default 2
