import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EvidenceStore, evidenceFile } from '../../../electron/evidence/evidence-file.ts';
import { verifyFile } from '../../../scripts/verify-evidence.mjs';
import type { EvidenceEntry } from '../../../shared/evidence.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { changeBy, sampleSubmission } from '../sample-submission.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';

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

async function textOf(evidence: EvidenceStore): Promise<string> {
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

  test('names nobody', async () => {
    const { text } = await someEvidence();
    const { candidateName, phoneNumber, resumeUrl } = sampleSubmission({ candidateName: 'Zoë' });
    for (const personal of [candidateName, phoneNumber, phoneNumber.slice(1), resumeUrl]) {
      expect(text).not.toContain(personal);
    }
  });

  test('cannot be changed or deleted in the database', async () => {
    const { storage } = await someEvidence(1);
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(storage.path);
    expect(() => db.exec("UPDATE evidence SET kind = 'sent'")).toThrow('append-only');
    expect(() => db.exec('DELETE FROM evidence')).toThrow('append-only');
    db.close();
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
  });
});

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
