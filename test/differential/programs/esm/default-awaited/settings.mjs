export const { host, port } = await Promise.resolve({ host: 'h', port: 1 });
export default await Promise.resolve({ debug: true });
