const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const ec = load('MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgE7/su86Qqukb4Jqxw1ULQs0UYz0D+o2c1VL1KmcfySWhRANCAASpuMubrl+/ZH82d/YrHyP2iQfaVAGo4+/UKKOHzlftRE9nDs7t3y30h1U4xkhjs15IHkGQhNwBY+3SWEevPyMw');
const rsa = load('MIICdQIBADANBgkqhkiG9w0BAQEFAASCAl8wggJbAgEAAoGBAMKBcaXLm5KTps6T3j/LJ3m7WdJ0YAqv2hvITFBmyzu7zdv0dv4ojFDvTlYhAAvAGqAuo/scC74IJGiTIUS+8DuJFjQo7Q6Cbqe+E5h2K7LLfyRpIiIbVIjgtVWqA8iNG0r7TOS2g5qz950DqXj8PEwfWjd7QqNg6CPAI4C5qvLJAgMBAAECgYAqFZ/lY5yRpmjdIZlg7C/qYuMYah2tskba5Ae/Db7DeescwFROwa86g8zLTfCYmkQojG7mkjboMxLNnagBG98WYYxwp3A/osUcV0DZLcyByie1Q7UkzExfjjWikqFHYp+2pTsH3hFwr9tgK/00ZlKccWydqQdWBvoG3XEIOch6AQJBAPdChIq9C5tw0kysO38vedJlDyVh3Oe9Y0oy8k6dB+l7T3IZ6vFwHfAoH8Cw0HzUOd8rJMbmBLQTYPELk41vU1kCQQDJYYwpsH9YbUbQIKhPDm2RvG51wIzP6dW+kRsQznz53Xx+aK7vljfG16Yle6XoECLufYOwu6vGwU1TZF8ThdzxAkB43r52J+XVrbhQHN3U1buCmz5lMsrPSiiQbAlBXsgwXcQ/beYI8prf/G1RP94bN4+2xZtr06O298Yq71LJEAO5AkAsPrlr43JnPEMlsTcpf3MFZRAj4PVPLQIgR4NZ0vRUdZxHrbpZu3hvwKupapxN+1WhboRDjUg1d/0ESHY3NN8RAkAmAVFrgQZ+De7oFrFIcHik0jT/AOaCRptlWIUJDZLGXDH7D2MPXVs4LjF8ioQIktwULQEy3szOmWtOjPoz1gI4');
const dsa = load('MIIBSgIBADCCASsGByqGSM44BAEwggEeAoGBAPoEYNro9CBU+ZOQeZiV8tqmA7R3EZTgIolqPuFCAB4TNC0seQdPcQF2ubSkwFo3ljcFuIuqMFqimhAVjAAFn0TCPhHSWLxTjbJz5WpFbuwHdYV6USvxiE7GYGXXSdfCg3z8VS3iTD4rL40cMVQlHcru17UPinH3tElvYPzHBT31AhUAu81Cag05BsV9VtNyTSdy+OiO8HUCgYBRnT1J9SODjusdb/5NeJAiBNidzBgGOXSWjr+oW9ar9PgBpi2w1AqQyII479EGp8HXVCMlerT7bGPa/fY6NnYt64E+0qrk+/q7qE6nTUNBy/NGrh6su4rFmVidHoUDasfU8tE5vPIlvtHtVzkJLanDlL+MHcDjXObhjAJyWskB0gQWAhR/DEbpBbrleybq+cC5GptfHJoMSw==');
const data = Buffer.from('signed elsewhere');
console.log(crypto.verify('sha256', data, ec, Buffer.from('MEYCIQCYpDeml4EctjLwT/JvjOJV3zyzsqcjkx14gdoGLS2xUwIhAO6opQWZzmcvpWrI3yIy21aXQtQV+ntaAOe+i7+JbjvB', 'base64')));
console.log(crypto.verify('sha256', data, rsa, Buffer.from('Opw1JEC8M2/070jgt8J+bIRtGgkHjCQmfkwYgtpLBxGfOyUDMNFZ7t0LkZN98PPfPZ/W90lQ6eawwaco8Rer3orx2IY7Xq53aJdc0heFj81uNqUHtuTxcm2FOG/fta9leOUYt50DSoSYtbf1WW/CaWIqg+xllRg8YNCE86XmcgI=', 'base64')));
console.log(crypto.verify('sha256', data, dsa, Buffer.from('MCwCFAJvVv/mCi1kAKTWTe4tBpbaPpVWAhQoxU4rFTVXvM84f26RyHwicSRJRw==', 'base64')));
console.log(crypto.verify('sha256', data, { key: rsa, padding: crypto.constants.RSA_PKCS1_PSS_PADDING }, Buffer.from('j8vc30aEoHWs1YocAFpbHojkcfRBABmezFyjROrvM/7JhOouADkXaCQ7rkLpWKtcu84CH0fpaueMK2m+fNG9NF3lj4yrd9xhfP9nIvxcmZ6tXgwu2cRqmaxanRf53DjJ8XxFQekA6py+AI7SxfWhSnkeDVaw2HWIDG5aBY+e/xg=', 'base64')));
console.log(crypto.privateDecrypt({ key: rsa, oaepHash: 'sha256', oaepLabel: Buffer.from('label') }, Buffer.from('gRqHjsf98C0E73G83tPStA/GY8jyWzhgezegXl1PYocPJtFfddnqR++ZdyHTH1/70TdVKxliJyJRJmQIZVFn9Te07pkHVUMS0WTb3nFzX8UsL7SxNqIgpNiY13YDE7+mdvoxzcaJgTQ0jcSITLNlBSC8wd/t5WejEEzYFBtUYBg=', 'base64')).toString());
console.log(crypto.createPrivateKey({ key: `-----BEGIN ENCRYPTED PRIVATE KEY-----
MIH0MF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBBfLlsV6r+d9yu1KR5U
AlXUAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQzfk7Mjq/HvL08U6b
yi70hQSBkFIZLP++YYbbql9qb++v/SfUQvoXDldXf5uAw+9Zp9eg+FurjLdvl09h
b/hhRA93QCk3zBpHHR6Q7nv2G8X6kMRPB88+Aw1rjR4Zi6adBthh6TuiNVoV77PL
S9ScWUiNVj/YmGSC5yc6QznRE22hpoO61aUN6WTkrJG145HkQQxzQelphxTLD9M3
2IoCOdUAXw==
-----END ENCRYPTED PRIVATE KEY-----
`, passphrase: 'native' }).equals(ec));
console.log(crypto.createPrivateKey({ key: `-----BEGIN RSA PRIVATE KEY-----
Proc-Type: 4,ENCRYPTED
DEK-Info: AES-256-CBC,4DFC04CC1056405B1380E0B44346E2D1

n+jEsGj/IdDHrsY++DSR5enLc95f8ij/RNU4zJL3MF6z0kLbjquCqPbBmWrdhVN2
q/ehaJ1+pGHbWB3rDNaFX4fJDoKdK11OecOeWCJyzqD6FWBr5MhNBRG+XkhqHkx7
ljPZpMpfrk4EYXxXoi3nRnR3dhczJjRU151LRSwccvgRezl9SR+lqyECj2YWiust
AZcRa/HBFEVA3TP6HyJ7KBObHMfG+TZEvrQJn3p5tWAic9ovXZICGeD0makFs71O
yDZQrbCkPHHa9ZV1+KB02OBbmptzNvkqyrP9msS7R2Vb+uX/yXeEcku5Rj9E5nud
6O49Cm91AB/L7l7s1/QKPUFifnHozaKIGuMBNxZgQn6U+4dCLbNhR0t4fPSMZp/s
lMJ1VAkBhfEs9eQC3gN20fkUlWBzODQqeLjWtnZio5q5yUuIww6wm/IoQ4afefL3
xCOo9vp1mMWKvK4F+dKhTdP+cVWYz8DF8fgvK4udw9QMtGI6U9uaW17vruPB64aq
WlVIgMH9bzRsn3/rI/SzGzPaLVj3LmjlFGRvMJ+tqln2PJsx/5ROnJy1BtuakFOp
QGiCyb9Y8qXc4oWvjnGd3yn7UoeItMk4cqA+/VZ/BQsDof2uaEDKro76ge58d2i6
0UuM+uV9CTfJnOiWxIEy+h2jCExsU9qcYNmmdgLj5Kc4+WFuCVEfLzKC/V4HVPCf
j4Nzip65y5Q5LFaNR4MwAMHk4VNknU5mhAoAI1iSqlkwyhAxL2vXFM6hWFOPf/aQ
Uy3DDqIrYo6kA93YrnRMKZ/yeNaMUBOxQ0VTlMj05Es=
-----END RSA PRIVATE KEY-----
`, passphrase: 'native' }).equals(rsa));
