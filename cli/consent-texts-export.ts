import { exportCommand } from './export-command.ts';
import { isoTime } from './table.ts';

/** The exact words behind each version that stands in a subscription. There are few of them. */
export const consentTextsExport = exportCommand({
  name: 'consent-texts export',
  about: 'the words behind each consent version',
  table: () => async (query) => {
    const texts = await query
      .selectFrom('consent_text')
      .selectAll()
      .orderBy('first_seen')
      .orderBy('version')
      .orderBy('language')
      .execute();
    const rows = texts.map(({ version, language, first_seen, text }) => [
      version,
      language,
      isoTime(first_seen),
      text,
    ]);
    return { columns: ['version', 'language', 'first_seen', 'text'], chunks: once(rows) };
  },
});

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}
