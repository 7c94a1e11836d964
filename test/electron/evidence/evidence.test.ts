import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FREE, judgePolicy } from '../../../electron/policy/judge-policy.ts';
import { evidenceFile, exportRecorder, policyFacts } from '../../../electron/reports/evidence.ts';
import { openDatabase } from '../../../electron/storage/open-database.ts';
import { hexOf, salted } from '../../../electron/storage/stores/evidence-store.ts';
import { type Stores, stores } from '../../../electron/storage/stores/index.ts';
import { verifyFile } from '../../../scripts/verify-evidence.mjs';
import type { EvidenceEntry, EvidenceKind } from '../../../shared/evidence.ts';
import { defaultRules } from '../../../shared/workspace-rules.ts';
import { fillDataset } from '../../bench/dataset.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { busyDatabase, finished, putEverywhere, VICTIM } from '../privacy/busy-database.ts';
import { changeBy, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { answered } from '../storage/answered.ts';
import { addTracked, openTestStorage, temporaryStorage } from '../storage/temporary-storage.ts';

/** A chain with a few submissions that were sent and answered. */
async function someEvidence(count = 5) {
  const storage = await temporaryStorage();
  const { submissions, evidence } = storage.stores;
  for (let index = 0; index < count; index += 1) {
    const queued = sampleSubmission({ candidateName: `Zoë Example ${index}`, createdAt: 1000 + index });
    await submissions.add([queued]);
    const sending = changeBy(queued, { type: 'sending_marked' });
    await submissions.save([sending]);
    const outcome = { name: 'not_permitted', httpStatus: 403 } as const;
    await submissions.save([changeBy(sending.submission, { type: 'answered', outcome, retryAt: 0 })]);
  }
  const text = await textOf(evidence);
  return { storage, evidence, text, lines: text.trimEnd().split('\n') };
}

async function textOf(evidence: Stores['evidence']): Promise<string> {
  let text = '';
  for await (const part of evidenceFile(evidence)) text += part;
  return text;
}

async function problemsIn(
  text: string,
  heads?: Parameters<typeof verifyFile>[1],
): Promise<readonly string[]> {
  const file = join(temporaryFolder(), 'evidence.jsonl');
  writeFileSync(file, text);
  return (await verifyFile(file, heads)).problems;
}

function rowsChangedBy(db: DatabaseSync, work: () => unknown): number {
  const count = () => Number(db.prepare('SELECT total_changes() AS n').get()?.['n']);
  const before = count();
  work();
  return count() - before;
}

describe('the evidence', () => {
  test('has an entry for each submit, send and outcome, in one unbroken chain', async () => {
    const { lines, text } = await someEvidence(2);
    const entries = lines.slice(1, -1).map((line) => JSON.parse(line) as EvidenceEntry);
    expect(entries.map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
      '1 submitted',
      '2 sent',
      '3 outcome',
      '4 submitted',
      '5 sent',
      '6 outcome',
    ]);
    expect(entries[2]?.facts).toEqual({ code: 'held', problem: 'not_permitted', httpStatus: 403 });
    expect(new Set(entries.slice(0, 3).map(({ subject }) => subject)).size).toBe(1);
    expect(await problemsIn(text)).toEqual([]);
  });

  test('moves its end once for whatever is stored together, and stays unbroken', async () => {
    const path = join(temporaryFolder(), 'callboard.db');
    const { db } = openDatabase(path);
    stores.workspaces.save.run(db, sampleWorkspace(), 1000);
    const many = Array.from({ length: 70 }, () => sampleSubmission());
    // A submission, its history, its subject and salt, and its entry; their facts, the chain and two IDs of the Library.
    const add = () => stores.submissions.add.run(db, many);
    expect(rowsChangedBy(db, add)).toBeLessThan(5 * many.length + 10);
    const withdrawn = many.map((each) => changeBy(each, { type: 'discarded', by: 'discard' }));
    const save = () => stores.submissions.save.run(db, withdrawn);
    expect(rowsChangedBy(db, save)).toBeLessThan(3 * many.length + 10);
    db.close();
    const storage = await openTestStorage(path);
    const text = await textOf(storage.stores.evidence);
    expect(text.match(/"withdrawn"/g)).toHaveLength(many.length);
    expect(await problemsIn(text)).toEqual([]);
  });

  test('names nobody', async () => {
    const { text } = await someEvidence();
    const { candidateName, phoneNumber, resumeUrl } = sampleSubmission({ candidateName: 'Zoë' });
    for (const personal of [candidateName, phoneNumber, phoneNumber.slice(1), resumeUrl]) {
      expect(text).not.toContain(personal);
    }
  });

  test('cannot be changed or deleted in the database', async () => {
    const { storage } = await someEvidence(1);
    const db = new DatabaseSync(storage.path);
    const rows = () =>
      ['evidence', 'evidence_chains', 'evidence_facts', 'evidence_subjects'].map((name) =>
        db.prepare(`SELECT * FROM ${name}`).all(),
      );
    const before = rows();
    const entry = 'chain, seq, at + 1, facts, subject, content, hash FROM evidence';
    const chain = 'chain + 1, id, own, seq, at, hash FROM evidence_chains';
    for (const change of [
      'UPDATE evidence SET facts = 1',
      'UPDATE OR REPLACE evidence SET facts = 1',
      'UPDATE OR IGNORE evidence SET facts = 1',
      'DELETE FROM evidence',
      `INSERT OR REPLACE INTO evidence SELECT ${entry}`,
      `REPLACE INTO evidence SELECT ${entry} WHERE seq = 1`,
      `INSERT INTO evidence SELECT ${entry} WHERE true ON CONFLICT DO UPDATE SET at = excluded.at`,
      "UPDATE evidence_chains SET id = 'other'",
      'UPDATE OR REPLACE evidence_chains SET own = 0',
      'UPDATE evidence_chains SET at = 1',
      'UPDATE evidence_chains SET seq = seq - 1',
      'DELETE FROM evidence_chains',
      `REPLACE INTO evidence_chains SELECT ${chain.replace('chain + 1, id', "chain, 'other'")}`,
      `REPLACE INTO evidence_chains SELECT ${chain.replace('own', '0')}`,
      `REPLACE INTO evidence_chains SELECT ${chain.replace('id', "'other'")}`,
      "UPDATE evidence_facts SET kind = 'sent'",
      'DELETE FROM evidence_facts',
      "REPLACE INTO evidence_facts SELECT id, 'sent', facts FROM evidence_facts",
      'REPLACE INTO evidence_facts SELECT id + 9, kind, facts FROM evidence_facts',
      'UPDATE evidence_subjects SET hash = zeroblob(32)',
      'DELETE FROM evidence_subjects',
      'REPLACE INTO evidence_subjects SELECT id, zeroblob(32) FROM evidence_subjects',
    ]) {
      for (const pragmas of ['recursive_triggers = OFF', 'recursive_triggers = ON', 'foreign_keys = OFF']) {
        db.exec(`PRAGMA ${pragmas}`);
        expect(() => db.exec(change), change).toThrow('append-only');
      }
    }
    expect(rows()).toEqual(before);
    db.close();
  });

  test('is found changed in the database by what follows it, whoever gets past the triggers', async () => {
    const { storage, evidence, text } = await someEvidence(30);
    const db = new DatabaseSync(storage.path);
    const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
    for (const [change, back] of [
      ['UPDATE evidence SET at = at + 1 WHERE seq = 3', 'UPDATE evidence SET at = at - 1 WHERE seq = 3'],
      ['UPDATE evidence SET at = at + 1 WHERE seq = 64', 'UPDATE evidence SET at = at - 1 WHERE seq = 64'],
      ['UPDATE evidence SET at = at + 1 WHERE seq = 89', 'UPDATE evidence SET at = at - 1 WHERE seq = 89'],
      ['UPDATE evidence SET subject = 2 WHERE seq = 70', 'UPDATE evidence SET subject = 24 WHERE seq = 70'],
      [
        "UPDATE evidence_facts SET kind = 'withdrawn' WHERE kind = 'sent'",
        "UPDATE evidence_facts SET kind = 'sent' WHERE kind = 'withdrawn'",
      ],
    ] as const) {
      db.exec(change);
      expect(await problemsIn(await textOf(evidence)), change).not.toEqual([]);
      db.exec(back);
      expect(await textOf(evidence)).toBe(text);
    }
    db.close();
  });

  test('has the same hashes from wherever it is read', async () => {
    const { storage, evidence, lines } = await someEvidence(45);
    const [head] = await evidence.heads();
    const hashes = lines.slice(1, -1).map((line): string => JSON.parse(line).hash);
    expect(hashes.at(-1)).toBe(head?.hash);
    for (const after of [0, 1, 63, 64, 65, 127, 128, 134]) {
      const entries = await storage.stores.evidence.entries(head?.chain ?? '', after);
      expect(
        entries.map(({ hash }) => hash),
        String(after),
      ).toEqual(hashes.slice(after));
    }
  });

  test('costs at most 250 bytes a request', { timeout: 60_000 }, async () => {
    const storage = await temporaryStorage();
    await fillDataset(storage.stores, { requests: 1000 });
    const db = new DatabaseSync(storage.path, { readOnly: true });
    // Without the first page that each table and index has.
    const space =
      "SELECT (sum(pgsize) - 4096 * count(DISTINCT name)) / 1000 AS bytes FROM dbstat WHERE name LIKE 'evidence%'";
    const used = db.prepare(space).get();
    const { entries } = await storage.stores.evidence.state();
    db.close();
    expect(entries).toBeGreaterThan(4000);
    expect(used?.['bytes']).toBeLessThanOrEqual(250);
  });

  test('is found changed whatever byte, line or order of it is changed', async () => {
    const { lines } = await someEvidence();
    const change = fc.oneof(
      fc.record({
        what: fc.constant('byte'),
        line: fc.nat(),
        at: fc.nat(),
        to: fc.integer({ min: 33, max: 126 }),
      }),
      fc.record({ what: fc.constant('cut'), line: fc.nat(), at: fc.nat(), to: fc.nat() }),
      fc.record({ what: fc.constant('swap'), line: fc.nat(), at: fc.nat(), to: fc.nat() }),
      fc.record({ what: fc.constant('copy'), line: fc.nat(), at: fc.nat(), to: fc.nat() }),
    );
    await fc.assert(
      fc.asyncProperty(change, async ({ what, line, at, to }) => {
        const changed = changeLines(lines, what, 1 + (line % (lines.length - 2)), at, to);
        fc.pre(changed.join('\n') !== lines.join('\n'));
        expect(await problemsIn(`${changed.join('\n')}\n`)).not.toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('written anew from some entry on is found by a head that was noted before', async () => {
    const { storage, evidence, text } = await someEvidence(1);
    const [noted] = await evidence.heads();
    const other = await someEvidence(2);
    if (!noted) throw new Error('There is no head.');
    expect(await problemsIn(text, [noted])).toEqual([]);
    expect(await problemsIn(other.text, [noted])).toEqual([expect.stringContaining('is not in this file')]);
    await storage.stores.evidence.append({
      kind: 'exported',
      at: 5000,
      facts: { what: 'requests', count: 3 },
    });
    const later = await textOf(evidence);
    expect(await problemsIn(later, [noted])).toEqual([]);
    // Of two heads noted for one entry, each must be in the file.
    const forged = { ...noted, hash: '0'.repeat(64) };
    expect(await problemsIn(later, [forged, noted])).toEqual([
      expect.stringContaining('is not in this file'),
    ]);
  });

  test('is checked by the script whatever link it is called by', async () => {
    const { text } = await someEvidence(1);
    const folder = temporaryFolder();
    const [script, file] = [join(folder, 'verify.mjs'), join(folder, 'evidence.jsonl')];
    symlinkSync(join(import.meta.dirname, '../../../scripts/verify-evidence.mjs'), script);
    const verified = (content: string) => {
      writeFileSync(file, content);
      return spawnSync(process.execPath, [script, file]).status;
    };
    expect(verified(text)).toBe(0);
    expect(verified(text.replace('"submitted"', '"withdrawn"'))).toBe(1);
  });
});

/** The entries of these kinds. */
async function entriesOf(evidence: Stores['evidence'], ...kinds: EvidenceKind[]): Promise<EvidenceEntry[]> {
  const lines = (await textOf(evidence)).trimEnd().split('\n').slice(1, -1);
  return lines.map((line): EvidenceEntry => JSON.parse(line)).filter(({ kind }) => kinds.includes(kind));
}

describe('the evidence has an entry', () => {
  test('of results, with a salted hash of the answer as it came', async () => {
    const storage = await temporaryStorage();
    await addTracked(storage, 'ir_1');
    const body = { status: 'COMPLETED', screening_calls: [], assessment_results: { score: 87 } };
    await answered(storage, 'ir_1', { ...body, request_id: 'ir_1' });
    await answered(storage, 'ir_1', { ...body, request_id: 'ir_1' });
    const { evidence } = storage.stores;
    const [results, ...more] = await entriesOf(evidence, 'results_arrived');
    expect(more).toEqual([]);
    expect(results).toMatchObject({
      facts: { calls: 0, completed: true },
      content: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await entriesOf(evidence, 'submitted'))[0]?.subject).toBe(results?.subject);
    expect(await textOf(evidence)).not.toContain('score');
  });

  test('of an export before its first byte, and none of one that was cancelled', async () => {
    const { stores } = await temporaryStorage();
    const exportFile = (saved: boolean) =>
      exportRecorder({
        saveFile: async (name, content) => {
          if (!saved || typeof content === 'string' || content instanceof Uint8Array) return null;
          for await (const _ of content) expect(await stores.evidence.state()).toMatchObject({ entries: 1 });
          return name;
        },
        allowed: () => true,
        append: (event) => stores.evidence.append(event),
        now: () => 5000,
      });
    await exportFile(false)({ what: 'requests', count: 3 }, 'requests.csv', 'a');
    await exportFile(true)({ what: 'requests', count: 3 }, 'requests.csv', 'a');
    expect(await entriesOf(stores.evidence, 'exported')).toMatchObject([
      { at: 5000, facts: { what: 'requests', count: 3, format: 'csv' } },
    ]);
  });

  test('of each policy that differs from the one before, without the client secret', async () => {
    const { stores } = await temporaryStorage();
    const { evidence } = stores;
    const withSecret = (secret: string, locked = true) =>
      judgePolicy({
        workspaces: [
          {
            name: 'Acme',
            base_url: 'https://api.acme.example',
            auth_url: 'https://login.acme.example',
            client_id: 'callboard',
            client_secret: secret,
            redirect_uri: 'app.callboard:/oauth/callback',
          },
        ],
        locked,
      });
    const policies = [FREE, withSecret('one'), withSecret('two'), withSecret('two', false), FREE, FREE];
    for (const [at, policy] of policies.entries()) await evidence.recordPolicy(policyFacts(policy), at);
    const found = await entriesOf(evidence, 'policy_changed');
    expect(found.map(({ at }) => at)).toEqual([1, 3, 4]);
    expect(found[2]?.facts).toEqual({ policy: null, problems: 0, questionnaires: null });
  });

  test('of a changed policy, with a hash from which no number of its do-not-call list can be guessed', async () => {
    const hashOf = (...numbers: readonly object[]) =>
      policyFacts(judgePolicy({ do_not_call: { numbers } }))?.['policy'];
    const one = hashOf({ number: VICTIM.phone, reason: VICTIM.name });
    expect(hashOf({ number: '+12025550143' })).toBe(one);
    expect(hashOf({ number: '+12025550143' }, { number: VICTIM.phone })).not.toBe(one);
  });

  test('of a changed policy, with a hash of what it says about questionnaires', async () => {
    const { stores } = await temporaryStorage();
    const { evidence } = stores;
    const describing = (label: string, undo: number) =>
      judgePolicy({
        undo_seconds: undo,
        questionnaires: [{ id: 'q', fields: [{ path: '/overall', label, smallest: 0.5, largest: 5 }] }],
      });
    const policies = [
      judgePolicy({ undo_seconds: 5 }),
      describing('A', 5),
      describing('A', 15),
      describing('B', 15),
    ];
    for (const [at, policy] of policies.entries()) await evidence.recordPolicy(policyFacts(policy), at);
    const found = (await entriesOf(evidence, 'policy_changed')).map(({ facts }) => facts['questionnaires']);
    expect(found).toEqual([null, expect.stringMatching(/^[\da-f]{64}$/), found[1], expect.any(String)]);
    expect(found[3]).not.toBe(found[1]);
  });

  test('of changed rules, and of what they ask for', async () => {
    const { stores } = await temporaryStorage();
    const rules = defaultRules('Europe/Berlin');
    await stores.rules.save('workspace-1', rules, 7000);
    expect(await entriesOf(stores.evidence, 'rules_changed')).toMatchObject([
      { at: 7000, facts: { workspace: 'workspace-1', callingHours: false, consentAsked: false } },
    ]);
  });

  test('of an erasure, after which no entry can be matched with the person and the chain is whole', async () => {
    const busy = await busyDatabase({ requests: 5 });
    await putEverywhere(busy);
    const { evidence } = busy.storage.stores;
    const saltsBefore = salts(busy.storage.path);
    const search = { name: VICTIM.name, phone: VICTIM.phone, everywhere: true };
    const found = await busy.privacy.find(search, null);
    const ids = found.submissions.map(({ submissionId }) => submissionId);
    expect(await matches(busy.storage.path, evidence, ids)).not.toEqual([]);
    const [head] = await evidence.heads();
    if (!head) throw new Error('There is no head.');
    const begun = await busy.privacy.erase(
      { search, submissionIds: ids, importRows: [], listedIds: [], keepBlocking: false },
      null,
    );
    if (!begun.ok) throw new Error(begun.error.code);
    await finished(busy, begun.value.id);

    expect(salts(busy.storage.path)).toHaveLength(saltsBefore.length - ids.length);
    expect(await matches(busy.storage.path, evidence, ids)).toEqual([]);
    expect(await problemsIn(await textOf(evidence), [head])).toEqual([]);
    expect((await entriesOf(evidence, 'erased')).map(({ facts }) => facts)).toMatchObject([
      { receipt: begun.value.id, step: 'begun', why: 'person', submissions: ids.length },
      { receipt: begun.value.id, step: 'finished', why: 'person', requests: 2 },
    ]);
  });
});

function salts(path: string): Uint8Array[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db
      .prepare('SELECT salt FROM evidence_salts')
      .all()
      .flatMap(({ salt }) => (salt instanceof Uint8Array ? [salt] : []));
  } finally {
    db.close();
  }
}

/** The submissions that an entry can be matched with by any salt that is left. */
async function matches(
  path: string,
  evidence: Stores['evidence'],
  ids: readonly string[],
): Promise<string[]> {
  const subjects = new Set<string>();
  for (const { chain } of await evidence.heads()) {
    for (const { subject } of await evidence.entries(chain, 0)) if (subject) subjects.add(subject);
  }
  return ids.filter((id) => salts(path).some((salt) => subjects.has(hexOf(salted(salt, id)))));
}

function changeLines(lines: readonly string[], what: string, line: number, at: number, to: number): string[] {
  const changed = [...lines];
  const text = lines[line] ?? '';
  if (what === 'byte') {
    const index = at % text.length;
    changed[line] = text.slice(0, index) + String.fromCharCode(to) + text.slice(index + 1);
  } else if (what === 'cut') changed.splice(line, 1);
  else if (what === 'copy') changed.splice(1 + (to % (lines.length - 2)), 0, text);
  else {
    const other = 1 + (to % (lines.length - 2));
    changed[line] = lines[other] ?? '';
    changed[other] = text;
  }
  return changed;
}
