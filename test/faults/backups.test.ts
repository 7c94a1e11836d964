import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberKeys } from '../../electron/do-not-call/number-keys.ts';
import { TABLES } from '../../electron/storage/tables.ts';
import { COVERS } from '../../shared/described-field.ts';
import { importProblem, ofRow } from '../../shared/import-problems.ts';
import { libraryEntryInput } from '../../shared/library.ts';
import { VERDICTS } from '../../shared/request.ts';
import { NO_FILTER, requestFilter, requestSort } from '../../shared/request-filter.ts';
import { interviewRequestAnswer } from '../../shared/service-interface.ts';
import { submissionInput } from '../../shared/submission.ts';
import { connectionInput } from '../../shared/workspace.ts';
import { defaultRules, workspaceRules } from '../../shared/workspace-rules.ts';
import { MemorySecrets } from '../electron/auth/memory-secrets.ts';
import { contentOf, restoreInto } from '../electron/backup/archive.ts';
import { replacePolicy } from '../electron/do-not-call/replace-policy.ts';
import { sampleSubmission, sampleWorkspace } from '../electron/sample-submission.ts';
import { answered } from '../electron/storage/answered.ts';
import { addTracked, temporaryStorage } from '../electron/storage/temporary-storage.ts';
import { askedFor, reportFigures } from './figures.ts';

const RUNS = askedFor('FAULTS_RUNS', 5);
const SEED = askedFor('FAULTS_SEED', 20_261_127);
const STEPS = 25;
const NOW = Date.UTC(2026, 10, 1);
const PHONES = ['+12025550143', '+493012345678', '+442071838750', '+5491123456789'] as const;

/** What people paste and services send. */
const text = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\u202e',
    '\r\n',
    "'; DROP TABLE x",
    '{"a":',
    '💥',
    'ß',
  ),
  fc.integer({ min: 1, max: 20_000 }).map((length) => 'ä'.repeat(length)),
);
const day = fc.oneof(
  fc.constantFrom('0000-02-29', '0001-01-01', '1970-01-01', '2028-02-29', '9999-12-31'),
  fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
const json = fc.jsonValue({ maxDepth: 3 });

const step = fc.record({
  act: fc.nat({ max: 16 }),
  texts: fc.tuple(text, text, text),
  day,
  json,
  number: fc.oneof(fc.constantFrom(0, -0, 1e300, 5e-324, 2 ** 53, -1), fc.double({ noNaN: true })),
  pick: fc.nat({ max: 1000 }),
  at: fc.oneof(fc.constantFrom(0, 1, 8.64e15), fc.integer({ min: 1, max: NOW })),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

test(`${RUNS} backups after random histories are restored on a new computer, field by field`, {
  timeout: 7_200_000,
}, async () => {
  let restored = 0;
  let made = 0;
  const run = async (steps: readonly Step[]): Promise<void> => {
    made += 1;
    const history = await newHistory();
    for (const each of steps) await history.take(each);
    const content = await contentOf(history.storage.path, { numberKeys: history.numberKeys.all() });
    const fresh = await newHistory();
    await fresh.numberKeys.keep(history.numberKeys.all());
    await restoreInto(fresh.storage.path, content, NOW + 1, fresh.numberKeys.all());
    await fresh.numberKeys.load();
    expect(contentsOf(fresh.storage.path)).toEqual(contentsOf(history.storage.path));
    expect(await fresh.storage.stores.doNotCall.uncompared()).toEqual({ keyIds: [], entries: 0 });
    expect(await forbiddenIn(fresh.storage)).toEqual(await forbiddenIn(history.storage));
    await Promise.all([history.storage.close(), fresh.storage.close()]);
    restored += 1;
  };
  const histories = fc.array(step, { minLength: 1, maxLength: STEPS, size: 'max' });
  try {
    await fc.assert(fc.asyncProperty(histories, run), { numRuns: RUNS, seed: SEED, endOnFailure: true });
  } finally {
    console.log(`${restored} of ${made} backups restored`);
    reportFigures({ name: 'backups', cases: made, duplicates: 0, losses: made - restored, needless: 0 });
  }
});

async function forbiddenIn({ stores }: Awaited<ReturnType<typeof temporaryStorage>>): Promise<boolean[]> {
  return (await stores.submissions.forbidding(PHONES)).map((found) => found !== null);
}

/** A computer on which things happen as the app lets them: what its input schemas refuse does not. */
async function newHistory() {
  const storage = await temporaryStorage();
  const { stores } = storage;
  const secrets = new MemorySecrets();
  const numberKeys = new NumberKeys({
    store: stores.doNotCall,
    secrets,
    onKeys: () => undefined,
    onTrouble: (trouble) => expect.unreachable(String(trouble)),
  });
  const workspaces = ['workspace-1'];
  const submissions: string[] = [];
  const requests: { readonly id: string; readonly workspaceId: string }[] = [];
  const entries: string[] = [];
  const take = async ({ act, texts: [one, two, three], day: on, json: value, number, pick, at }: Step) => {
    const workspaceId = of(workspaces, pick) ?? 'workspace-1';
    const phoneNumber = of(PHONES, pick) ?? PHONES[0];
    const request = of(requests, pick);
    switch (act) {
      case 0: {
        const { id, kind, ...sample } = sampleWorkspace({ id: randomUUID() });
        const baseUrl = `https://${pick}.example/${one}`;
        const read = connectionInput.safeParse({ ...sample, name: two, baseUrl, clientId: three });
        if (read.success) {
          await stores.workspaces.save({ ...read.data, id, kind }, at);
          workspaces.push(id);
        }
        return;
      }
      case 1:
      case 2: {
        const fields = submissionInput.safeParse({
          ...sampleSubmission(),
          ...{
            candidateName: one,
            phoneNumber,
            questionnaireTemplateId: two,
            noticeOn: on,
            consentWording: three,
          },
        });
        if (!fields.success) return;
        const { candidateName, questionnaireTemplateId, noticeOn, consentWording } = fields.data;
        const earlier = await stores.submissions.get(of(submissions, pick) ?? '');
        const submission = sampleSubmission({
          ...{
            workspaceId,
            candidateName,
            phoneNumber,
            questionnaireTemplateId,
            createdAt: at,
            updatedAt: at,
          },
          noticeOn: noticeOn ?? undefined,
          consent: consentWording == null ? null : { at, wording: consentWording },
          ...(pick % 3 === 0 && {
            state: of(['draft', 'held', 'unconfirmed', 'rejected', 'discarded'] as const, pick) ?? 'draft',
            problem: {
              code: 'refused_as_it_is' as const,
              httpStatus: 422,
              answer: two,
              said: { text: three, fields: [], other: one },
              alike: three,
            },
          }),
          ...(pick % 4 === 0 && {
            callingHold: { until: at, timeZone: 'Europe/Berlin', holiday: pick % 8 === 0 ? null : two },
            hoursInForce: [{ ...defaultRules('Europe/Berlin').callingHours }],
          }),
          previousSubmissionId: earlier?.id ?? null,
        });
        await stores.submissions.add([submission]);
        submissions.push(submission.id);
        return;
      }
      case 3: {
        const id = `${one} ${requests.length}`;
        const [candidateName, createdAt] = [two === '' ? 'Ada' : two, at];
        const own = { id: randomUUID(), workspaceId, candidateName, phoneNumber, createdAt };
        if ((await stores.submissions.forbidding([phoneNumber]))[0] !== null) return;
        await addTracked(storage, id, own, at, three);
        // A lone surrogate becomes U+FFFD in the database.
        requests.push({ id: id.toWellFormed(), workspaceId });
        submissions.push(own.id);
        return;
      }
      case 4: {
        if (!request) return;
        const calls = [
          { id: one, timestamp: new Date(at).toISOString(), duration_minutes: number, status: two },
        ];
        const body = {
          request_id: request.id,
          status: three,
          screening_calls: calls,
          assessment_results: { score: value, [one]: number },
        };
        if (!interviewRequestAnswer.safeParse(body).success) return;
        // Erased since.
        if ((await stores.requests.find(request.workspaceId, [request.id])).length === 0) return;
        await answered(storage, request.id, body, { workspaceId: request.workspaceId, now: at });
        return;
      }
      case 5: {
        if (!request) return;
        const verdict = of(VERDICTS, pick);
        const marks = { addTags: one === '' ? [] : [one], reason: two, archived: pick % 2 === 0 };
        await stores.annotations.annotate(
          request.workspaceId,
          [request.id],
          { ...marks, verdict },
          at,
          three,
        );
        await stores.annotations.setNotes(request.workspaceId, request.id, two.slice(0, 20_000), at);
        return;
      }
      case 6: {
        const fields = [{ path: `/${one}`, label: two, cover: of(COVERS, pick), headline: pick % 2 === 0 }];
        const serviceId = pick % 2 === 0 ? 'general-v1' : one;
        const entry = { kind: 'questionnaire', serviceId, name: two, note: three, fields };
        const read = libraryEntryInput.safeParse(entry);
        if (read.success) await stores.library.save(workspaceId, read.data);
        return;
      }
      case 7:
        await stores.pins.pin(workspaceId, {
          path: `/${pick % 2 === 0 ? 'score' : one}`,
          label: two,
          kind: 'number',
        });
        return;
      case 8: {
        const filter = requestFilter.safeParse({ ...NO_FILTER, search: two });
        const sort = requestSort.safeParse(pick % 2 === 0 ? 'updated' : `pin:/${three}`);
        if (filter.success && sort.success) {
          const view = { name: one, filter: filter.data, sort: sort.data, descending: pick % 2 === 0 };
          await stores.views.save(workspaceId, view, at);
        }
        return;
      }
      case 9: {
        const rules = defaultRules('Europe/Berlin');
        const consent = { asked: true, required: pick % 2 === 0, wording: one };
        const read = workspaceRules.safeParse({
          ...rules,
          consent,
          notice: { asked: true, required: false, days: pick % 366 },
        });
        if (read.success) await stores.rules.save(workspaceId, read.data, at);
        return;
      }
      case 10: {
        const id = randomUUID();
        const added = await stores.doNotCall.add([
          { id, phoneNumber, reason: one, addedAt: at, addedBy: two },
        ]);
        if (added > 0) entries.push(id);
        return;
      }
      case 11: {
        const id = of(entries, pick);
        if (id !== undefined) await stores.doNotCall.lift(id, { at, by: one, reason: two });
        return;
      }
      case 12:
        await replacePolicy(stores.doNotCall, pick % 3 === 0 ? [] : [{ phoneNumber, reason: one }], at);
        return;
      case 13:
        await stores.holds.place({ name: one, phoneNumber }, { reason: two, at, by: three });
        return;
      case 14: {
        const hold = of((await stores.holds.page(0)).holds, pick);
        if (hold) await stores.holds.release(hold.id, at);
        return;
      }
      case 15: {
        const id = randomUUID();
        const file = { id, name: one, digest: two, headers: [one, two], rows: 2 };
        await stores.imports.begin(workspaceId, file, at);
        const problem = ofRow(importProblem('no_name', { text: three }));
        await stores.imports.keepProblems(workspaceId, id, [
          { number: 2, cells: [one, two, three], problems: [problem] },
        ]);
        return;
      }
      default: {
        const keyId = (await numberKeys.current()) ?? null;
        const name = pick % 2 === 0 ? one : '';
        const search = { name, phone: phoneNumber, everywhere: true };
        const found = await stores.erasures.findSubmissions(search, null, 0, 1000);
        const ids = found.map(({ submissionId }) => submissionId);
        const choice = {
          search,
          submissionIds: ids,
          importRows: [],
          listedIds: [],
          keepBlocking: pick % 4 !== 0,
          confirmedHolds: [],
        };
        const id = randomUUID();
        await stores.erasures.begin(id, choice, null, at, { keyId, keep: choice.keepBlocking, by: two });
        if (!(await stores.erasures.unfinished()).some((each) => each.id === id)) return;
        while ((await stores.erasures.step(id)) !== 'elsewhere');
        await stores.erasures.finish(id, at);
      }
    }
  };
  return { storage, numberKeys, take };
}

function of<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % Math.max(1, list.length)];
}

/** What a restore changes on purpose, by table; everything else has to be equal. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  do_not_call: ['source', 'policy_list'],
  evidence_chains: ['own'],
  imports: ['finished_at'],
  pins: ['state'],
  requests: ['next_refresh_at'],
};
/** Of what waited: nobody may be called by a backup. */
const DECIDED = [
  'state',
  'problem',
  'hold_until',
  'hold_time_zone',
  'hold_holiday',
  'hold_question',
  'hold_answer',
  'after_edit',
  'hours_waived_until',
  'may_have_reached_at',
  'may_have_reached_times',
  'revision',
  'updated_at',
  'cause',
];
/** Compared with the entries of the evidence that have them. */
const OF_ENTRIES = new Set(['evidence_facts', 'evidence_subjects']);

/** Every row that a backup has, with ids in place of row numbers, in an order of its own. */
function contentsOf(path: string): Record<string, string[]> {
  using db = new DatabaseSync(path, { readOnly: true });
  const rowsOf = (sql: string) => db.prepare(sql).all();
  const submissions = new Map(rowsOf('SELECT row, id FROM submissions').map(({ row, id }) => [row, id]));
  const pins = new Map(
    rowsOf('SELECT pin, workspace_id, path FROM pins').map((each) => [
      each['pin'],
      `${each['workspace_id']} ${each['path']}`,
    ]),
  );
  const said = new Map(
    rowsOf('SELECT id, kind, facts FROM evidence_facts').map((each) => [
      each['id'],
      `${each['kind']} ${each['facts']}`,
    ]),
  );
  const subjects = new Map(
    rowsOf('SELECT id, lower(hex(hash)) AS hash FROM evidence_subjects').map(({ id, hash }) => [id, hash]),
  );
  const chains = new Map(rowsOf('SELECT chain, id FROM evidence_chains').map(({ chain, id }) => [chain, id]));
  const restored = new Set(
    rowsOf(
      "SELECT chain FROM evidence JOIN evidence_facts ON evidence_facts.id = evidence.facts WHERE evidence_facts.kind = 'restored'",
    ).map(({ chain }) => chain),
  );
  const open = new Set(
    rowsOf(
      "SELECT row FROM submissions WHERE state IN ('queued', 'connecting', 'sending', 'held') OR problem ->> '$.code' = 'from_a_backup'",
    ).map(({ row }) => row),
  );
  const contents = Object.keys(TABLES)
    .filter((table) => TABLES[table]?.backup !== 'left_out' && !OF_ENTRIES.has(table))
    .map((table) => {
      const rows = rowsOf(`SELECT * FROM ${table}`)
        .filter(({ chain }) => chain === undefined || !restored.has(chain))
        .filter((row) => table !== 'history' || !isFromBackup(row))
        .map((row) => {
          const left = new Set([
            ...(CHANGED[table] ?? []),
            ...(table === 'submissions' && open.has(row['row'] ?? null) ? DECIDED : []),
          ]);
          const cells = Object.entries(row).filter(([name]) => !left.has(name));
          return JSON.stringify(cells.map(([name, cell]) => [name, named(name, cell)]));
        });
      return [table, rows.toSorted()] as const;
    });
  return Object.fromEntries(contents);

  function named(name: string, cell: unknown): unknown {
    if (name === 'row') return submissions.get(Number(cell));
    if (name === 'pin') return pins.get(Number(cell));
    if (name === 'chain') return chains.get(Number(cell));
    if (name === 'subject') return subjects.get(Number(cell));
    if (name === 'facts') return said.get(Number(cell)) ?? cell;
    if (cell instanceof Uint8Array) return Buffer.from(cell).toString('hex');
    return typeof cell === 'number' ? String(cell) : cell;
  }
}

function isFromBackup({ code, values_json: values }: Record<string, unknown>): boolean {
  return code === 'unconfirmed' && String(values).includes('from_a_backup');
}
