const value = { name: 'object' };
export { value as default };
value.name = 'changed';
