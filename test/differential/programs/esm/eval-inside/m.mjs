export let value = 'imported';
value = 'changed';
