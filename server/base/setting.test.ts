import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { problemsOf } from '#test/fixtures/config.ts';

const SPECIAL =
  'must be an address whose user and password have special characters like %2F for / or %23 for #';
const NO_SERVER = 'must be an address with a server in it, e.g. ';
const WRONG_URLS: [string, string][] = [
  ['smtp:mail.example', 'must be an address that begins with smtp:// or smtps://'],
  ['smtps://user:p/ss@mail.example', SPECIAL],
  ['smtps://user:p#ss@mail.example', SPECIAL],
  // Parsed as port 12 of a server called user.
  ['smtps://user:12/34@mail.example', SPECIAL],
  ['smtp://', `${NO_SERVER}smtps://server.example`],
  ['smtp://?host=mail.example', `${NO_SERVER}smtps://server.example`],
  ['postgres:///list', `${NO_SERVER}postgresql://server.example`],
];

test('a wrong address of mail server or database is refused by what is wrong with it (catches: it is said to begin wrongly; it leads to this machine)', () => {
  for (const [url, wanted] of WRONG_URLS) {
    const name = url.startsWith('smtp') ? 'SMTP_URL' : 'DATABASE_URL';
    const others = { MAIL_FROM: 'us@example.com', SECRET_KEYS: 'k'.repeat(32) };
    assert.deepEqual(problemsOf({ ...others, [name]: url }), [`${name} ${wanted}`], url);
  }
});

test('a database may be a socket of this machine or have several hosts, a password hold what is encoded; providers’ forms are those of libpq (catches: refused; a file named system)', () => {
  const SECRET_KEYS = 'k'.repeat(32);
  for (const url of [
    'postgres:///list?host=/run/postgresql',
    'postgresql://me:p%2Fs%40@db.example/list',
    'postgres://me@a.example:5432,b.example:5433/list?target_session_attrs=read-write',
  ]) {
    assert.equal(readConfig({ DATABASE_URL: url, SECRET_KEYS }).databaseUrl, url);
  }
  for (const [url, is] of [
    [
      'postgres://me:p@/list?host=/cloudsql/a:b:c&port=5433',
      'postgres://me:p@localhost/list?host=/cloudsql/a:b:c&port=5433',
    ],
    ['postgres://a.example/list?sslmode=require', 'postgres://a.example/list?sslmode=verify-full'],
    [
      'postgres://a/list?uselibpqcompat=true&sslmode=require',
      'postgres://a/list?uselibpqcompat=true&sslmode=require',
    ],
    ['postgres://a.example/list?sslrootcert=system', 'postgres://a.example/list?sslmode=verify-full'],
    [
      'postgres://a.example/list?x=1&sslrootcert=system&y=2',
      'postgres://a.example/list?x=1&sslmode=verify-full&y=2',
    ],
  ] as const)
    assert.equal(readConfig({ DATABASE_URL: url, SECRET_KEYS }).databaseUrl, is);
});

test('a recovery key is read whole, and its private half never repeated (C9; catches: a typo is taken; the key is in the log)', () => {
  const said = (COPY_KEY: string) => {
    try {
      return readConfig({ COPY_KEY }).copyKey;
    } catch (error) {
      return String(error);
    }
  };
  const key = 'age183hggtssqutzy8rp0dt7q0qlj8asakcwqsnlfgnuxknghjvevpfsxa63h4';
  assert.equal(said(key), key);
  for (const n of [4, 20, 61]) {
    const typo = key.slice(0, n) + (key[n] === 'q' ? 'p' : 'q') + key.slice(n + 1);
    assert.match(said(typo) ?? '', /COPY_KEY must be a public key/, typo);
  }
  for (const secret of [`AGE-SECRET-KEY-1${'Q'.repeat(58)}`, `  age-secret-key-1${'q'.repeat(58)}`]) {
    assert.match(said(secret) ?? '', /That is the private half/);
    assert.doesNotMatch(said(secret) ?? '', /qqq/i);
  }
});
