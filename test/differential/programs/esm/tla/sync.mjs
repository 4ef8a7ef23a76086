console.log('sync runs'); export default Promise.resolve('thenable default');
