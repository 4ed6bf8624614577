/** The subject of the email that answers a message. */
export const answerEn = { subject: (brand: string) => `your message to ${brand}` };
