/** The picture of a shared link, in the size that the services ask for (https://ogp.me, cards of X). Pixels. */
export const SHARE_CARD = { width: 1200, height: 630, edge: { x: 72, y: 64 } } as const;
/** The agency's name, above. `tracking` and `leading` in ems. */
export const SHARE_NAME = { size: 44, weight: 600, tracking: -0.03, leading: 1 } as const;
/** The title, in the largest type that fits into the space below the name. */
export const SHARE_TITLE = { size: 104, weight: 300, tracking: -0.05, leading: 0.96 } as const;
export const SHARE_TITLE_SPACE = {
  width: 720,
  height: SHARE_CARD.height - 2 * SHARE_CARD.edge.y - 2 * SHARE_NAME.size,
} as const;
/** A title or name that is too long is set smaller, step by step, down to the smallest. */
export const SHARE_SIZES = { smallest: 24, step: 2 } as const;
