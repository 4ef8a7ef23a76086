// getColorDepth for many environments.
const { WriteStream } = require('tty');
for (const env of [{}, { FORCE_COLOR: '0' }, { FORCE_COLOR: '1' }, { FORCE_COLOR: '3' }, { NO_COLOR: '1', TERM: 'xterm' }, { NODE_DISABLE_COLORS: '1' }, { TERM: 'xterm' }, { TERM: 'screen-256color' }, { TERM: 'linux' }, { TMUX: '1' }, { CI: '1', GITHUB_ACTIONS: '1' }, { CI: '1' }, { TERM_PROGRAM: 'iTerm.app' }, { TERM_PROGRAM: 'vscode' }, { COLORTERM: 'x' }, { TERM: 'konsole' }, { TEAMCITY_VERSION: '9.1.0' }]) console.log(env, WriteStream.prototype.getColorDepth.call({}, env));
