import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam, type TestTeam } from '../../postgres-cluster.ts';
import { answered } from '../storage/answered.ts';
import { addTracked } from '../storage/temporary-storage.ts';
import { computerOf, inStep, WORKSPACE } from './two-computers.ts';

type Computer = Awaited<ReturnType<typeof computerOf>>;

const COMPLETED = {
  status: 'COMPLETED',
  screening_calls: [
    { id: 'c1', timestamp: '2027-01-05T10:00:00Z', duration_minutes: 4, status: 'completed' },
  ],
  assessment_results: { score: 4, summary: 'Speaks fluent Czech.' },
};

async function twoComputers(): Promise<{ team: TestTeam; mary: Computer; bob: Computer }> {
  const team = await newTeam();
  const [mary, bob] = [await computerOf(team, 'mary'), await computerOf(team, 'bob')];
  await mary.connect();
  await bob.connect();
  return { team, mary, bob };
}

/** What a computer has of a request, without what is its own affair. */
async function heldOf({ stores, sql }: Computer, requestId: string) {
  const detail = await stores.requests.detail(WORKSPACE, requestId);
  if (!detail) return undefined;
  const { nextRefreshAt: _, unseen: _unseen, ...shared } = detail;
  const [submission] = sql(
    `SELECT id, state, candidate_name, name_words, phone_number, resume_url, job_description_id, questionnaire_template_id,
       attempts, time_zone, consent_at, consent_wording, notice_on, request_id, previous_submission_id, may_have_reached_at,
       may_have_reached_times, created_at, updated_at FROM submissions WHERE request_id = ?`,
    requestId,
  );
  const [request] = sql(
    `SELECT status, call_status, outcome, tries, has_results, call_count, name_key, headline, headline_key, problem,
       accepted_at, refreshed_at, changed_at, completed_at FROM requests WHERE request_id = ?`,
    requestId,
  );
  const calls = sql(
    'SELECT ordinal, started_at, duration_minutes, status FROM screening_calls WHERE row IN (SELECT row FROM requests WHERE request_id = ?)',
    requestId,
  );
  return { shared, submission, request, calls };
}

const found = async ({ stores }: Computer, search: string) =>
  (
    await stores.requests.page({
      ...{ workspaceId: WORKSPACE, sort: 'updated', descending: true, offset: 0, limit: 50 },
      filter: { ...NO_FILTER, search },
    })
  ).rows.map(({ requestId }) => requestId);

describe.runIf(hasPostgres)('requests of a team', NEEDS_POSTGRES, () => {
  test('are the same on a colleague’s computer, in every field', async () => {
    const { team, mary, bob } = await twoComputers();
    const requestId = randomUUID();
    const earlier = await addTracked(mary.storage, randomUUID());
    const { id } = await addTracked(mary.storage, requestId, {
      ...{ candidateName: 'Zoë “O’Neil” Žižek', phoneNumber: '+12025550177', timeZone: 'America/New_York' },
      ...{ consent: { at: 500, wording: 'I agree.' }, noticeOn: '2027-01-04', createdAt: 900 },
      previousSubmissionId: earlier.id,
    });
    await answered(mary.storage, requestId, { request_id: requestId, ...COMPLETED });
    await inStep(team, mary, bob);
    const held = await heldOf(bob, requestId);
    expect(held).toEqual(await heldOf(mary, requestId));
    expect(held?.submission?.['id']).toBe(id);
    expect(held?.shared.previous?.submissionId).toBe(earlier.id);
    expect(held?.shared.history.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['submitted', 'accepted', 'status_changed', 'call_appeared', 'results_arrived']),
    );
    // Found by name, number, job and result, as one's own.
    for (const search of ['zoe', 'zizek', '0177', 'fluent'])
      expect(await found(bob, search)).toContain(requestId);
    expect(bob.sql('SELECT colleague FROM requests WHERE request_id = ?', requestId)).toEqual([
      { colleague: (await team.recruiter('mary')).login },
    ]);
    expect(bob.sql('SELECT person FROM team_colleagues ORDER BY person')).toEqual([
      { person: 'bob' },
      { person: 'mary' },
    ]);
    expect(mary.sql('SELECT count(*) AS n FROM team_pending')).toEqual([{ n: 0 }]);
    // Evidence is of what a computer did itself, and nothing of a colleague's is ever sent.
    expect(bob.sql('SELECT count(*) AS n FROM evidence')).toEqual([{ n: 0 }]);
    expect(await bob.stores.submissions.due(WORKSPACE, Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
  });
});
