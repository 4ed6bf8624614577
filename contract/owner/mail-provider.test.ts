import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailProviderOf } from './mail-provider.ts';

test('a mail provider has the name that people know (catches: everybody’s is their domain)', () => {
  for (const [address, said, name] of [
    ['ana@gmail.com', '550 5.1.1 … - gsmtp', 'Gmail'],
    ['ana@agency.pt', '550 5.1.1 … - gsmtp', 'Google'],
    ['ana@HOTMAIL.com', '', 'Outlook.com'],
    [
      'ana@agency.pt',
      '550 5.4.1 Access denied. [AB1EUR00FT000.eop-eur00.prod.protection.outlook.com]',
      'Microsoft 365',
    ],
    ['ana@agency.pt', '550 5.1.1 no such user', 'agency.pt'],
  ] as const)
    assert.equal(mailProviderOf(address, said), name);
});
