console.log('b start'); export const b = await 'B'; console.log('b end');
