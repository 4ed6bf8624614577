/** `1 copy`, `2 copies`: a number with its English noun. */
export function amount(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
