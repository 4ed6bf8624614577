import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestDomain } from './nearest-domain.ts';

const MEANT: [typed: string, meant: string | null][] = [
  ['gmial.com', 'gmail.com'],
  ['GMAIL.CON', 'gmail.com'],
  ['gmal.com', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['hotmial.con', 'hotmail.com'],
  ['outlok.com', 'outlook.com'],
  ['yaho.com.br', 'yahoo.com.br'],
  ['icluod.com', 'icloud.com'],
  ['gmail.com', null],
  ['ymail.com', null],
  ['mail.com', null],
  ['hotmail.fr', null],
  ['yahoo.com.ar', null],
  ['outlook.fr', null],
  ['sap.pt', null],
  ['empresa.com', null],
  ['example.com', null],
];

for (const [typed, meant] of MEANT) {
  test(`${typed} ${meant === null ? 'is left alone' : `probably means ${meant}`}`, () => {
    assert.equal(nearestDomain(typed), meant);
  });
}
