/** A stretch of words. */
export type DiffPiece = { is: 'same' | 'removed' | 'added'; text: string };

/** Beyond it, all words count as changed: the table of a comparison has one cell for each pair of words. */
const MOST_CELLS = 400_000;
/** Below this share of common words a reader sees the two sentences better whole. */
const LEAST_COMMON = 0.25;

/** What to remove from `before` and to add so that it becomes `after`, word by word. */
export function diffOf(before: string, after: string): DiffPiece[] {
  const [one, other] = [wordsIn(before), wordsIn(after)];
  const found = one.length * other.length > MOST_CELLS ? null : compared(one, other);
  const common = found?.filter(({ is, text }) => is === 'same' && /[\p{L}\p{N}]/u.test(text)).length ?? 0;
  if (found === null || common < LEAST_COMMON * Math.max(one.length, other.length))
    return joined([
      { is: 'removed', text: before },
      { is: 'added', text: after },
    ]);
  return joined(found);
}

/** A word or a mark, each with the spaces after it. */
function wordsIn(text: string): string[] {
  return text.match(/\s+|(?:[\p{L}\p{N}\p{M}’'{}%@+-]+|[^\s])\s*/gu) ?? [];
}

/** The spaces after a word are compared apart from it. */
const isSame = (one: string | undefined, other: string | undefined) => one?.trimEnd() === other?.trimEnd();

/** By the longest common subsequence; what is removed comes before what takes its place. */
function compared(one: readonly string[], other: readonly string[]): DiffPiece[] {
  const width = other.length + 1;
  const longest = new Uint32Array((one.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1)
      longest[i * width + j] = isSame(one[i], other[j])
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1));
  const pieces: DiffPiece[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    const [left, right] = [one[i], other[j]];
    if (left !== undefined && right !== undefined && isSame(left, right)) {
      pieces.push(...kept(left, right));
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      pieces.push({ is: 'removed', text: left });
      i += 1;
    } else {
      pieces.push({ is: 'added', text: right ?? '' });
      j += 1;
    }
  }
  return pieces;
}

/** A word that stays, and the spaces after it, which may change. */
function kept(left: string, right: string): DiffPiece[] {
  if (left === right) return [{ is: 'same', text: left }];
  const word = left.trimEnd();
  return [
    { is: 'same', text: word },
    { is: 'removed', text: left.slice(word.length) },
    { is: 'added', text: right.slice(word.length) },
  ];
}

/** Neighbours of one kind become one piece. */
function joined(pieces: readonly DiffPiece[]): DiffPiece[] {
  const all: DiffPiece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (piece.text === '') continue;
    if (last?.is === piece.is) last.text += piece.text;
    else all.push({ ...piece });
  }
  return all;
}
