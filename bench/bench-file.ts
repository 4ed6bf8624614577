/**
 * Returns `bench.md` with this section replacing that of the same heading; others stay, a new one is appended.
 * Each section has its own date: only the sides of a ratio must come from the same run.
 */
export function updateBench(old: string, head: string, section: string, measured: string): string {
  const kept = old
    .split(/^(?=## )/m)
    .slice(1)
    .map((one) => one.trim());
  const heading = headingOf(section);
  const dated = section.replace(heading, `${heading}\n\n${measured}`);
  const place = kept.findIndex((one) => headingOf(one) === heading);
  if (place === -1) kept.push(dated);
  else kept[place] = dated;
  return `${head}\n\n${kept.join('\n\n')}\n`;
}

function headingOf(section: string): string {
  return section.split('\n', 1)[0] ?? '';
}
