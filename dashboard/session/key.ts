/** Shows the server that this document asks; from the document, or from a sign-in since. */
export const dashboardKey = { now: document.documentElement.dataset['key'] ?? '' };
