import type { DatabaseSync } from 'node:sqlite';
import { callKey, spellingsOf } from '../../../shared/call-key.ts';
import { CLAIM_STATES, type ReasonValues } from '../../../shared/call-rules.ts';
import type { Duplicate } from '../../../shared/outbox.ts';
import type { SubmissionState } from '../../../shared/submission.ts';
import type { AlsoCalled } from '../../team/team-claims.ts';
import type { ReadClaim } from '../../team/team-sync.ts';
import { MAYBE_SENT, unconfirm } from '../copy-detection.ts';
import { concernTeamNoMore } from '../erasure/team-rows.ts';
import {
  all,
  change,
  integer,
  integerOrNull,
  one,
  oneOf,
  type Row,
  read,
  scalar,
  text,
  textOrNull,
  write,
} from '../operation.ts';
import { isFromBefore } from '../team/shared-marks.ts';
import { appendEventOf } from './history-store.ts';
import { IS_ON_ITS_WAY, rowToSubmission, SUBMISSION_COLUMNS } from './submission-row.ts';

/** What the team has to learn of a submission: what `settle()` takes (team/schema.sql). */
export interface Settlement {
  readonly call_key: string;
  readonly submission: string;
  readonly state: 'accepted' | 'unclear' | 'reached' | 'free';
  /** UTC ms. */
  readonly at: number;
  readonly candidate: string;
  readonly job: string;
  /** It is from before this computer joined the team. */
  readonly upload: boolean;
}

/** The claims of colleagues, as known here, to telephones that a workspace's submissions reach. */
export const teamClaimStore = {
  /**
   * Stores what the team database answered to `hello()`. In another generation than before, it was restored from a backup:
   * what waits is a person's to decide, and the claims of colleagues known here stay. Gives how many wait for that; undefined
   * in the same generation.
   */
  greeted: write(
    (db, workspaceId: string, generation: string, hashKey: Uint8Array, now: number): number | undefined => {
      const known = one(db, 'SELECT generation, hash_key FROM teams WHERE workspace_id = ?', workspaceId);
      if (!known) return undefined;
      const last = textOrNull(known, 'generation');
      // That of another place, and not the same team: it has just been joined.
      const isOther = last !== null && last !== generation && known['hash_key'] === null;
      if (isOther) {
        // Since it was moved there, also where that couldn't be reached: what was sent meanwhile is this team's.
        const sql = `UPDATE teams SET joined_at = moved_at, joined_row = moved_row, shares_history = 0
          WHERE workspace_id = ?`;
        change(db, sql, workspaceId);
        concernTeamNoMore(db, workspaceId);
      }
      const before = isOther ? null : last;
      const sql = 'UPDATE teams SET generation = ?, hash_key = ? WHERE workspace_id = ?';
      change(db, sql, generation, hashKey, workspaceId);
      if (before === generation) return undefined;
      forgetKnown(db, workspaceId);
      if (before === null) return undefined;
      // Everything is read again. It may have been made anew: then its numbers are lower ones.
      change(
        db,
        'UPDATE teams SET seen = 0, log_change = NULL, log_token = NULL WHERE workspace_id = ?',
        workspaceId,
      );
      change(db, 'UPDATE team_claims SET change = 0 WHERE workspace_id = ?', workspaceId);
      const waiting = all(
        db,
        // What is being sent ends by itself, and the team is told how.
        `SELECT row FROM submissions WHERE workspace_id = ? AND ${MAYBE_SENT} AND state <> 'sending'`,
        workspaceId,
      );
      const rows = waiting.map((row) => integer(row, 'row'));
      unconfirm(db, rows, { code: 'team_restored' }, now);
      return rows.length;
    },
  ),

  /** An entry of the team's `claim_log` that is known here: a database without it was restored. */
  logged: write(noteLog),

  /** Remembers claims of colleagues; of two to one telephone, the later. */
  remember: write((db, workspaceId: string, claims: readonly ReadClaim[]): void => {
    if (claims.length === 0) return;
    const sql = `INSERT INTO team_claims (workspace_id, call_key, submission_id, person, state, at, candidate_name,
        job_description_id, change)
      SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
      FROM json_each(?) WHERE true
      ON CONFLICT DO UPDATE SET submission_id = excluded.submission_id, person = excluded.person, state = excluded.state,
        at = excluded.at, candidate_name = excluded.candidate_name, job_description_id = excluded.job_description_id,
        change = excluded.change WHERE excluded.change > team_claims.change`;
    const rows = claims.map((claim) => [
      ...[claim.callKey, claim.submissionId, claim.person, claim.state, claim.at],
      ...[claim.candidateName, claim.jobDescriptionId, claim.change],
    ]);
    change(db, sql, workspaceId, JSON.stringify(rows));
  }),

  /** For each of these numbers (E.164), the claim of a colleague of this team that counts since then (UTC ms); null if none does. */
  known: read((db, workspaceId: string, phoneNumbers: readonly string[], since: number) =>
    phoneNumbers.map((each) => {
      // Another team's changes have numbers of their own: what a person knew by one says nothing of the other.
      const found = colleagueClaims(db, workspaceId, [each], since);
      const claim = found.find((row) => row['workspace_id'] === workspaceId);
      return claim ? reasonOf(claim) : null;
    }),
  ),

  /** The change that made the claim of this colleague's submission to this number (E.164); undefined if it has none. */
  changeOf: read((db, workspaceId: string, submissionId: string, phoneNumber: string): number | undefined => {
    const sql =
      'SELECT change FROM team_claims WHERE workspace_id = ? AND call_key = ? AND submission_id = ?';
    const row = one(db, sql, workspaceId, callKey(phoneNumber), submissionId);
    return row && integer(row, 'change');
  }),

  /**
   * Up to which change of its present team the person who submitted this knows of the claims to its number (0: of none), and all
   * submissions to the number; without this one, if it was never sent: a copy of this disk may have sent it.
   */
  knownOf: read((db, submissionId: string, phoneNumber: string): { seen: number; own: string[] } => ({
    seen: scalar(db, 'SELECT coalesce(max(team_seen), 0) AS n FROM submissions WHERE id = ?', submissionId),
    own: all(
      db,
      `SELECT id FROM submissions WHERE phone_number IN (SELECT value FROM json_each(?))
        AND (id <> ? OR may_have_reached_at IS NOT NULL)`,
      ...[JSON.stringify(spellingsOf(phoneNumber)), submissionId],
    ).map((row) => text(row, 'id')),
  })),

  /** What the team has to learn of these submissions; those of which it learns nothing are left out. */
  settlements: read((db, workspaceId: string, ids: readonly string[]): Settlement[] => {
    const sql = `SELECT ${SUBMISSION_COLUMNS}, requests.accepted_at,
        ${isFromBefore('submissions.row', 'coalesce(accepted_at, may_have_reached_at, updated_at)')} AS is_upload
      FROM json_each(?) AS sought CROSS JOIN submissions ON submissions.id = sought.value
        CROSS JOIN teams ON teams.workspace_id = submissions.workspace_id LEFT JOIN requests ON requests.row = submissions.row
      WHERE submissions.workspace_id = ? AND requests.colleague IS NULL`;
    const rows = all(db, sql, JSON.stringify(ids), workspaceId);
    return rows.flatMap(settlementOf);
  }),

  /** The team is to learn once more what became of these submissions. */
  tellAgain: write((db, ids: readonly string[]): void => {
    const sql = `INSERT INTO team_pending (workspace_id, kind, key)
      SELECT workspace_id, 'claim', submissions.id FROM json_each(?) JOIN submissions ON submissions.id = json_each.value
      JOIN teams USING (workspace_id)`;
    change(db, sql, JSON.stringify(ids));
  }),

  /**
   * A colleague's submission to the same telephone may have reached the service, too: the history of this one says so. Gives its
   * request, if it has one; undefined if it isn't this computer's, or said so before.
   */
  alsoCalled: write((db, submissionId: string, person: string, at: number): AlsoCalled | undefined => {
    const sql = `SELECT submissions.row, requests.request_id FROM submissions LEFT JOIN requests USING (row)
      WHERE id = ? AND requests.colleague IS NULL`;
    const own = one(db, sql, submissionId);
    if (!own) return undefined;
    const row = integer(own, 'row');
    // The team may tell it again, after it was read again.
    const code = 'colleague_called_too';
    const told = "SELECT 1 FROM history WHERE row = ? AND code = ? AND values_json ->> '$.person' = ?";
    if (one(db, told, row, code, person)) return undefined;
    appendEventOf(db, row, at, { code, values: { person } });
    change(db, 'UPDATE requests SET unseen = 1 WHERE row = ?', row);
    return { submissionId, requestId: textOrNull(own, 'request_id') };
  }),
};

/** What persons knew of another team, or before this one's database was restored or made anew, they knew by other numbers. */
function forgetKnown(db: DatabaseSync, workspaceId: string): void {
  const sql = `UPDATE submissions SET team_seen = NULL, revision = revision + NOT (${IS_ON_ITS_WAY})
    WHERE workspace_id = ? AND team_seen IS NOT NULL`;
  change(db, sql, workspaceId);
}

/** Remembers the latest known entry of the team's `claim_log`. */
export function noteLog(db: DatabaseSync, workspaceId: string, logChange: number, token: string): void {
  const sql = `UPDATE teams SET log_change = ?2, log_token = ?3
    WHERE workspace_id = ?1 AND coalesce(log_change, 0) < ?2`;
  change(db, sql, workspaceId, logChange, token);
}

/**
 * The claims of colleagues to these telephones that count, in the teams of all workspaces with the same service. One that
 * was accepted, or may have been, counts for the duplicates' window; any other until it ends.
 */
export function colleagueClaims(
  db: DatabaseSync,
  workspaceId: string,
  phoneNumbers: readonly string[],
  since: number,
): Row[] {
  const sql = `SELECT team_claims.*, nullif(job.name, '') AS job_name
    FROM team_claims JOIN workspaces ON workspaces.id = team_claims.workspace_id
    LEFT JOIN library AS job ON job.workspace_id = team_claims.workspace_id AND job.kind = 'job_description'
      AND job.service_id = team_claims.job_description_id
    WHERE call_key IN (SELECT value FROM json_each(?)) AND state <> 'free' AND (state IN ('claimed', 'unclear') OR at >= ?)
      AND workspaces.base_url = (SELECT base_url FROM workspaces WHERE id = ?)
    ORDER BY at DESC`;
  return all(db, sql, JSON.stringify(phoneNumbers.map(callKey)), since, workspaceId);
}

function reasonOf(row: Row): ReasonValues['colleague_claimed'] {
  return {
    person: text(row, 'person'),
    state: oneOf(row, 'state', CLAIM_STATES),
    at: integer(row, 'at'),
    job: textOrNull(row, 'job_name') ?? '',
    change: integer(row, 'change'),
  };
}

const SHOWN_AS: Readonly<Record<(typeof CLAIM_STATES)[number], SubmissionState>> = {
  claimed: 'sending',
  unclear: 'unconfirmed',
  accepted: 'accepted',
  reached: 'discarded',
};

/** A row of {@link colleagueClaims} as an earlier submission. */
export function claimToDuplicate(row: Row): Duplicate {
  const state = SHOWN_AS[oneOf(row, 'state', CLAIM_STATES)];
  return {
    phoneNumber: text(row, 'call_key'),
    submissionId: text(row, 'submission_id'),
    candidateName: text(row, 'candidate_name'),
    state,
    status: state,
    requestId: null,
    submittedAt: integer(row, 'at'),
    reachedAt: integer(row, 'at'),
    taken: false,
    workspace: null,
    by: text(row, 'person'),
    jobName: textOrNull(row, 'job_name'),
    jobDescriptionId: text(row, 'job_description_id'),
  };
}

function settlementOf(row: Row): readonly Settlement[] {
  const submission = rowToSubmission(row);
  const state = settledState(submission);
  if (state === undefined) return [];
  const { mayHaveReached, updatedAt } = submission;
  return [
    {
      call_key: callKey(submission.phoneNumber),
      submission: submission.id,
      state,
      at: integerOrNull(row, 'accepted_at') ?? mayHaveReached?.at ?? updatedAt,
      candidate: submission.candidateName,
      job: submission.jobDescriptionId,
      upload: row['is_upload'] === 1,
    },
  ];
}

/** What a submission's state is to colleagues; undefined: its claim stays as it is, or there is none. */
function settledState({
  state,
  problem,
  mayHaveReached,
}: ReturnType<typeof rowToSubmission>): Settlement['state'] | undefined {
  switch (state) {
    case 'accepted':
      return 'accepted';
    case 'unconfirmed':
      // What waited before the team's was restored may have been sent before that from here.
      if (problem?.code === 'team_restored') return (mayHaveReached?.times ?? 0) > 1 ? 'unclear' : undefined;
      // What waited in a copy or a backup: whoever sent it has told the team.
      return problem && FOUND_ELSEWHERE.has(problem.code) ? undefined : 'unclear';
    case 'draft':
    case 'rejected':
    case 'discarded':
      return mayHaveReached === null ? 'free' : 'reached';
    default:
      return undefined;
  }
}

const FOUND_ELSEWHERE: ReadonlySet<string> = new Set(['from_a_backup', 'from_a_copy']);
