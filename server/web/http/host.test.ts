import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { askRaw } from '#test/fixtures/requests.ts';
import { isHostClear } from '#server/web/http/host.ts';
import { createLimitedServer, LIMITS } from '#server/web/http/limits.ts';

async function listen(t: TestContext): Promise<number> {
  const server = createLimitedServer(LIMITS, (request, response) => {
    response.writeHead(isHostClear(request) ? 200 : 400).end();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

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
    const lines = [`GET / HTTP/${version}`, ...hosts, 'Connection: close'];
    const answer = await askRaw(await listen(t), `${lines.join('\r\n')}\r\n\r\n`).answer;
    assert.equal(answer.slice(9, 12), status);
  });
}
