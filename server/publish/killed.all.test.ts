import { testOnEach } from '#test/fixtures/each-database.ts';
import { publishKilled } from '#test/fixtures/publishing.ts';

testOnEach(
  'killed at any moment, publishing leaves the old edition or the new one, whole (catches: an edition before its rendering; a rendering in its place before its end; leftovers stay)',
  async (_t, open) => {
    await publishKilled(await open(), 12);
  },
);
