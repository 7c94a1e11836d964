import { expect, test } from 'vitest';
import { requestsToCsv } from '../../../electron/tracking/requests-to-csv.ts';
import type { RequestRow } from '../../../shared/request.ts';

const ROW: RequestRow = {
  requestId: 'ir_1',
  submissionId: 's1',
  candidateName: 'Ada',
  phoneNumber: '+12025550143',
  jobDescriptionId: 'j1',
  jobName: null,
  questionnaireTemplateId: 'q1',
  questionnaireName: 'General',
  status: 'PENDING',
  callCount: 2,
  lastCallStatus: null,
  hasResults: false,
  problem: null,
  acceptedAt: Date.UTC(2026, 9, 21, 7, 28),
  refreshedAt: null,
  changedAt: Date.UTC(2026, 9, 22),
};

function cellsOf(changes: Partial<RequestRow>): string {
  return requestsToCsv([{ ...ROW, ...changes }]).split('\r\n')[1] ?? '';
}

test('an export begins with a byte order mark and its headings, and ends each line as RFC 4180 has it', () => {
  expect(requestsToCsv([])).toBe(
    '\uFEFFCandidate name,Phone number,Request ID,Status,Calls,Last call status,Job description,Job description ID,Questionnaire,Questionnaire ID,Accepted,Last changed\r\n',
  );
  expect(cellsOf({})).toBe(
    "Ada,'+12025550143,ir_1,PENDING,2,,,j1,General,q1,2026-10-21T07:28:00.000Z,2026-10-22T00:00:00.000Z",
  );
});

test.each([
  ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', `"'\rx"`],
  ['Lovelace, Ada', '"Lovelace, Ada"'],
  ['Ada "Countess" King', '"Ada ""Countess"" King"'],
  ['two\nlines', '"two\nlines"'],
  ['Zoë 李', 'Zoë 李'],
])('the cell %j is written %j', (candidateName, cell) => {
  expect(requestsToCsv([{ ...ROW, candidateName }])).toContain(`\r\n${cell},'+12025550143,ir_1,`);
});
