module.exports = 'dir/index';
