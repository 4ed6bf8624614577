import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '#test/fixtures/app.ts';
import { askRaw } from '#test/fixtures/requests.ts';

const REQUESTS: [name: string, version: string, hosts: string[], status: string][] = [
  ['one host', '1.1', ['Host: x'], '200'],
  ['one host in capitals', '1.1', ['HOST: x'], '200'],
  ['an empty host', '1.1', ['Host:'], '200'],
  ['two hosts', '1.1', ['Host: x', 'Host: evil.example'], '400'],
  ['the same host twice', '1.1', ['Host: x', 'host: x'], '400'],
  ['no host', '1.1', [], '400'],
  ['no host in HTTP/1.0', '1.0', [], '200'],
  ['two hosts in HTTP/1.0', '1.0', ['Host: x', 'Host: x'], '400'],
];

for (const [name, version, hosts, status] of REQUESTS) {
  test(`a request with ${name} is answered with ${status}`, async (t) => {
    const { port } = await startApp(t);
    const lines = [`GET /healthz HTTP/${version}`, ...hosts, 'Connection: close'];
    const answer = await askRaw(port, `${lines.join('\r\n')}\r\n\r\n`).answer;
    assert.equal(answer.slice(9, 12), status);
  });
}
