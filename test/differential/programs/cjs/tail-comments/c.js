module.exports = `template ${'with'} // no comment` //# sourceURL is no comment of its own here
