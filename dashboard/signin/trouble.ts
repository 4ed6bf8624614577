/** Why a link did not let in. */
export type LinkTrouble = 'expired' | 'otherBrowser';
