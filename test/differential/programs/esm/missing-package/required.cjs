require('not-installed/part');
