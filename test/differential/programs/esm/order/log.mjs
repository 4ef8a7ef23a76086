const list = []; export const log = Object.assign((s) => list.push(s), { list });
