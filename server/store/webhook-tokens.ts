import type { Words } from './migrations.ts';

export function webhookTokens({ int, keyed }: Words): string {
  return `
   CREATE TABLE webhook_token (
     hash TEXT PRIMARY KEY,
     body_hash TEXT NOT NULL,
     signed_at ${int} NOT NULL
   )${keyed};
   CREATE INDEX webhook_token_signed ON webhook_token (signed_at)`;
}
