import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evidenceFile } from '../../electron/reports/evidence.ts';
import { canonicalJson, entryHash } from '../../scripts/verify-evidence.mjs';
import { type EvidenceEntry, NO_PREVIOUS } from '../../shared/evidence.ts';
import { addTracked } from '../electron/storage/temporary-storage.ts';
import { computerOf, inStep } from '../electron/team/two-computers.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam } from '../postgres-cluster.ts';
import { temporaryFolder } from '../temp-folder.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/verify-evidence.mjs');

/** Checks lines of evidence as docs/evidence.md says. */
function verified(lines: readonly string[], heads: readonly string[]) {
  const file = join(temporaryFolder(), 'evidence.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const args = heads.flatMap((head) => ['--head', head]);
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, file, ...args], { encoding: 'utf8' });
  return { status, said: stdout };
}

/** As somebody does who owns the computer: each entry with hashes that fit. */
function writtenAnew(lines: readonly string[], change: (entry: EvidenceEntry) => object): string[] {
  let last = { chain: '', seq: 0, hash: NO_PREVIOUS, at: 0 };
  const entries = lines.slice(1, -1).map((line) => {
    const entry = { ...(JSON.parse(line) as EvidenceEntry) };
    const changed = { ...entry, ...change(entry) };
    const written = { ...changed, hash: entryHash(changed, last.hash) };
    last = { chain: written.chain, seq: written.seq, hash: written.hash, at: written.at };
    return canonicalJson(written);
  });
  return [lines[0] ?? '', ...entries, canonicalJson({ heads: [last] })];
}

describe.runIf(hasPostgres)('evidence whose heads a team keeps', NEEDS_POSTGRES, () => {
  test('shows that its computer wrote it anew, or lost its end, which nothing on the computer can', async () => {
    const team = await newTeam();
    const [mary, bob] = [await computerOf(team, 'mary'), await computerOf(team, 'bob')];
    await bob.connect();
    for (let connection = 0; connection < 3; connection += 1) {
      await addTracked(mary.storage, randomUUID());
      if (connection === 0) await mary.connect();
      else await mary.reconnect();
      await inStep(team, mary, bob);
    }
    let text = '';
    for await (const part of evidenceFile(mary.stores.evidence)) text += part;
    const lines = text.trimEnd().split('\n');
    const { chain } = JSON.parse(lines[1] ?? '') as EvidenceEntry;
    // A colleague's false head of the chain is beside the true ones, under their login.
    await bob.database.query('select note_evidence($1, $2, 1, $3)', [
      ...[bob.sql('SELECT computer_id FROM teams')[0]?.['computer_id'], chain, Buffer.alloc(32)],
    ]);
    // As docs/evidence.md has the administrator ask.
    const kept = await team.cluster.psql(
      `select at, login, chain || ':' || seq || ':' || encode(hash, 'hex') from ${team.name}.evidence_heads order by at`,
    );
    const heads = kept.split('\n').flatMap((row) => {
      const [, login, head = ''] = row.split('|');
      return login === mary.login && head.startsWith(chain) ? [head] : [];
    });
    expect(heads.length).toBeGreaterThan(1);
    expect(verified(lines, heads)).toMatchObject({ status: 0 });

    const anew = writtenAnew(lines, ({ seq, at }) => (seq === 2 ? { at: at + 1 } : {}));
    expect(verified(anew, [])).toMatchObject({ status: 0 });
    expect(verified(anew, heads).status).toBe(1);
    // Its end is cut off, and what is left fits.
    const cut = writtenAnew([...lines.slice(0, -2), lines.at(-1) ?? ''], () => ({}));
    expect(verified(cut, [])).toMatchObject({ status: 0 });
    expect(verified(cut, heads).status).toBe(1);
    // Only what followed the last head can't be told.
    const [first = ''] = heads;
    expect(verified(cut, [first])).toMatchObject({ status: 0 });
  });
});
