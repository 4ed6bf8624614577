/** The noon of a day of the calendar, `2026-11-20`, wherever the browser is. */
export function noonOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12).getTime();
}

/** A label for the first and the last of so many days, and every `step` days before that. */
export function labelsOf(
  days: readonly string[],
  step: number,
  { today, short }: { today: string; short: (at: number) => string },
): (string | null)[] {
  const last = days.length - 1;
  return days.map((day, i) => {
    if (i === last) return today;
    return i === 0 || ((last - i) % step === 0 && i >= step / 2) ? short(noonOf(day)) : null;
  });
}
