import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { startApp } from '#test/fixtures/app.ts';
import { askRaw } from '#test/fixtures/requests.ts';
import type { CommitOutcome } from '#server/store/database.ts';

const BODY = '{"email":"a@b.co"}';
const HEAD = 'POST /api/subscribe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const GOOD = `${HEAD}Content-Length: ${BODY.length}\r\n\r\n${BODY}`;

const BROKEN: [name: string, bytes: string][] = [
  ['no HTTP at all', '\u0000\u0001\r\n\r\n'],
  ['a broken body', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
];

for (const [name, bytes] of BROKEN) {
  test(`${name} does not overtake the answers before it`, async (t) => {
    const outcomes: ((outcome: CommitOutcome) => void)[] = [];
    const { app, port } = await startApp(t, {
      store: { add: () => new Promise<CommitOutcome>((resolve) => outcomes.push(resolve)) },
    });
    const refused = once(app.server, 'clientError');
    const { socket, answer } = askRaw(port, GOOD, GOOD, bytes);
    await refused;
    // Node reports it again for every further chunk.
    socket.write(bytes);
    while (outcomes.length < 2) await setImmediate();
    outcomes[1]?.('stored');
    outcomes[0]?.({ why: 'io' });
    const statuses = (await answer).match(/(?<=HTTP\/1\.1 )\d+/g);
    assert.deepEqual(statuses, ['503', '202', '400']);
  });
}
