console.log('other');
export const value = await Promise.resolve('late');
