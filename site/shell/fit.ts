/**
 * For `data-fit` of a title: how often its longest word fits into 60 letters, by which fit.css sets it small enough
 * for the word to fit on one line. M and W count twice; words that no space may part are one.
 */
export const fitOf = (title: string): number =>
  Math.floor(
    60 /
      Math.max(
        ...title
          .replaceAll(/[mw]/gi, 'nn')
          .split(/[^\p{L}\u00A0]/u)
          .map((word) => word.length),
      ),
  );

/** For a title with a line for each word: a word of one or two letters stands with the next, if it is not the first. */
export const inLines = (title: string): string => title.replace(/( \p{L}{1,2}) /gu, '$1\u00A0');
