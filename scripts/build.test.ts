import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { modulesOfCollector } from './build.ts';

test('no module is imported by its path (faults: Windows cannot start; nor can a folder named 100%25)', () => {
  const modules = modulesOfCollector();
  assert.ok(modules.length > 20);
  for (const name of modules) if (!name.startsWith('#')) assert.ok(existsSync(new URL(name)), name);
});
