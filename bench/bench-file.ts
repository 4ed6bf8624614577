/**
 * Returns `bench.md` with these sections replacing those of the same heading; others stay, new ones are
 * appended. Each section has its own date: only the sides of a ratio must come from the same run.
 */
export function updateBench(
  old: string,
  head: string,
  sections: readonly string[],
  measured: string,
): string {
  const kept = old
    .split(/^(?=## )/m)
    .slice(1)
    .map((section) => section.trim());
  for (const section of sections) {
    const heading = headingOf(section);
    const dated = section.replace(heading, `${heading}\n\n${measured}`);
    const place = kept.findIndex((one) => headingOf(one) === heading);
    if (place === -1) kept.push(dated);
    else kept[place] = dated;
  }
  return `${head}\n\n${kept.join('\n\n')}\n`;
}

function headingOf(section: string): string {
  return section.split('\n', 1)[0] ?? '';
}
