import { describe, expect, test } from 'vitest';
import { readPasted } from '../../renderer/features/new-request/read-pasted.ts';
import type { LibraryEntry } from '../../shared/library.ts';

const JOB = '123e4567-e89b-12d3-a456-426614174000';
const LIBRARY: readonly LibraryEntry[] = [
  {
    kind: 'job_description',
    serviceId: JOB,
    name: 'Backend engineer',
    note: '',
    defaultQuestionnaireId: null,
    archived: false,
    fields: [],
    lastUsedAt: null,
  },
];
const LINK = 'https://example.com/cv/ada.pdf';
const ADA = { candidateName: 'Ada Lovelace', phoneNumber: '+44 20 7946 0958' };

const read = (text: string, defaultCountry: string | null = null) =>
  readPasted(text, { defaultCountry, library: LIBRARY });

function person(text: string, defaultCountry: string | null = null) {
  const pasted = read(text, defaultCountry);
  return pasted?.kind === 'person' ? pasted.person : pasted;
}

const fields = (text: string, defaultCountry: string | null = null) => {
  const found = person(text, defaultCountry);
  return found && 'fields' in found ? found.fields : found;
};

describe('of one person, fills in', () => {
  test.each([
    ['a row of a spreadsheet', `Ada Lovelace\t+44 20 7946 0958\t${LINK}`, { ...ADA, resumeUrl: LINK }],
    ['a row with the first and the last name', `Ada\tLovelace\t+44 20 7946 0958\tLondon`, ADA],
    ['a row with more columns', `17\tAda Lovelace\tSenior Engineer\t+44 20 7946 0958\t2026-11-24\tyes`, ADA],
    ['a row with its job', `Ada Lovelace\t+44 20 7946 0958\t${JOB}`, { ...ADA, jobDescriptionId: JOB }],
    ['a row below its headers', 'Name\tPhone\tCity\nAda Lovelace\t+44 20 7946 0958\tLondon', ADA],
    [
      'a row below headers in German, with the name in two columns',
      'Vorname\tNachname\tHandy\tLebenslauf\tStelle\nZoë\tMüller\t0151 12345678\twww.example.com/cv.pdf\tbackend engineer',
      {
        candidateName: 'Zoë Müller',
        phoneNumber: '0151 12345678',
        resumeUrl: 'https://www.example.com/cv.pdf',
        jobDescriptionId: JOB,
      },
    ],
    [
      'a table with a label beside each value',
      'Full name\tAda Lovelace\nPhone number\t+44 20 7946 0958',
      ADA,
    ],
    [
      'a line of CSV with quotes',
      `"Lovelace, Ada","+44 20 7946 0958","${LINK}"`,
      { ...ADA, resumeUrl: LINK },
    ],
    ['a line of CSV with semicolons', `Ada Lovelace;+44 20 7946 0958;${LINK}`, { ...ADA, resumeUrl: LINK }],
    ['CSV below its headers', 'name,phone\n"Lovelace, Ada",+44 20 7946 0958', ADA],
    ['lines', `Ada Lovelace\n+44 20 7946 0958\n${LINK}`, { ...ADA, resumeUrl: LINK }],
    ['lines with Windows ends', 'Ada Lovelace\r\n+44 20 7946 0958\r\n', ADA],
    [
      'a link without its scheme',
      'Ada Lovelace\nexample.com/ada',
      { candidateName: 'Ada Lovelace', resumeUrl: 'https://example.com/ada' },
    ],
    ['a name and a number in a line', 'Ada Lovelace +44 20 7946 0958', ADA],
    ['a name and a number between commas', 'Ada Lovelace, +44 20 7946 0958', ADA],
    ['a surname before the name', 'Lovelace, Ada\n+44 20 7946 0958', ADA],
    [
      'a title',
      'Prof. Dr. Ada Lovelace\n+44 20 7946 0958',
      { ...ADA, candidateName: 'Prof. Dr. Ada Lovelace' },
    ],
    [
      'a degree behind the name',
      'Ada Lovelace, PhD\n+44 20 7946 0958',
      { ...ADA, candidateName: 'Ada Lovelace, PhD' },
    ],
    [
      'a name with particles',
      'Ludwig van der Berg\n+31 20 794 0958',
      { candidateName: 'Ludwig van der Berg', phoneNumber: '+31 20 794 0958' },
    ],
    ['labels', `Name: Ada Lovelace\nTel.: +44 20 7946 0958\nCV: ${LINK}`, { ...ADA, resumeUrl: LINK }],
    ['labels in Spanish', 'Nombre: Ada\nApellidos: Lovelace\nTeléfono: +44 20 7946 0958', ADA],
    ['a label without a colon', 'Ada Lovelace\nMobile +44 20 7946 0958', ADA],
    ['a label of one letter', 'Ada Lovelace | M: +44 20 7946 0958 | F: +44 20 7946 0959', ADA],
    [
      'the name of a job',
      'Name: Ada Lovelace\nJob: Backend engineer',
      { candidateName: 'Ada Lovelace', jobDescriptionId: JOB },
    ],
    [
      'a signature',
      'Hi Robin,\nplease find my resume attached.\n\nBest regards,\nAda Lovelace\nSenior Engineer | Analytical Engines Ltd\n12 St James Square, London SW1Y 4JH\nT: +44 20 7946 0958\nada@example.com\nwww.example.com\nhttps://www.linkedin.com/in/ada',
      { ...ADA, resumeUrl: 'https://www.linkedin.com/in/ada' },
    ],
    [
      'a signature in German',
      'Mit freundlichen Grüßen\nZoë Müller\nEntwicklerin\nMobil: 0151 / 123 456 78\nFax: 030 1234567',
      { candidateName: 'Zoë Müller', phoneNumber: '0151 / 123 456 78' },
    ],
    ['a signature behind dashes', '-- \nAda Lovelace\nHead of Engines\n+44 20 7946 0958', ADA],
    ['a quoted mail', '> Ada Lovelace\n> +44 20 7946 0958', ADA],
    ['an address of a mail', 'Ada Lovelace <ada.lovelace@example.com>\n+44 20 7946 0958', ADA],
    ['a mailto link', 'Analytical Engines\nmailto:lovelace@example.com\nAda Lovelace\n+44 20 7946 0958', ADA],
    ['a tel link', 'Ada Lovelace\ntel:+442079460958', { ...ADA, phoneNumber: '+442079460958' }],
    [
      'a contact',
      'BEGIN:VCARD\nVERSION:3.0\nN:Lovelace;Ada;;;\nFN:Ada Lovelace\nORG:Analytical Engines\nTEL;TYPE=CELL:+44 20 7946 0958\nTEL;TYPE=WORK,FAX:+44 20 7946 0959\nEMAIL:ada@example.com\nURL:https://www.linkedin.com/in/\n ada\nEND:VCARD',
      { ...ADA, resumeUrl: 'https://www.linkedin.com/in/ada' },
    ],
    [
      'a contact without the full name',
      'BEGIN:VCARD\nVERSION:2.1\nN:Lovelace;Ada;;;\nTEL;CELL:+44 20 7946 0958\nEND:VCARD',
      ADA,
    ],
    [
      'a chat of one person',
      `[24/11/2026, 10:15:03] Ada Lovelace: hello\n[24/11/2026, 10:16:40] Ada Lovelace: my number is +44 20 7946 0958 and my CV ${LINK}`,
      { ...ADA, resumeUrl: LINK },
    ],
    [
      'a chat in the other format',
      `24.11.26, 10:15 - Ada Lovelace: ${LINK}`,
      { candidateName: 'Ada Lovelace', resumeUrl: LINK },
    ],
    [
      'labels above their values',
      'Candidate\nAda Lovelace\nMobile\n+44 20 7946 0958 (private)\nEmail\nada@example.com\nPosition\nBackend engineer',
      { ...ADA, jobDescriptionId: JOB },
    ],
    [
      'a signature in Spanish, with a profile',
      'Un saludo,\nLucía Fernández de la Vega\nDesarrolladora\nMóvil: +34 612 34 56 78\nLinkedIn: https://www.linkedin.com/in/lucia',
      {
        candidateName: 'Lucía Fernández de la Vega',
        phoneNumber: '+34 612 34 56 78',
        resumeUrl: 'https://www.linkedin.com/in/lucia',
      },
    ],
    [
      'a signature in Russian',
      'С уважением,\nИван Петров\nТел.: +7 495 123-45-67',
      { candidateName: 'Иван Петров', phoneNumber: '+7 495 123-45-67' },
    ],
    [
      'a signature in Polish',
      'Pozdrawiam serdecznie\nAgnieszka Wójcik\ntel. kom. +48 601 234 567\nNIP 123-456-78-90',
      { candidateName: 'Agnieszka Wójcik', phoneNumber: '+48 601 234 567' },
    ],
    [
      'a nickname in quotes',
      'Thanks,\nRobert "Bob" O’Neil\n(202) 555-0143 ext. 12 | bob@example.com',
      { candidateName: 'Robert "Bob" O’Neil', phoneNumber: '(202) 555-0143 ext. 12' },
    ],
    ['hidden marks of direction', '\u202aAda Lovelace\u202c\n\u200e\u2066+44 20 7946 0958\u2069', ADA],
    ['spaces that do not break', 'Ada\u00a0Lovelace\n+44\u00a020\u00a07946\u00a00958', ADA],
    [
      'a number with an extension, as written',
      'Ada Lovelace\n+44 20 7946 0958 ext. 12',
      { ...ADA, phoneNumber: '+44 20 7946 0958 ext. 12' },
    ],
    ['the number that is repeated', 'Ada Lovelace\n+44 20 7946 0958\n+442079460958', ADA],
    ['signs before the lines', 'Ada Lovelace (she/her)\n📞 +44 20 7946 0958\n✉ ada@example.com', ADA],
    ['what somebody is behind a dash', 'Ada Lovelace – Senior Engineer\n☎ +44 20 7946 0958', ADA],
    ['a table in Markdown', '| Name | Phone |\n|---|---|\n| Ada Lovelace | +44 20 7946 0958 |', ADA],
    ['names in capitals', 'ADA LOVELACE\n+44 20 7946 0958', { ...ADA, candidateName: 'ADA LOVELACE' }],
    [
      'Cyrillic',
      'Имя: Анна Иванова\nТелефон: +7 912 345-67-89',
      { candidateName: 'Анна Иванова', phoneNumber: '+7 912 345-67-89' },
    ],
    [
      'Greek',
      'Μαρία Παπαδοπούλου\n+30 21 0123 4567',
      { candidateName: 'Μαρία Παπαδοπούλου', phoneNumber: '+30 21 0123 4567' },
    ],
    [
      'Arabic with its own digits',
      'الاسم: ليلى حداد\nالهاتف: ‎+٩٧١ ٥٠ ١٢٣ ٤٥٦٧',
      { candidateName: 'ليلى حداد', phoneNumber: '+971 50 123 4567' },
    ],
    ['Hebrew', 'דנה כהן\n+972 50-123-4567', { candidateName: 'דנה כהן', phoneNumber: '+972 50-123-4567' }],
    ['Chinese', '李小龙\n+86 138 0013 8000', { candidateName: '李小龙', phoneNumber: '+86 138 0013 8000' }],
    [
      'Japanese with full-width digits',
      '氏名：山田太郎\n電話：＋８１ ９０ １２３４ ５６７８',
      { candidateName: '山田太郎', phoneNumber: '+81 90 1234 5678' },
    ],
    [
      'Korean',
      '이름\t김철수\n전화\t+82 10-1234-5678',
      { candidateName: '김철수', phoneNumber: '+82 10-1234-5678' },
    ],
    ['Hindi', 'प्रिया शर्मा\n+91 98765 43210', { candidateName: 'प्रिया शर्मा', phoneNumber: '+91 98765 43210' }],
    [
      'a number without its country code',
      'Ada Lovelace\n(202) 555-0143',
      { candidateName: 'Ada Lovelace', phoneNumber: '(202) 555-0143' },
    ],
  ])('%s', (_what, text, expected) => {
    expect(fields(text)).toEqual(expected);
  });

  test('a number alone on its line that only the default country makes sure', () => {
    expect(fields('Ada Lovelace\n2025550143', 'US')).toEqual({
      candidateName: 'Ada Lovelace',
      phoneNumber: '2025550143',
    });
    expect(fields('Ada Lovelace\n2025550143')).toEqual({ candidateName: 'Ada Lovelace' });
    expect(fields('Élodie Dupré\n06 12 34 56 78', 'FR')).toMatchObject({ phoneNumber: '06 12 34 56 78' });
  });
});

describe('of one person, leaves out', () => {
  const name = { candidateName: 'Ada Lovelace' };
  test.each([
    ['a birthday', 'Ada Lovelace\n10.12.1815'],
    ['a birthday in the form of ISO 8601', 'Ada Lovelace\n1815-12-10'],
    ['a birthday with slashes', 'Ada Lovelace\n12/10/1815'],
    ['years', 'Ada Lovelace\n2018 - 2022'],
    ['an ID', 'Ada Lovelace\n4711081512'],
    ['a labelled ID', 'Ada Lovelace\nApplicant ID: 0815 471 1234'],
    ['a bank account', 'Ada Lovelace\nDE89 3704 0044 0532 0130 00'],
    ['a card number', 'Ada Lovelace\n4111 1111 1111 1111'],
    ['a fax', 'Ada Lovelace\nFax: +44 20 7946 0958'],
    ["the recruiter's phone", 'Name: Ada Lovelace\nRecruiter phone: +44 20 7946 0958'],
    ['the website of a company', 'Ada Lovelace\nhttps://www.example.com'],
    ['a company on LinkedIn', 'Ada Lovelace\nsome words\nhttps://www.linkedin.com/company/example'],
    ['one of several documents', 'Ada Lovelace\nexample.com/a.pdf\nexample.com/b.pdf'],
    ['a job that the Library does not have', 'Name: Ada Lovelace\nJob: Astronaut'],
  ])('%s', (_what, text) => {
    expect(fields(text)).toEqual(name);
  });

  test.each([
    ['a name that could be any line', 'I met somebody yesterday\nwho called from\n+44 20 7946 0958'],
    ['the recruiter who is greeted', 'Hi Robin,\nmy number is +44 20 7946 0958'],
    ['names divided by a comma and no quotes', 'Lovelace,Ada,+44 20 7946 0958'],
  ])('%s', (_what, text) => {
    expect(fields(text)).toEqual({ phoneNumber: ADA.phoneNumber });
  });

  test('a number among several, which a person has to choose', () => {
    const signature = 'Ada Lovelace\nTel.: +44 20 7946 0958\nMobile: +44 7700 900123';
    expect(person(signature)).toEqual({ fields: name, phones: ['+44 20 7946 0958', '+44 7700 900123'] });
    expect(person('Ada Lovelace\nPhone: +44 20 7946 0958 / +44 7700 900123')).toMatchObject({
      phones: ['+44 20 7946 0958', '+44 7700 900123'],
    });
    expect(person('Name\tPhone\tMobile\nAda Lovelace\t+44 20 7946 0958\t+44 7700 900123')).toMatchObject({
      phones: ['+44 20 7946 0958', '+44 7700 900123'],
    });
  });

  test('all of a chat of several people', () => {
    const chat = '24.11.26, 10:15 - Robin: your number?\n24.11.26, 10:16 - Ada Lovelace: +44 20 7946 0958';
    expect(read(chat)).toBeNull();
  });
});

describe('a single value has one field at most', () => {
  test.each([
    ['Ada Lovelace', { candidateName: 'Ada Lovelace' }],
    ['+44 20 7946 0958', { phoneNumber: '+44 20 7946 0958' }],
    [LINK, { resumeUrl: LINK }],
    [JOB, { jobDescriptionId: JOB }],
    ['general-screening', {}],
    ['Lovelace, Ada', { candidateName: 'Ada Lovelace' }],
    ['Please call after five.', {}],
    ['', null],
    ['   \n ', null],
  ])('%s', (text, expected) => {
    expect(fields(text)).toEqual(expected);
  });
});

describe('several people', () => {
  const count = (text: string) => {
    const pasted = read(text);
    return pasted?.kind === 'people' ? pasted.count : pasted;
  };

  test.each([
    ['rows of a spreadsheet', 'Ada Lovelace\t+44 20 7946 0958\nGrace Hopper\t+1 202 555 0143', 2],
    ['rows below headers', 'Name,Phone\nAda,+442079460958\nGrace,+12025550143\nMary,+12025550144', 3],
    ['lines with a number each', 'Ada Lovelace +44 20 7946 0958\nGrace Hopper: +1 202 555 0143', 2],
    ['rows of which one lacks its number', 'Ada Lovelace\t+44 20 7946 0958\nGrace Hopper\t', 2],
    [
      'lines of which one lacks its number',
      'Ada Lovelace +44 20 7946 0958\nMary Somerville\nGrace Hopper +1 202 555 0143',
      3,
    ],
    ['paragraphs', 'Ada Lovelace\n+44 20 7946 0958\n\nGrace Hopper\n+1 202 555 0143', 2],
  ])('in %s are counted', (_what, text, expected) => {
    expect(count(text)).toBe(expected);
  });

  test('are handed to an import as a table', () => {
    const rows = 'Ada Lovelace\t+44 20 7946 0958\nGrace Hopper\t+1 202 555 0143';
    expect(read(rows)).toEqual({ kind: 'people', count: 2, table: rows });
    const cards = ['Ada Lovelace', 'Grace Hopper'].map(
      (each, at) => `BEGIN:VCARD\nFN:${each}\nTEL:+1202555014${at}\nEND:VCARD`,
    );
    expect(read(cards.join('\n'))).toEqual({
      kind: 'people',
      count: 2,
      table:
        'Candidate name\tPhone number\tResume link\nAda Lovelace\t+12025550140\t\nGrace Hopper\t+12025550141\t',
    });
  });
});
