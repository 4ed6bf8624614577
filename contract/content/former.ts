import type { Content, Json } from './content.ts';

/** Versions up to 0.1.0 had a field for each of two networks. */
const PROFILES = ['social.instagram', 'social.linkedin'];
const PROFILE_WORDS = 'text.page.socials.';

/** A content of any version as this one says it. */
export function upToDate(content: Content): Content {
  const isFormer = (key: string) => PROFILES.includes(key) || key.startsWith(PROFILE_WORDS);
  const fields = Object.entries(content);
  const now = Object.fromEntries(fields.filter(([key]) => !isFormer(key)));
  const given = PROFILES.map((key) => content[key]).filter((one): one is NonNullable<Json> => Boolean(one));
  return given.length === 0 || now['social'] !== undefined ? now : { ...now, social: given };
}
