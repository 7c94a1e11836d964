import type { RequestRow } from '../../shared/request.ts';

const HEADERS = [
  'Candidate name',
  'Phone number',
  'Request ID',
  'Status',
  'Calls',
  'Last call status',
  'Job description',
  'Job description ID',
  'Questionnaire',
  'Questionnaire ID',
  'Accepted',
  'Last changed',
];

/** Requests as CSV (RFC 4180) that spreadsheets open as UTF-8 and never run as formulas. */
export function requestsToCsv(rows: readonly RequestRow[]): string {
  const lines = rows.map((row) => [
    row.candidateName,
    row.phoneNumber,
    row.requestId,
    row.status,
    String(row.callCount),
    row.lastCallStatus ?? '',
    row.jobName ?? '',
    row.jobDescriptionId,
    row.questionnaireName ?? '',
    row.questionnaireTemplateId,
    new Date(row.acceptedAt).toISOString(),
    new Date(row.changedAt).toISOString(),
  ]);
  return `\uFEFF${[HEADERS, ...lines].map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** One cell: quoted where needed; what a spreadsheet would take for a formula gets an apostrophe (OWASP). */
function csvCell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
