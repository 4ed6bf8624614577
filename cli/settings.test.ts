import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { perform, settingsOf } from '#test/fixtures/command.ts';
import { writeSetting } from '#server/store/stored-setting.ts';
import { COMMANDS } from './commands.ts';

const named = (name: string) => COMMANDS.find((one) => one.name === `settings ${name}`) ?? assert.fail(name);

testOnEach(
  'settings are set, listed with who has set them, and unset, and the audit log names them (catches: no name; an address of a person is logged)',
  async (_, open) => {
    const store = await open();
    const settings = await settingsOf(store, { SECRET_KEYS: 'k'.repeat(32), DOUBLE_OPT_IN: 'off' });
    const run = (name: string, ...args: string[]) => perform(named(name), args, settings);
    const row = async (name: string) =>
      (await run('list')).said
        .find((line) => line.startsWith(name))
        ?.split(/\s+/)
        .slice(1);
    assert.equal((await run('set', 'REMINDER_DAYS', '5')).code, 0);
    assert.equal((await run('set', 'OWNER_EMAIL', 'ana@example.com')).code, 0);
    assert.deepEqual(await row('REMINDER_DAYS'), ['5', 'owner']);
    assert.deepEqual(await row('DOUBLE_OPT_IN'), ['off', 'environment']);
    assert.equal((await run('unset', 'REMINDER_DAYS')).code, 0);
    assert.deepEqual(await row('REMINDER_DAYS'), ['3', 'default']);
    const audited = await store.write.selectFrom('audit_event').select(['action', 'detail']).execute();
    assert.deepEqual(
      audited.map(({ action, detail }) => [action, JSON.parse(detail)]),
      [
        ['settings-changed', { name: 'REMINDER_DAYS', before: '3', after: '5' }],
        ['settings-changed', { name: 'OWNER_EMAIL' }],
        ['settings-changed', { name: 'REMINDER_DAYS', before: '5', after: '3' }],
      ],
    );
  },
);

testOnEach(
  'a refused value is reported, and a secret is not an operand (catches: stored; kept in the history of a shell)',
  async (_, open) => {
    const store = await open();
    const settings = await settingsOf(store, { SECRET_KEYS: 'k'.repeat(32), DOUBLE_OPT_IN: 'off' });
    const refused = async (...args: string[]) => {
      const { code, warned } = await perform(named('set'), args, settings);
      return `${code} ${warned.join('\n')}`;
    };
    assert.match(await refused('DOUBLE_OPT_IN', 'on'), /^1 The environment .* sets DOUBLE_OPT_IN/);
    assert.match(await refused('REMINDER_DAYS', 'soon'), /^1 REMINDER_DAYS must be a whole number/);
    assert.match(await refused('SITE_URI', 'x'), /^2 .*Did you mean SITE_URL\?/);
    assert.match(await refused('PORT', '80'), /^2 PORT cannot be changed/);
    assert.match(
      await refused('SMTP_URL', 'smtp://us:secret@a.example'),
      /^2 (?!.*secret@)SMTP_URL contains a password/,
    );
    await writeSetting(store.write, 'UNCONFIRMED_DAYS', 'soon');
    const { said, warned } = await perform(named('list'), [], settings);
    assert.match(said.join('\n'), /^UNCONFIRMED_DAYS +30 +default/m);
    assert.match(warned.join('\n'), /UNCONFIRMED_DAYS is ignored/);
  },
);
