module.exports = 'ends with a comment' // no newline after this
