import { spawnSync } from 'node:child_process';
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canonicalJson, entryHash } from '../../scripts/verify-evidence.mjs';
import { temporaryFolder } from '../temp-folder.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/verify-evidence.mjs');
const CHAIN = '0c6f9114-009a-486a-96aa-782b5843c0a2';

function run(script: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}`.trim() };
}

/** A file with one entry, and its head. */
function evidence(): { readonly file: string; readonly head: string } {
  const bare = { chain: CHAIN, seq: 1, at: 1000, kind: 'submitted', subject: null, facts: {}, content: null };
  const hash = entryHash({ ...bare, hash: '' }, '0'.repeat(64));
  const lines = [
    JSON.stringify({ format: 'callboard-evidence', version: 1 }),
    canonicalJson({ ...bare, hash }),
    canonicalJson({ heads: [{ chain: CHAIN, seq: 1, hash, at: 1000 }] }),
  ];
  const file = join(temporaryFolder(), 'evidence.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return { file, head: `${CHAIN}:1:${hash}` };
}

describe('verify-evidence.mjs', () => {
  test('says that a file fits a head from before, and what is missing without one', () => {
    const { file, head } = evidence();
    expect(run(SCRIPT, file, '--head', head)).toEqual({
      status: 0,
      said: `1 entry, unchanged up to the head from before. Heads:\n${head}`,
    });
    const { status, said } = run(SCRIPT, file);
    expect(status).toBe(0);
    expect(said).toContain(
      'Without a head from before (--head), somebody could have written all of it anew.',
    );
  });

  test.skipIf(process.platform === 'win32')('checks also if it is called by a symbolic link', () => {
    const { file } = evidence();
    const folder = temporaryFolder();
    copyFileSync(SCRIPT, join(folder, 'copied.mjs'));
    symlinkSync(join(folder, 'copied.mjs'), join(folder, 'linked.mjs'));
    expect(run(join(folder, 'linked.mjs'), file).said).toContain('1 entry');
  });

  test('says in a sentence that a file can’t be read, or is something else', () => {
    const { head } = evidence();
    const missing = join(temporaryFolder(), 'nowhere.jsonl');
    expect(run(SCRIPT, missing, '--head', head)).toEqual({
      status: 2,
      said: expect.stringMatching(/nowhere\.jsonl can't be read: ENOENT/),
    });
    const other = join(temporaryFolder(), 'head.txt');
    writeFileSync(other, `Callboard: head of the evidence\n\nHead: ${head}\n`);
    expect(run(SCRIPT, other)).toEqual({ status: 1, said: 'This is not an evidence file of Callboard.' });
  });
});
