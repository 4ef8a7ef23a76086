const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const ec = load('MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgE7/su86Qqukb4Jqxw1ULQs0UYz0D+o2c1VL1KmcfySWhRANCAASpuMubrl+/ZH82d/YrHyP2iQfaVAGo4+/UKKOHzlftRE9nDs7t3y30h1U4xkhjs15IHkGQhNwBY+3SWEevPyMw');
const signature = crypto.sign('sha256', Buffer.from('text'), ec);
let wrong = 0;
for (let i = 0; i < signature.length; i++) { const bad = Buffer.from(signature); bad[i] ^= 1; if (crypto.verify('sha256', Buffer.from('text'), ec, bad)) wrong++; }
console.log(wrong, crypto.verify('sha256', Buffer.from('text'), ec, signature), crypto.verify('sha256', Buffer.from('text'), ec, Buffer.concat([signature, Buffer.from([0])])), crypto.verify('sha256', Buffer.from('text'), ec, Buffer.alloc(0)), crypto.verify('sha256', Buffer.from('text'), { key: ec, dsaEncoding: 'ieee-p1363' }, Buffer.alloc(64)));
