import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evidenceFile, headText } from '../../electron/reports/evidence.ts';
import { entryHash } from '../../scripts/verify-evidence.mjs';
import { temporaryFolder } from '../temp-folder.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/verify-evidence.mjs');
const CHAIN = '0c6f9114-009a-486a-96aa-782b5843c0a2';

function run(script: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}`.trim() };
}

/** A file with one entry, and its head. */
async function evidence(): Promise<{ readonly file: string; readonly head: string }> {
  const about = { chain: CHAIN, seq: 1, at: 1000 };
  const bare = { ...about, kind: 'submitted', subject: null, facts: {}, content: null } as const;
  const hash = entryHash({ ...bare, hash: '' }, '0'.repeat(64));
  const parts = evidenceFile({
    heads: async () => [{ ...about, hash, own: true }],
    entries: async () => [{ ...bare, hash }],
  });
  const file = join(temporaryFolder(), 'evidence.jsonl');
  for await (const part of parts) appendFileSync(file, part);
  return { file, head: `${CHAIN}:1:${hash}` };
}

describe('verify-evidence.mjs', () => {
  test('says that a file fits a head from before, and what is missing without one', async () => {
    const { file, head } = await evidence();
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

  test('says how it is called if asked, and what is wrong with a head', async () => {
    const { file, head } = await evidence();
    const { status, said } = run(SCRIPT, '--help');
    expect(status).toBe(0);
    expect(said).toContain('Usage: node verify-evidence.mjs FILE [--head HEAD ...]');
    expect(run(SCRIPT)).toEqual({ status: 2, said });
    expect(run(SCRIPT, file, '--head', head.slice(0, -1))).toEqual({
      status: 2,
      said: `${head.slice(0, -1)} is neither a head nor a file with one.`,
    });
  });

  test('takes a head from the file that Callboard saved it in', async () => {
    const { file, head } = await evidence();
    const saved = join(temporaryFolder(), 'head.txt');
    writeFileSync(saved, headText({ chain: CHAIN, seq: 1, hash: head.slice(-64), at: 1000, own: true }));
    expect(run(SCRIPT, file, '--head', saved).said).toContain('unchanged up to the head from before');
    appendFileSync(file, 'x');
    expect(run(SCRIPT, file, '--head', saved).status).toBe(1);
  });

  test.skipIf(process.platform === 'win32')('checks also if it is called by a symbolic link', async () => {
    const { file } = await evidence();
    const folder = temporaryFolder();
    copyFileSync(SCRIPT, join(folder, 'copied.mjs'));
    symlinkSync(join(folder, 'copied.mjs'), join(folder, 'linked.mjs'));
    expect(run(join(folder, 'linked.mjs'), file).said).toContain('1 entry');
  });

  test('lets no file write to the terminal in its place', async () => {
    const { file } = await evidence();
    const whole = readFileSync(file, 'utf8');
    const said = '\\u001b[2K\\r1 entry, unchanged up to the head from before.';
    const [first = '', entry = '', heads = ''] = whole.split('\n');
    for (const lines of [
      [first, entry.replace(CHAIN, said), heads],
      [first, entry, heads.replace(CHAIN, said)],
      [first, entry, heads.replace(`"${CHAIN}"`, '{"toString":1}')],
      [first.replace('"version":1', `"version":"${said}"`), entry, heads],
      [first.replace('"version":1', '"version":{"toString":1}'), entry, heads],
    ]) {
      writeFileSync(file, `${lines.join('\n')}\n`);
      const result = run(SCRIPT, file);
      expect(result.status).toBe(1);
      expect(result.said).toMatch(/^[\x20-\x7e\n]+$/);
      expect(result.said).not.toMatch(/^1 entry, unchanged/m);
    }
  });

  test('says in a sentence that a file can’t be read, or is something else', async () => {
    const { head } = await evidence();
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
