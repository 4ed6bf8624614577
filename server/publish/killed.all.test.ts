import { testOnEach } from '#test/fixtures/each-database.ts';
import { publishKilled } from '#test/fixtures/publishing.ts';

testOnEach(
  'killed at 200 moments, publishing leaves the old edition or the new one, whole',
  async (_t, open) => {
    await publishKilled(await open(), 200);
  },
);
