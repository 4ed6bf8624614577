import type { Words } from './migrations.ts';

export function previewLinks({ id, int, strict }: Words): string {
  return `
   CREATE TABLE preview_link (
     id ${id},
     name TEXT NOT NULL,
     made_by TEXT,
     created_at ${int} NOT NULL,
     ends_at ${int} NOT NULL,
     ended_at ${int},
     opened ${int} NOT NULL DEFAULT 0
   )${strict}`;
}
