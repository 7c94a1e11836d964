import { expect, test } from 'vitest';
import { safeFileName } from '../../../electron/reports/report-page.ts';

test.each([
  ['Ada Lovelace report 2026-11-21.pdf', 'Ada Lovelace report 2026-11-21.pdf'],
  ['a/b\\c:d*e?f"g<h>i|j.csv', 'a-b-c-d-e-f-g-h-i-j.csv'],
  ['../../etc/passwd.csv', '-..-etc-passwd.csv'],
  ['CON.csv', '_CON.csv'],
  ['com1 .json', '_com1.json'],
  ['con report.csv', 'con report.csv'],
  ['.hidden.csv', 'hidden.csv'],
  ['...csv', 'Callboard.csv'],
  ['two\nlines\u0000.pdf', 'two lines.pdf'],
  ['Ada \u202Efdp.exe.pdf', 'Ada fdp.exe.pdf'],
  ['ends. .csv', 'ends.csv'],
  ['no ending', 'no ending'],
])('%j becomes %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

test('a long name is shortened for every file system, and keeps its extension', () => {
  const safe = safeFileName(`${'🙂'.repeat(300)}.pdf`);
  expect(Buffer.byteLength(safe)).toBeLessThan(240);
  expect(safe.endsWith('🙂.pdf')).toBe(true);
});
