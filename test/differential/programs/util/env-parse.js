const { parseEnv } = require('node:util');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
t(() => parseEnv('A=1\nB = two words \nC="quoted # not comment"\nD=\'single\' # comment\nexport E=5\n#F=6\nG\nH=\n I=x\\ny\nJ="multi\nline"\nK=`back`\nL=a=b'));
t(() => parseEnv(5));
t(() => [parseEnv('A= \nB=1'), parseEnv('A=1\rB=2'), parseEnv('\ufeffA=1'), parseEnv('A=\t"x"\n B=2 \nC=\nD=\'q')]);
