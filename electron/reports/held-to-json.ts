import { historyWords } from '../../shared/words/history-words.ts';
import type { HeldData, HeldImportRow, HeldSubmission } from '../privacy/held-data.ts';

/** When the file is made (UTC ms), and from which workspace only; null: all. */
export interface HeldSetting {
  readonly now: number;
  readonly from: string | null;
}

/** Not said otherwise: what the file can't contain. */
export const HELD_LIMITS =
  'This file has what Callboard on this computer holds about this person. The service keeps its own copy, and files saved earlier, backups and other computers may hold more.';

/** What is held about a person, for programs. The service’s answers are verbatim, as text; times are ISO 8601, UTC. */
export function heldToJson(held: HeldData, { now, from }: HeldSetting): string {
  const record = {
    format: 'callboard-held-data',
    version: 1,
    made_at: moment(now),
    workspace: from,
    limits: HELD_LIMITS,
    complete: !held.more,
    submissions: held.submissions.map(submissionRecord),
    import_rows: held.importRows.map(importRecord),
    do_not_call: held.doNotCall.map(({ phoneNumber, reason, addedAt, addedBy, liftedAt, liftedReason }) => ({
      phone_number: phoneNumber,
      kept_as_hash: phoneNumber === null,
      reason,
      added_at: moment(addedAt),
      added_by: addedBy,
      lifted_at: moment(liftedAt),
      lifted_because: liftedReason,
    })),
    holds: held.holds.map(({ name, phoneNumber, reason, placedAt, placedBy }) => ({
      ...{ name, phone_number: phoneNumber, reason, placed_at: moment(placedAt), placed_by: placedBy },
    })),
    other_texts_that_name_the_person: held.mentions,
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}

function submissionRecord({ submission, request, history, ...held }: HeldSubmission): object {
  const { consent } = submission;
  return {
    workspace: held.workspace,
    submission_id: submission.id,
    request_id: submission.requestId,
    state: submission.state,
    candidate: { name: submission.candidateName, phone_number: submission.phoneNumber },
    resume_url: submission.resumeUrl,
    job_description_id: submission.jobDescriptionId,
    questionnaire_template_id: submission.questionnaireTemplateId,
    time_zone: submission.timeZone,
    attempts: submission.attempts,
    problem: submission.problem,
    may_have_reached_the_service: submission.mayHaveReached,
    submitted_at: moment(submission.createdAt),
    changed_at: moment(submission.updatedAt),
    consent: consent && { recorded_at: moment(consent.at), wording: consent.wording },
    notice_given_on: submission.noticeOn ?? null,
    request: request && {
      status: request.status,
      outcome: request.outcome,
      headline: request.headline,
      pinned: request.pinned,
      verdict: request.verdict,
      tags: request.tags,
      archived: request.archived,
      problem: request.problem,
      accepted_at: moment(request.acceptedAt),
      changed_at: moment(request.changedAt),
      checked_at: moment(request.refreshedAt),
    },
    notes: held.notes,
    history: history.map((event) => ({
      at: moment(event.at),
      code: event.code,
      values: event.values,
      words: historyWords(event).heading,
    })),
    answer_verbatim: held.answer,
    answer_damaged: held.answerDamaged,
    import_row: held.importRow && importRecord(held.importRow),
  };
}

function importRecord({ workspace, fileName, importedAt, rowNumber, headers, cells }: HeldImportRow): object {
  return {
    workspace,
    file: fileName,
    imported_at: moment(importedAt),
    row: rowNumber,
    cells: cells.map((cell, index) => ({ column: headers[index] ?? null, text: cell })),
  };
}

function moment(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
