/** The subject of the email that answers a message. */
export const answer = { subject: (brand: string) => `your message to ${brand}` };
