import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_DOVECOT, startDovecot } from '#test/fixtures/dovecot.ts';
import { APP, startTokenServer } from '#test/fixtures/token-server.ts';
import { tryMailbox } from './imap.ts';

test(
  'a mailbox is opened with a token of the app, and with no other (catches: a password is sent; any token)',
  { skip: NO_DOVECOT },
  async (t) => {
    const tokens = await startTokenServer(t);
    const port = await startDovecot(t, tokens.introspectionUrl);
    const oauth = {
      tokenUrl: tokens.tokenUrl,
      clientId: APP.MICROSOFT_CLIENT_ID,
      clientSecret: APP.MICROSOFT_CLIENT_SECRET,
    };
    const url = `imap://us%40agency.example:unused@127.0.0.1:${port}`;
    assert.equal(await tryMailbox({ url, oauth }), null);
    const others = url.replace('us', 'others');
    assert.equal((await tryMailbox({ url: others, oauth }))?.code, 'not-taken');
    assert.equal((await tryMailbox({ url }))?.code, 'not-taken');
  },
);
