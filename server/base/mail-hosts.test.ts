import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { shareOfAnnouncements } from './mail-hosts.ts';

test('an account that we know has nine tenths of its limit for announcements (catches: its limit is passed)', () => {
  const of = (SMTP_URL: string, more = {}) => {
    const config = readConfig({ SMTP_URL, MAIL_FROM: 'us@example.com', ...more });
    const { mailsADay, mailsAnHour, mailsAMinute, mailConnections } = shareOfAnnouncements(config);
    return [mailsADay, mailsAnHour, mailsAMinute, mailConnections];
  };
  assert.deepEqual(of('smtp://us:p@smtp.gmail.com'), [450, null, 540, 6]);
  assert.deepEqual(of('smtp://us:p@smtp.office365.com'), [9_000, null, 27, 1]);
  assert.deepEqual(of('smtp://us:p@mail.example.com'), [4_500, null, 540, 6]);
  assert.deepEqual(of('smtp://us:p@smtp.gmail.com', { MAILS_PER_DAY: '2000' }), [1_800, null, 540, 6]);
  // Spread over the hour, so a day cannot have more.
  assert.deepEqual(of('smtp://us:p@mail.example.com', { MAILS_PER_HOUR: '100' }), [2_160, 90, 1.5, 6]);
});
