import { callKey } from '../../shared/call-key.ts';
import type { DoNotCallEntry } from '../../shared/do-not-call.ts';
import type { HistoryEntry } from '../../shared/history-event.ts';
import { parsePhoneNumber } from '../../shared/phone-number.ts';
import type { ErasureChoice, FoundHold, FoundPerson } from '../../shared/privacy.ts';
import type { ColleagueNote, RequestRow } from '../../shared/request.ts';
import type { Submission } from '../../shared/submission.ts';
import type { Stores } from '../storage/stores/index.ts';
import type { HeldByTeam, TeamTeller } from './ports.ts';

/** Everything stored about one submission. Times are UTC ms. */
export interface HeldSubmission {
  readonly workspace: string;
  readonly submission: Submission;
  /** Null before the service has accepted it. */
  readonly request: RequestRow | null;
  readonly notes: string | null;
  readonly colleagueNotes: readonly ColleagueNote[];
  /** The oldest first. */
  readonly history: readonly HistoryEntry[];
  /** The service's last answer, verbatim; null without one, or if it can no longer be read. */
  readonly answer: string | null;
  readonly answerDamaged: boolean;
  readonly importRow: HeldImportRow | null;
}

export interface HeldImportRow {
  readonly workspace: string;
  /** Empty if it was erased, because it named somebody. */
  readonly fileName: string;
  readonly importedAt: number;
  readonly rowNumber: number;
  readonly headers: readonly string[];
  readonly cells: readonly string[];
}

export interface HeldDoNotCall extends Pick<DoNotCallEntry, 'reason' | 'addedAt' | 'addedBy'> {
  /** A call key; null if only a keyed hash of it was kept. */
  readonly phoneNumber: string | null;
  readonly liftedAt: number | null;
  /** Empty unless it was lifted. */
  readonly liftedReason: string;
}

/** What this computer holds about a person. */
export interface HeldData {
  readonly submissions: readonly HeldSubmission[];
  /** Rows that were never queued. */
  readonly importRows: readonly HeldImportRow[];
  readonly doNotCall: readonly HeldDoNotCall[];
  readonly holds: readonly FoundHold[];
  /** By the databases of teams. */
  readonly teams: readonly HeldByTeam[];
  /** Texts about others that name the person. */
  readonly mentions: number;
  /** Whether the search found more than can be listed. */
  readonly more: boolean;
}

/** What was chosen of what the search has found; nothing else, whatever `choice` names. */
export async function heldData(
  store: Stores['erasures'],
  { search, submissionIds, importRows, listedIds, holdIds = [] }: ErasureChoice,
  found: FoundPerson,
  teams: TeamTeller,
): Promise<HeldData> {
  const submissions = found.submissions.filter(({ submissionId }) => submissionIds.includes(submissionId));
  const rows = found.importRows.filter((row) =>
    importRows.some(({ importId, rowNumber }) => row.importId === importId && row.rowNumber === rowNumber),
  );
  const typed = parsePhoneNumber(search.phone);
  const numbers = [
    ...submissions.map(({ phoneNumber }) => phoneNumber),
    ...(typed.ok ? [typed.value.e164] : []),
  ];
  const callKeys = [...new Set(numbers.map(callKey))];
  return {
    submissions: await present(submissions.map(({ submissionId }) => store.heldSubmission(submissionId))),
    importRows: await present(
      rows.map(({ importId, rowNumber }) => store.heldImportRow(importId, rowNumber)),
    ),
    doNotCall: await store.heldDoNotCall(
      callKeys,
      found.listedNumbers.map(({ id }) => id).filter((id) => listedIds.includes(id)),
    ),
    holds: found.ownHolds.filter(({ id }) => holdIds.includes(id)),
    teams:
      (await teams.held?.(
        callKeys,
        submissions.flatMap(({ requestId }) => requestId ?? []),
      )) ?? [],
    mentions: found.mentions,
    more: found.more,
  };
}

async function present<T>(reading: readonly Promise<T | undefined>[]): Promise<T[]> {
  return (await Promise.all(reading)).filter((each) => each !== undefined);
}
