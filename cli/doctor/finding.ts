/** One line of the doctor. `text` says what is so and, unless it is `ok`, what to do. */
export type Finding = { level: 'ok' | 'warning' | 'problem'; about: string; text: string };

/** Findings about one thing. */
export function about(name: string) {
  const finding =
    (level: Finding['level']) =>
    (text: string): Finding => ({ level, about: name, text });
  return { ok: finding('ok'), warning: finding('warning'), problem: finding('problem') };
}
