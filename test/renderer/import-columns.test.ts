import { describe, expect, test } from 'vitest';
import { guessColumns, matchHeaders } from '../../renderer/features/import/match-headers.ts';
import { parseTable } from '../../renderer/features/import/source-rows.ts';
import { IMPORT_FIELDS } from '../../shared/import-problems.ts';

const rowsOf = (text: string) => [...parseTable([text])].flat();
const cells = (text: string) => rowsOf(text).map((row) => row.cells);
const columns = (...at: readonly number[]) => ({ from: 'columns', columns: at });

describe('rows', () => {
  test.each([
    ['commas', 'Name,Phone\nAda,+49'],
    ['semicolons', 'Name;Phone\r\nAda;+49\r\n'],
    ['tabs', 'Name\tPhone\rAda\t+49'],
    ['bars', 'Name|Phone\nAda|+49'],
    ["Excel's declaration", 'sep=|\nName|Phone\nAda|+49'],
  ])('are split at %s', (_name, text) => {
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

  test('are split at the delimiter that gives known headers, even with more commas in the texts or below a title', () => {
    expect(cells('Name;Phone\nA, B, C;+49\nD, E, F;+1')[1]).toEqual(['A, B, C', '+49']);
    expect(cells('List, made by HR, 2026\nName;Phone\nA, B;+49')[2]).toEqual(['A, B', '+49']);
  });

  test('are numbered as in a spreadsheet', () => {
    const numbers = rowsOf('Name;Phone\n\nAda;+49\n;;\n"B\nob";+1').map(({ number }) => number);
    expect(numbers).toEqual([1, 3, 5]);
  });

  test('are marked if a quotation mark is not closed', () => {
    const rows = rowsOf('Name,Phone\nAda,+1\n"Bob,+2\nCyd,+3');
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
    ['Russian', ['ФИО', 'Номер телефона', 'Ссылка на резюме', 'Вакансия', 'Анкета']],
    ['Ukrainian', ['Ім’я та прізвище', 'Телефон', 'Посилання на резюме', 'Вакансія', 'Опитувальник']],
    ['Greek', ['Ονοματεπώνυμο', 'Κινητό τηλέφωνο', 'Βιογραφικό', 'Θέση εργασίας', 'Ερωτηματολόγιο']],
    ['Hungarian', ['Név', 'Telefonszám', 'Önéletrajz', 'Munkakör', 'Kérdőív']],
    ['Finnish', ['Nimi', 'Puhelinnumero', 'Ansioluettelo', 'Työtehtävä', 'Kyselylomake']],
    ['Vietnamese', ['Họ và tên', 'Số điện thoại', 'Hồ sơ', 'Vị trí ứng tuyển', 'Bảng câu hỏi']],
    ['Hebrew', ['שם מלא', 'טלפון נייד', 'קורות חיים', 'משרה', 'שאלון']],
    ['Arabic', ['الاسم الكامل', 'رقم الهاتف', 'السيرة الذاتية', 'الوظيفة', 'الاستبيان']],
    ['Thai', ['ชื่อ-นามสกุล', 'เบอร์โทรศัพท์', 'เรซูเม่', 'ตำแหน่งงาน', 'แบบสอบถาม']],
    ['Japanese', ['氏名', '電話番号', '履歴書', '応募職種', '質問票']],
    ['simplified Chinese', ['姓名', '手机号码', '简历', '应聘职位', '问卷']],
    ['traditional Chinese', ['姓名', '手機號碼', '履歷', '應徵職位', '問卷']],
    ['Korean', ['성명', '휴대폰 번호', '이력서', '지원 분야', '질문지']],
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
    expect(IMPORT_FIELDS.slice(0, 5).map((field) => found[field])).toEqual(
      headers.map((_, at) => columns(last - at)),
    );
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
    [
      ['Фамилия', 'Имя'],
      [1, 0],
    ],
    [
      ['Прізвище', "Ім'я"],
      [1, 0],
    ],
    [
      ['Όνομα', 'Επώνυμο'],
      [0, 1],
    ],
    [
      ['Sukunimi', 'Etunimi'],
      [1, 0],
    ],
    [
      ['שם משפחה', 'שם פרטי'],
      [1, 0],
    ],
    [
      ['الاسم الأول', 'اسم العائلة'],
      [0, 1],
    ],
    [
      ['ชื่อ', 'นามสกุล'],
      [0, 1],
    ],
  ])('of a name in parts %j are joined, the first name first', (headers, expected) => {
    expect(matchHeaders(headers).candidateName).toEqual(columns(...expected));
  });

  test.each([
    [
      ['Keresztnév', 'Vezetéknév'],
      [1, 0],
    ],
    [
      ['Tên', 'Họ'],
      [1, 0],
    ],
    [
      ['名', '姓'],
      [1, 0],
    ],
    [
      ['이름', '성'],
      [1, 0],
    ],
  ])(
    'of a name in parts %j are joined, the family name first where people say it first',
    (headers, expected) => {
      expect(matchHeaders(headers).candidateName).toEqual(columns(...expected));
    },
  );

  test.each([
    [
      'Google Contacts',
      'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value',
      { candidateName: columns(0, 2), phoneNumber: columns(17) },
    ],
    [
      'older Google Contacts',
      'Name,Given Name,Additional Name,Family Name,Yomi Name,Name Prefix,Short Name,Maiden Name,Notes,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value',
      { candidateName: columns(1, 3), phoneNumber: columns(11) },
    ],
    [
      'Google Forms',
      'Timestamp,What is your full name?,Your phone number,Please enter your CV link,Email Address',
      { candidateName: columns(1), phoneNumber: columns(2), resumeUrl: columns(3) },
    ],
    [
      'OpenCATS',
      'lastName,firstName,phoneCell,email1,keySkills',
      { candidateName: columns(1, 0), phoneNumber: columns(2) },
    ],
    [
      'LinkedIn',
      'First Name,Last Name,Headline,Location,Current Title,Current Company,Email Address,Phone Number,Profile URL,Active Project,Notes',
      { candidateName: columns(0, 1), phoneNumber: columns(7) },
    ],
  ] as const)('of an export of %s are known', (_program, header, expected) => {
    const headers = header.split(',');
    const known: Readonly<Record<string, string>> = {
      Name: 'Ada Byron',
      'First Name': 'Ada',
      'Given Name': 'Ada',
      'Last Name': 'Byron',
      'Family Name': 'Byron',
      'Phone 1 - Value': '+49 1511 2345678',
      'Your phone number': '+49 1511 2345678',
      'Please enter your CV link': 'https://cv.example/1',
      phoneCell: '+49 1511 2345678',
      'Phone Number': '+49 1511 2345678',
    };
    const row = headers.map((name) => known[name] ?? 'x').join(',');
    expect(matchHeaders(headers, rowsOf(`${header}\n${row}`).slice(1))).toMatchObject(expected);
  });

  test('for an ID are preferred to those for a name', () => {
    expect(matchHeaders(['Job description', 'Job description ID']).jobDescriptionId).toEqual(columns(1));
  });

  test.each([
    ['phoneNumber', ['Phone (work)', 'Phone (private)'], [0, 1]],
    ['phoneNumber', ['Phone number', 'Mobile', 'Home phone'], [0, 1, 2]],
    ['phoneNumber', ['Telefon', 'Handynummer'], [0, 1]],
    ['phoneNumber', ['Téléphone fixe', 'Téléphone portable'], [0, 1]],
    ['phoneNumber', ['Telefonnummer (Festnetz)', 'Telefonnummer (mobil)'], [0, 1]],
    ['phoneNumber', ['Phone 1', 'Phone 2'], [0, 1]],
    ['phoneNumber', ['Contact phone', 'Candidate phone'], [0, 1]],
    ['phoneNumber', ['Recruiter phone', 'Phone'], [0, 1]],
    ['phoneNumber', ['Notfallnummer', 'Mobil'], [0, 1]],
    ['phoneNumber', ['Emergency contact', 'Phone'], [0, 1]],
    ['phoneNumber', ['recruiterPhone', 'phone'], [0, 1]],
    ['candidateName', ['Name', 'Candidate'], [0, 1]],
    ['candidateName', ['Contact name', 'Name'], [0, 1]],
    ['candidateName', ['First name', 'Last name', 'First name', 'Last name'], [0, 1, 2, 3]],
    ['candidateName', ['First name', 'Last name', 'Full name'], [0, 1, 2]],
    ['resumeUrl', ['Resume', 'CV link'], [0, 1]],
    ['resumeUrl', ['CV (old)', 'CV (new)'], [0, 1]],
    ['resumeUrl', ['Resume 1', 'Resume 2'], [0, 1]],
    ['jobDescriptionId', ['Job ID', 'Vacancy ID'], [0, 1]],
    ['questionnaireTemplateId', ['Questionnaire', 'Template'], [0, 1]],
  ] as const)('of %s called %j leave the choice to the user', (field, headers, expected) => {
    expect(matchHeaders(headers)[field]).toEqual({ from: 'several', columns: expected });
  });

  test.each([
    ['a fax number', ['Phone', 'Fax']],
    ['a mail address', ['Phone', 'Contact e-mail', 'Mobile mail']],
  ])('of phones stay unambiguous despite %s', (_what, headers) => {
    expect(matchHeaders(headers).phoneNumber).toEqual(columns(0));
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
  ] as const)('of %s may contain irrelevant words: %s', (field, header) => {
    expect(matchHeaders(['Other', header])[field]).toEqual(columns(1));
  });

  test('of separate name columns may say whose name it is', () => {
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

describe('among several columns for one field', () => {
  const mapped = (text: string) => {
    const [headers, ...rows] = rowsOf(text);
    return matchHeaders(headers?.cells ?? [], rows);
  };

  test('those without fitting values do not count', () => {
    expect(mapped('Name;Phone 1;Phone 2\nAda;;+49 30 123456').phoneNumber).toEqual(columns(2));
    expect(mapped('Name;Phone;Mobile?\nAda;+49 30 123456;yes').phoneNumber).toEqual(columns(1));
    expect(mapped('Phone screen date;Phone\n2026-11-02;+49 30 123456').phoneNumber).toEqual(columns(1));
    expect(mapped('Resume;CV link\nada.pdf;https://cv.example/1').resumeUrl).toEqual(columns(1));
    expect(mapped('Candidate;Name\n4711;Ada').candidateName).toEqual(columns(1));
  });

  test('one that repeats another does not count', () => {
    expect(mapped('Phone;Telephone\n+49 30 123456;+4930123456').phoneNumber).toMatchObject({
      from: 'columns',
    });
    expect(mapped('First name;Last name;Full name\nAda;Lovelace;Lovelace, Ada').candidateName).toEqual(
      columns(0, 1),
    );
    expect(mapped('First name;Last name;Name\nAda;Lovelace;Engineer').candidateName).toMatchObject({
      from: 'several',
    });
  });

  test('one with an unrelated name counts if it holds phone numbers', () => {
    expect(mapped('Name;Phone;Referred by\nAda;+49 30 123456;+49 30 654321').phoneNumber).toEqual({
      from: 'several',
      columns: [1, 2],
    });
    expect(mapped('Name;Phone;Fax\nAda;+49 30 123456;+49 30 654321').phoneNumber).toEqual(columns(1));
  });

  test('none is chosen automatically, even without column names', () => {
    const rows = rowsOf('Ada Lovelace;+49 30 123456;+49 1511 2345678\nBob Ross;+49 30 123457;');
    expect(guessColumns(rows)).toMatchObject({
      candidateName: columns(0),
      phoneNumber: { from: 'several', columns: [1, 2] },
    });
    const names = rowsOf('Ada Lovelace;Rita Recruiter;+49 30 123456\nBob Ross;Rita Recruiter;+49 30 123457');
    expect(guessColumns(names).candidateName).toEqual({ from: 'several', columns: [0, 1] });
  });
});

test('columns without names are guessed from their values', () => {
  const rows = rowsOf(
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
