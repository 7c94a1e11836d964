import { parsePhoneNumberFromString } from 'libphonenumber-js/max/es6';
import { madeUpPerson } from '../made-up-people.ts';
import { SeededRandom } from '../seeded-random.ts';

/** A list of candidates as a file, and what is in it. */
export interface MadeUpList {
  readonly csv: string;
  readonly rows: number;
  /** Rows that can be queued: the others are wrong or the second of somebody. */
  readonly good: number;
}

/** Of a hundred rows so many are wrong, and so many name a number that stands above already. */
const WRONG = 0.02;
const TWICE = 0.02;

const JOBS = [1, 2, 3, 4, 5].map((nth) => `123e4567-e89b-12d3-a456-42661417400${nth}`);
const QUESTIONNAIRES = ['general-v1', 'engineering-v3', 'care-v1'];
const REMARKS = ['', '', '', 'applied twice', 'speaks Dutch, too', 'wants "part time"', 'ab März verfügbar'];

/** A CSV of so many candidates of several scripts, with columns beside those that are needed. */
export function madeUpList(rows: number, seed = 17): MadeUpList {
  const random = new SeededRandom(seed);
  const phones = new Set<string>();
  const known: string[] = [];
  const lines = ['Candidate name,E-mail,Phone number,Resume link,Job description,Questionnaire,Remarks'];
  for (let row = 0; row < rows; row += 1) {
    const { name, phone } = unknownPerson(random, phones);
    const link = `https://files.example.com/resumes/${random.hex(16)}.pdf`;
    const candidate = { name, phone, link };
    if (random.chance(WRONG)) lines.push(lineOf(random, wrong(random, candidate)));
    else if (known.length > 0 && random.chance(TWICE))
      lines.push(lineOf(random, { ...candidate, phone: random.one(known) }));
    else {
      known.push(phone);
      lines.push(lineOf(random, { ...candidate, phone: written(random, phone) }));
    }
  }
  return { csv: `${lines.join('\r\n')}\r\n`, rows, good: known.length };
}

interface Candidate {
  readonly name: string;
  readonly phone: string;
  readonly link: string;
}

function unknownPerson(random: SeededRandom, phones: Set<string>): { name: string; phone: string } {
  for (;;) {
    const { name, phone } = madeUpPerson(random);
    if (phones.has(phone) || !isUsual(phone)) continue;
    phones.add(phone);
    return { name: name.replaceAll('-', ' '), phone };
  }
}

/** Handed out by its country, and with no second reading: such a number would wait for a person. */
function isUsual(phone: string): boolean {
  const parsed = parsePhoneNumberFromString(phone, { extract: false });
  if (!parsed?.isValid()) return false;
  return !parsed.nationalNumber.startsWith(parsed.countryCallingCode);
}

/** The same number as people write it. */
function written(random: SeededRandom, phone: string): string {
  const way = random.next();
  if (way < 0.5) return phone;
  const spaced = phone.replace(/^(\+\d{1,2})(\d{3})(\d{3})/, '$1 $2 $3 ');
  if (way < 0.7) return spaced;
  if (way < 0.85) return spaced.replaceAll(' ', '-');
  return phone.replace('+', '00');
}

function wrong(random: SeededRandom, candidate: Candidate): Candidate {
  return random.one([
    { ...candidate, phone: candidate.phone.slice(3) },
    { ...candidate, phone: 'will follow' },
    { ...candidate, phone: candidate.phone.slice(0, 6) },
    { ...candidate, name: '' },
    { ...candidate, link: 'see attachment' },
  ]);
}

function lineOf(random: SeededRandom, { name, phone, link }: Candidate): string {
  const mail = `${random.hex(8)}@mail.example`;
  const cells = [
    name,
    mail,
    phone,
    link,
    random.one(JOBS),
    random.frequent(QUESTIONNAIRES),
    random.one(REMARKS),
  ];
  return cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
}
