import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createAlarms } from '#server/alarms/alarms.ts';
import type { TestStore } from '#server/fixture.ts';
import { createLog } from '#server/log.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { startSmtp } from '#server/deliver/smtp-fixture.ts';
import { loadMails } from '#server/deliver/templates.ts';
import { createQueue } from '#server/outbox/queue.ts';
import { createRoom } from '#server/outbox/room.ts';
import { createWorker } from '#server/outbox/worker.ts';
import { readManifest } from '#server/web/pages/build.ts';
import { writeFixtureBuild } from '#server/web/pages/fixture.ts';
import { openSecrets } from '#server/store/secrets/secrets.ts';
import { createConfirmMail } from './confirm-mail.ts';

/** Confirmation mails by a real mail server, no more than there is room for, and alarms. */
export async function startMailing(
  t: TestContext,
  { database, query, dataDir }: TestStore,
  now: () => number,
) {
  const smtp = await startSmtp(t);
  const mailer = createMailer({ smtpUrl: smtp.url, dataDir });
  t.after(mailer.close);
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  const opened = openSecrets({ keys: ['k'.repeat(32)], dataDir });
  assert.ok(opened.ok);
  const { secrets } = opened;
  const log = createLog(
    () => {},
    () => new Date(0),
  );
  const confirm = createConfirmMail({
    query,
    mailer,
    templates: loadMails(dist),
    secrets,
    siteUrl: 'https://example.com',
    mailFrom: 'hello@example.com',
    words: readManifest(dist).words,
    now,
  });
  const worker = createWorker({
    queue: createQueue(database, now, () => 0.5),
    handlers: { confirm },
    atOnce: 10,
    room: createRoom(query, now),
    log,
  });
  const alarms = createAlarms({
    query,
    now,
    space: () => Promise.resolve(null),
    mailed: true,
    log,
    onQueued: () => {},
  });
  return { smtp, worker, alarms, secrets };
}
