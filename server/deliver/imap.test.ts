import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, makeCertificate, NO_ADDRESS } from '#test/fixtures/certificate.ts';
import { startImap } from '#test/fixtures/imap.ts';
import { tryMailbox } from './imap.ts';

test(
  'a mailbox without encryption, or with a certificate that is not trusted, is told apart (catches: "No answer"; the password is said)',
  { skip: NO_ADDRESS },
  async (t) => {
    const heard: string[] = [];
    const { trust, ...credentials } = makeCertificate(t);
    const plain = await startImap(t, [], null, '0.0.0.0');
    const upgraded = await startImap(t, [], { credentials }, '0.0.0.0');
    const encrypted = await startImap(t, [], { credentials, secureConnection: true }, '0.0.0.0');
    for (const { onCommand } of [plain, upgraded, encrypted]) onCommand((said) => heard.push(said));
    const codeAt = async (protocol: string, { port }: { port: number }) => {
      const found = await tryMailbox({ url: `${protocol}://testuser:testpass@${ADDRESS}:${port}` });
      // The server was not asked.
      assert.equal(found?.said, undefined);
      return found?.code;
    };
    assert.equal(await codeAt('imap', plain), 'no-tls');
    assert.equal(await codeAt('imaps', plain), 'no-tls');
    assert.equal(await codeAt('imap', upgraded), 'certificate');
    assert.equal(await codeAt('imaps', encrypted), 'certificate');
    assert.doesNotMatch(heard.join(''), /testpass|LOGIN|AUTHENTICATE/);
    trust();
    assert.equal(await codeAt('imap', upgraded), 'certificate', 'of another name');
  },
);
