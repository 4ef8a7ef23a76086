this.viaThis = this === exports && this === module.exports; return; exports.never = 1;
