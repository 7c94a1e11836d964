import { describe, expect, test } from 'vitest';
import { matchHeaders } from '../../renderer/features/import/match-headers.ts';
import { parseTable } from '../../renderer/features/import/parse-table.ts';

const cells = (text: string) => parseTable(text).map((row) => row.cells);

describe('rows', () => {
  test.each([
    ['commas', 'Name,Phone\nAda,+49'],
    ['semicolons', 'Name;Phone\r\nAda;+49\r\n'],
    ['tabs', 'Name\tPhone\rAda\t+49'],
    ['bars', 'Name|Phone\nAda|+49'],
    ["Excel's declaration", 'sep=|\nName|Phone\nAda|+49'],
  ])('are cut at %s', (_name, text) => {
    expect(cells(text)).toEqual([
      ['Name', 'Phone'],
      ['Ada', '+49'],
    ]);
  });

  test('keep commas, line breaks and quotation marks inside quotes', () => {
    expect(cells('Name;Phone\n"Lovelace, ""Ada""\nof London";+49')).toEqual([
      ['Name', 'Phone'],
      ['Lovelace, "Ada"\nof London', '+49'],
    ]);
  });

  test('are cut at what makes known headers, however many commas the texts have', () => {
    expect(cells('Name;Phone\nA, B, C;+49\nD, E, F;+1')[1]).toEqual(['A, B, C', '+49']);
  });

  test('have the numbers a spreadsheet gives them', () => {
    const numbers = parseTable('Name;Phone\n\nAda;+49\n;;\n"B\nob";+1').map(({ number }) => number);
    expect(numbers).toEqual([1, 3, 5]);
  });

  test('say where a quotation mark is not closed', () => {
    const rows = parseTable('Name,Phone\nAda,+1\n"Bob,+2\nCyd,+3');
    expect(rows.map(({ number, brokenQuote }) => [number, brokenQuote])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
  });
});

describe('headers', () => {
  test.each([
    ['English', ['Full Name', 'Phone', 'Resume URL', 'Job', 'Questionnaire']],
    ['German', ['Bewerber/in', 'Tel.-Nr.', 'Lebenslauf', 'Stellenbeschreibung', 'Fragebogen']],
    ['French', ['Nom du candidat', 'Téléphone', 'Lien du CV', 'Fiche de poste', 'Questionnaire']],
    ['Spanish', ['Nombre', 'Móvil', 'Hoja de vida', 'Puesto', 'Cuestionario']],
    [
      'the service',
      ['candidate_name', 'phone_number', 'resume_url', 'job_description_id', 'questionnaire_template_id'],
    ],
    [
      "Callboard's own",
      ['Candidate name', 'Phone number *', 'Resume link', 'Job description (ID)', 'QUESTIONNAIRE'],
    ],
  ])('are found in %s, in any order', (_language, headers) => {
    const column = (at: number) => ({ from: 'column', column: headers.length - 1 - at });
    expect(matchHeaders(headers.toReversed())).toEqual({
      candidateName: column(0),
      phoneNumber: column(1),
      resumeUrl: column(2),
      jobDescriptionId: column(3),
      questionnaireTemplateId: column(4),
    });
  });

  test('prefer an id to a name, and the better of two names', () => {
    const mapping = matchHeaders(['Job description', 'Job description ID', 'Mobile', 'Phone number']);
    expect(mapping.jobDescriptionId).toEqual({ from: 'column', column: 1 });
    expect(mapping.phoneNumber).toEqual({ from: 'column', column: 3 });
  });

  test('are never guessed: a wrong phone column would call the wrong person', () => {
    expect(matchHeaders(["Recruiter's phone", 'Company name']).phoneNumber).toEqual({ from: 'nowhere' });
    expect(matchHeaders(["Recruiter's phone", 'Company name']).candidateName).toEqual({ from: 'nowhere' });
  });
});
