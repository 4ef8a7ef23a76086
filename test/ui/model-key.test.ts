import { expect, it } from 'vitest';
import { checkKeyAddress } from '../../src/ui/agent/model-key.ts';

it('a key stays with the service that it was given for', () => {
  expect(() => checkKeyAddress('', 'https://b.example/v1')).not.toThrow();
  expect(() => checkKeyAddress('https://a.example/v1', 'https://a.example/v2')).not.toThrow();
  expect(() => checkKeyAddress('https://a.example/v1', 'https://b.example/v1')).toThrow('The key was given for https://a.example. Type the key for https://b.example, or forget the old one.');
  expect(() => checkKeyAddress('https://a.example/v1', 'http://a.example/v1')).toThrow('The key was given for https://a.example.');
});
