import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { perform, settingsOf } from '#test/fixtures/command.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { doctor } from './doctor.ts';

testOnEach(
  'a rest of the template is a warning with its place (catches: it goes live unnoticed)',
  async (t, open) => {
    const store = await open();
    const { dist, remove } = writeFixtureBuild();
    t.after(remove);
    writeFileSync(join(dist, '.build/content.json'), JSON.stringify({ 'text.about.story.en': 'Ours' }));
    const { said } = await perform(doctor, ['--dist', dist], await settingsOf(store));
    assert.match(said.join('\n'), /^warning {2}template .*: text\.about\.story\.pt$/m);
  },
);
