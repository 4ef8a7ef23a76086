/** What settings and relays say about webhooks, before any of it is believed. */
import { describe, expect, it } from 'vitest';
import { readOrigins } from '../../src/project/webhooks/origins.ts';
import { relayAddress } from '../../src/project/webhooks/relay.ts';
import { readRelayMessage } from '../../src/project/webhooks/relay-message.ts';

it('origins are read as people write them, and what is none is named', () => {
  expect(readOrigins(' https://School.example,http://localhost:8080/\nhttps://school.example ')).toEqual({ origins: ['https://school.example', 'http://localhost:8080'], wrong: [] });
  expect(readOrigins('null * school.example https://a.example/path file:///x https://me@a.example javascript:alert(1)')).toEqual({ origins: [], wrong: ['null', '*', 'school.example', 'https://a.example/path', 'file:///x', 'https://me@a.example', 'javascript:alert(1)'] });
  expect(readOrigins('')).toEqual({ origins: [], wrong: [] });
});

it('a relay is reached by https, or on this machine', () => {
  for (const good of ['https://smee.io/abc', ' https://x.example/a?b=c ', 'http://localhost:3000/x', 'http://127.0.0.1:3000/']) expect(relayAddress(good)).toBeInstanceOf(URL);
  for (const bad of ['', 'smee.io/abc', 'http://smee.io/abc', 'ftp://x', 'javascript:alert(1)', 'http://localhost.evil.example/']) expect(relayAddress(bad)).toBe('The address of a relay begins with https://');
});

describe('a relay’s message', () => {
  const read = (value: unknown): unknown => readRelayMessage(JSON.stringify(value));

  it('has the headers of the service beside the body', () => {
    expect(read({ 'x-github-event': 'push', 'x-github-delivery': 'd-1', host: 'smee.io', body: { ref: 'refs/heads/main' }, timestamp: 1 })).toEqual({ source: 'github', event: 'push', id: 'd-1', payload: { ref: 'refs/heads/main' } });
    expect(read({ 'x-gitlab-event': 'Merge Request Hook', body: { a: 1 } })).toEqual({ source: 'gitlab', event: 'merge_request', payload: { a: 1 } });
    expect(read({ 'x-gitea-event': 'push', 'x-gitea-delivery': 'd', body: 3 })).toEqual({ source: 'gitea', event: 'push', id: 'd', payload: 3 });
  });

  it('may have its body as a form with the JSON in it', () => {
    expect(read({ 'x-github-event': 'push', body: { payload: '{"ref":"x"}' } })).toEqual({ source: 'github', event: 'push', payload: { ref: 'x' } });
    expect(read({ 'x-github-event': 'push', body: { payload: 'no json' } })).toEqual({ source: 'github', event: 'push', payload: { payload: 'no json' } });
  });

  it('may be a webhook in our own form, or anything', () => {
    expect(read({ source: 'shop', event: 'order', payload: null, id: 'o-1' })).toEqual({ source: 'shop', event: 'order', payload: null, id: 'o-1' });
    expect(read({ hello: 1 })).toEqual({ source: 'relay', event: 'message', payload: { hello: 1 } });
    expect(read({ body: { hello: 1 } })).toEqual({ source: 'relay', event: 'message', payload: { hello: 1 } });
  });

  it('has the relay’s name for it where it says none itself, and is none when the relay speaks of itself', () => {
    expect(readRelayMessage('{"hello":1}', 'bell')).toEqual({ source: 'relay', event: 'bell', payload: { hello: 1 } });
    expect(readRelayMessage('{"x-github-event":"ping","body":{}}', 'ping')).toEqual({ source: 'github', event: 'ping', payload: {} });
    for (const [name, data] of [['ready', '{}'], ['ping', 'now'], ['ping', '7'], ['keepalive', '{"time":1}'], ['Keep-Alive', '']] as const) expect(readRelayMessage(data, name)).toBeUndefined();
    expect(readRelayMessage('now', 'bell')).toBe('The relay sent what is no JSON.');
  });

  it('is refused when it is no JSON object, or too large', () => {
    expect(readRelayMessage('{')).toBe('The relay sent what is no JSON.');
    for (const value of [null, 'x', [1]]) expect(read(value)).toBe('The relay sent what is no JSON object.');
    expect(readRelayMessage(' '.repeat(1024 * 1024 + 1))).toBe('The relay sent more than 1 MB at once.');
  });
});
