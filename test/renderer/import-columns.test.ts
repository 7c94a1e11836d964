import { describe, expect, test } from 'vitest';
import { guessColumns } from '../../renderer/features/import/reading/guess-columns.ts';
import { IMPORT_FIELDS } from '../../renderer/features/import/reading/import-fields.ts';
import { matchHeaders } from '../../renderer/features/import/reading/match-headers.ts';
import { parseTable } from '../../renderer/features/import/reading/parse-table.ts';

const cells = (text: string) => parseTable(text).map((row) => row.cells);
const columns = (...at: readonly number[]) => ({ from: 'columns', columns: at });

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
    expect(cells('Name;Phone\n"Lovelace, ""Ada""\nof London";+49')[1]).toEqual([
      'Lovelace, "Ada"\nof London',
      '+49',
    ]);
  });

  test('are cut at what makes known headers, however many commas the texts have, also below a title', () => {
    expect(cells('Name;Phone\nA, B, C;+49\nD, E, F;+1')[1]).toEqual(['A, B, C', '+49']);
    expect(cells('List, made by HR, 2026\nName;Phone\nA, B;+49')[2]).toEqual(['A, B', '+49']);
  });

  test('have the numbers a spreadsheet gives them', () => {
    const numbers = parseTable('Name;Phone\n\nAda;+49\n;;\n"B\nob";+1').map(({ number }) => number);
    expect(numbers).toEqual([1, 3, 5]);
  });

  test('say where a quotation mark is not closed', () => {
    const rows = parseTable('Name,Phone\nAda,+1\n"Bob,+2\nCyd,+3');
    expect(rows.map(({ brokenQuote }) => brokenQuote)).toEqual([false, false, true]);
  });
});

describe('column names', () => {
  test.each([
    ['English', ['Full Name', 'Phone', 'Resume URL', 'Job', 'Questionnaire']],
    ['German', ['Bewerber/in', 'Tel.-Nr.', 'Lebenslauf', 'Stellenbeschreibung', 'Fragebogen']],
    ['French', ['Nom du candidat', 'Téléphone', 'Lien du CV', 'Fiche de poste', 'Questionnaire']],
    ['Spanish', ['Nombre', 'Móvil', 'Hoja de vida', 'Puesto', 'Cuestionario']],
    ['Italian', ['Nome e cognome', 'Cellulare', 'Link al CV', 'Posizione', 'Questionario']],
    ['Portuguese', ['Nome completo', 'Telemóvel', 'Currículo', 'Vaga', 'Questionário']],
    ['Dutch', ['Naam kandidaat', 'Telefoonnummer', 'Link naar CV', 'Vacature', 'Vragenlijst']],
    ['Polish', ['Imię i nazwisko', 'Numer telefonu', 'Życiorys', 'Stanowisko', 'Ankieta']],
    ['Swedish', ['Namn', 'Mobilnummer', 'Länk till CV', 'Tjänst', 'Frågeformulär']],
    ['Danish', ['Navn', 'Tlf. nr.', 'Link til CV', 'Stilling', 'Spørgeskema']],
    ['Turkish', ['Ad Soyad', 'Telefon numarası', 'Özgeçmiş', 'Pozisyon', 'Anket']],
    [
      'the service',
      ['candidate_name', 'phone_number', 'resume_url', 'job_description_id', 'questionnaire_template_id'],
    ],
    [
      'a program',
      ['candidateName', 'phoneNumber', 'resumeUrl', 'jobDescriptionId', 'questionnaireTemplateId'],
    ],
    [
      "Callboard's own",
      ['Candidate name', 'Phone number *', 'Resume link', 'Job description (ID)', 'QUESTIONNAIRE'],
    ],
  ])('are found in %s, in any order', (_language, headers) => {
    const found = matchHeaders(headers.toReversed());
    const last = headers.length - 1;
    expect(IMPORT_FIELDS.map((field) => found[field])).toEqual(headers.map((_, at) => columns(last - at)));
  });

  test.each([
    [
      ['First name', 'Last name', 'Phone'],
      [0, 1],
    ],
    [
      ['Surname', 'Given name'],
      [1, 0],
    ],
    [
      ['Name', 'Vorname', 'Handy'],
      [1, 0],
    ],
    [
      ['Nachname', 'Vorname'],
      [1, 0],
    ],
    [
      ['Nom', 'Prénom'],
      [1, 0],
    ],
    [
      ['Nombre', 'Apellidos'],
      [0, 1],
    ],
    [
      ['Cognome', 'Nome'],
      [1, 0],
    ],
    [
      ['Voornaam', 'Achternaam'],
      [0, 1],
    ],
    [
      ['Nazwisko', 'Imię'],
      [1, 0],
    ],
    [
      ['Förnamn', 'Efternamn'],
      [0, 1],
    ],
  ])('of a name in parts %j are joined, the first name first', (headers, expected) => {
    expect(matchHeaders(headers).candidateName).toEqual(columns(...expected));
  });

  test('prefer an id to a name', () => {
    const mapping = matchHeaders(['Job description', 'Job description ID', 'Stellenbeschreibung-ID']);
    expect(mapping.jobDescriptionId).toEqual(columns(1));
  });

  test.each([
    [
      ['Phone number', 'Mobile', 'Home phone'],
      [1, 0],
    ],
    [
      ['Telefon', 'Handynummer'],
      [1, 0],
    ],
    [
      ['Téléphone fixe', 'Téléphone portable'],
      [1, 0],
    ],
    [
      ['Telefono', 'Cellulare'],
      [1, 0],
    ],
    [
      ['Telefoonnummer', 'Mobiel'],
      [1, 0],
    ],
    [
      ['Telefonnummer (Festnetz)', 'Telefonnummer (mobil)'],
      [1, 0],
    ],
    [['Phone 1', 'Phone 2'], [0]],
    [['Mobil', 'Notfallnummer'], [0]],
  ])('of several phones %j prefer the mobile one, with another where it is empty', (headers, expected) => {
    expect(matchHeaders(headers).phoneNumber).toEqual(columns(...expected));
  });

  test.each([
    ['candidateName', 'Candidate Full Name'],
    ['phoneNumber', 'Candidate_Mobile'],
    ['phoneNumber', 'Primary Phone'],
    ['phoneNumber', 'Telefon des Bewerbers'],
    ['resumeUrl', 'Applicant Resume'],
    ['jobDescriptionId', 'Stellenbeschreibung-ID'],
    ['jobDescriptionId', 'ID vaga'],
    ['jobDescriptionId', 'Position Applied For'],
    ['questionnaireTemplateId', 'Cuestionario ID'],
  ] as const)('of %s are found with words beside the point: %s', (field, header) => {
    expect(matchHeaders(['Other', header])[field]).toEqual(columns(1));
  });

  test('of a name in parts may say whose name it is', () => {
    const mapping = matchHeaders(['Candidate: Last Name', 'Candidate: First Name']);
    expect(mapping.candidateName).toEqual(columns(1, 0));
  });

  test.each([
    "Recruiter's phone",
    'Phone (recruiter)',
    'Emergency phone',
    'Telefon (Notfall)',
    'Office phone',
  ])('are never guessed: %s would call the wrong person', (header) => {
    expect(matchHeaders([header, 'Company name']).phoneNumber).toEqual({ from: 'nowhere' });
    expect(matchHeaders([header, 'Company name']).candidateName).toEqual({ from: 'nowhere' });
  });
});

test('columns without names are guessed by what stands in them', () => {
  const rows = parseTable(
    [
      '1;Ada Lovelace;+49 1511 2345678;https://cv.example/1;general',
      '2;Bob Ñandú;0151 2345679;https://cv.example/2;general',
    ].join('\n'),
  );
  expect(guessColumns(rows)).toMatchObject({
    candidateName: columns(1),
    phoneNumber: columns(2),
    resumeUrl: columns(3),
    jobDescriptionId: { from: 'nowhere' },
  });
});
