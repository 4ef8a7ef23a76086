module.exports = 'block' /* ends here */
