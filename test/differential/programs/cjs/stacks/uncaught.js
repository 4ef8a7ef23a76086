'use strict';

function fail() {
	throw Object.assign(new TypeError('not handled'), { code: 'E_X' });
}
fail();
