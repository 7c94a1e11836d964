import type { ImportField } from '../../../shared/import-problems.ts';
import type { LibraryEntry, LibraryKind } from '../../../shared/library.ts';
import { plainCharacters } from '../../../shared/phone-number.ts';
import { isUuidShaped, submissionInput, withWebScheme } from '../../../shared/submission.ts';
import { parseTypedPhone } from '../../../shared/typed-phone.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import { entryNamed } from '../../parts/matching.ts';
import { canonicalHeader, KNOWN_NAMES } from '../import/header-words.ts';
import { countMatched, HEADER_SEARCH_ROWS, matchHeaders, type TableRow } from '../import/match-headers.ts';
import { parseTable } from '../import/source-rows.ts';

/** The fields of New request that a pasted text can fill. */
export type PastedFields = Partial<Record<Exclude<ImportField, 'noticeOn'>, string>>;

/** One person in a pasted text: only what is sure. */
export interface PastedPerson {
  readonly fields: PastedFields;
  /** The phone numbers, if there are several and a person has to choose. */
  readonly phones: readonly string[];
}

/** What a pasted text has: `people` are the rows of an import, as a table; null for a text that tells nothing. */
export type Pasted =
  | { readonly kind: 'person'; readonly person: PastedPerson }
  | { readonly kind: 'people'; readonly count: number; readonly table: string }
  | null;

export interface PasteContext {
  /** ISO 3166, for numbers without a country code; null if the workspace has none. */
  readonly defaultCountry: string | null;
  readonly library: readonly LibraryEntry[];
}

/** A value and what stands before it: the name of its column, `Tel.:`; an empty label for a value alone. */
interface Line {
  readonly label: string;
  readonly value: string;
}

/**
 * Reads a row of a spreadsheet, a signature, a contact (vCard) or any lines about a person. Columns and labels
 * are those that imports know; without one, only what can mean nothing else is read.
 */
export function readPasted(pasted: string, context: PasteContext): Pasted {
  const text = withoutStamps(
    pasted.replace(UNSEEN, '').replace(PRONOUNS, '').replace(/\r\n?/g, '\n').replace(RULE_OF_TABLE, ''),
  ).replace(/^\s+|[ \n]+$/g, '');
  if (text === '') return null;
  const cards = linesOfCards(text);
  const table = cards ? null : tableIn(text, context);
  if (table && table.length > 1) return { kind: 'people', count: table.length, table: text };
  if (!table && text.length > LONGEST) return null;
  const groups = cards ?? table ?? groupsIn(text, context);
  const people = groups.map((lines) => personIn(lines, context));
  const [person, another] = people;
  if (!person) return null;
  return another
    ? { kind: 'people', count: people.length, table: asTable(people) }
    : { kind: 'person', person };
}

/** Marks that change how a text is shown, not what it says: direction, soft hyphens, byte order. */
const UNSEEN = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** `(she/her)` behind a name. */
const PRONOUNS = /[ \t]*\((?:she|he|they|sie|er|elle|il|ella|él|hij|zij)\b[^)\n]*\)/giu;

/** `|---|---|` below the names of columns in Markdown. */
const RULE_OF_TABLE = /^\s*\|[\s:|-]+\|\s*\n/gm;

/** `[24.11.26, 10:15:03] Ada Lovelace: …` and `24/11/2026, 10:15 - Ada Lovelace: …`, as WhatsApp exports chats. */
const MESSAGE =
  /^\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?\]?\s*(?:[-–]\s*)?(?:~\s*)?([^:\n]{1,60}):\s/gim;

/** A chat as what its only sender wrote, below their name; nothing of a chat of several people. */
function withoutStamps(text: string): string {
  const [sender, another] = new Set([...text.matchAll(MESSAGE)].map(([, name]) => name));
  if (another !== undefined) return '';
  return sender === undefined ? text : `${sender}\n${text.replace(MESSAGE, '')}`;
}

const TABLE_FIELDS = ['candidateName', 'phoneNumber', 'resumeUrl'] as const;

function asTable(people: readonly PastedPerson[]): string {
  const rows = people.map(({ fields }) => TABLE_FIELDS.map((field) => fields[field] ?? '').join('\t'));
  return [TABLE_FIELDS.map((field) => FIELD_LABELS[field]).join('\t'), ...rows].join('\n');
}

/** Rows of a long table that say whether it is one of people. */
const SAMPLE_ROWS = 50;

/** Characters of a text without columns; a longer one is about more than somebody's details. */
const LONGEST = 50_000;

/** The rows of a table, each with its columns' names as labels; null for any other text. */
function tableIn(text: string, context: PasteContext): readonly (readonly Line[])[] | null {
  const rows = [...parseTable([text])].flat();
  const cellsOf = ({ cells }: TableRow) => cells.map((cell) => cell.trim());
  if (rows.some(({ cells }) => cells.length < 2)) return null;
  // With a label beside each value, they are lines.
  if (rows.every(({ cells: [label = ''] }) => isHeader(label))) return null;
  const headerAt = rows
    .slice(0, HEADER_SEARCH_ROWS)
    .findIndex(({ cells }) => countMatched(matchHeaders(cells)) > 1);
  if (headerAt >= 0) {
    const labels = rows[headerAt]?.cells ?? [];
    return rows
      .slice(headerAt + 1)
      .map((row) => cellsOf(row).map((value, at) => ({ label: labels[at] ?? '', value })));
  }
  const people = rows.map((row) => {
    const cells = joinedNames(cellsOf(row), text);
    const [name, another] = cells.filter(isName);
    const isNamed = (value: string) => another === undefined && value === name;
    return cells.map((value) => (isNamed(value) ? { label: 'Name', value } : labelled(value)));
  });
  const isPerson = (lines: readonly Line[]) =>
    lines.some(({ label }) => label === 'Name') || contactsIn(lines, context).length > 0;
  const some = people.slice(0, SAMPLE_ROWS);
  return some.some((lines) => contactsIn(lines, context).length > 0) && some.every(isPerson) ? people : null;
}

/** First and last name in the first two cells of a spreadsheet as one; with a comma between, the last may come first. */
function joinedNames([first = '', second = '', ...rest]: readonly string[], text: string): readonly string[] {
  const areParts =
    text.includes('\t') && [first, second].every((part) => /^\p{L}[\p{L}\p{M}'’.-]*$/u.test(part));
  return areParts && !rest.some(isName) ? [`${first} ${second}`, ...rest] : [first, second, ...rest];
}

/** The lines of each person: paragraphs or lines with a number each, or else the whole text as one. */
function groupsIn(text: string, context: PasteContext): readonly (readonly Line[])[] {
  for (const separator of [/\n\s*\n/, /\n/]) {
    const groups = text.split(separator).map(linesOf);
    const told = groups.map((lines) => {
      const { candidateName, phoneNumber } = personIn(lines, context).fields;
      return [candidateName, phoneNumber].filter((value) => value !== undefined).length;
    });
    // Nobody is left out because their number isn't there.
    if (told.filter((count) => count === 2).length > 1) return groups.filter((_, at) => told[at] !== 0);
  }
  return [linesOf(text)];
}

/** The contacts of a text as phones and mail programs share them (RFC 6350, and the versions before); null for other texts. */
function linesOfCards(text: string): readonly (readonly Line[])[] | null {
  return text.match(/^BEGIN:VCARD$.*?^END:VCARD$/gims)?.map(linesOfCard) ?? null;
}

function linesOfCard(card: string): readonly Line[] {
  const lines = card.replace(/\n[ \t]/g, '').split('\n');
  const hasFullName = lines.some((line) => /^FN[;:]/i.test(line));
  return lines.flatMap((line): readonly Line[] => {
    const [, name = '', kind = '', escaped = ''] = /^(?:item\d+\.)?([a-z-]+)([^:]*):(.*)$/i.exec(line) ?? [];
    if (/QUOTED-PRINTABLE/i.test(kind)) return [];
    const value = escaped.replace(/\\n/gi, ' ').replace(/\\(.)/g, '$1').trim();
    switch (name.toUpperCase()) {
      case 'FN':
        return [{ label: 'Name', value }];
      case 'N':
        return hasFullName ? [] : [{ label: 'Name', value: value.split(';', 2).reverse().join(' ') }];
      case 'TEL':
        return [{ label: /fax/i.test(kind) ? 'Fax' : /cell/i.test(kind) ? 'Mobile' : 'Phone', value }];
      case 'URL':
        return [{ label: '', value }];
      default:
        return [];
    }
  });
}

/** What signatures shorten. */
const LETTERS: Readonly<Record<string, string>> = {
  t: 'Tel',
  m: 'Mobile',
  p: 'Phone',
  c: 'Cell',
  f: 'Fax',
};

function linesOf(text: string): readonly Line[] {
  return text
    .split(/\n|\s*[|•·]\s*|\t+|\s{3,}|(?<=\p{L})\s+[–—-]\s+(?=\p{L})/u)
    .map((piece) => piece.replace(/^[^\p{L}\p{N}+(<"“-]+|^[-*]\s+/u, '').trim())
    .filter((piece) => piece !== '')
    .flatMap((piece, at, pieces): readonly Line[] => {
      const above = pieces[at - 1] ?? '';
      if (isHeader(above) && !isHeader(piece)) return [{ label: withoutColon(above), value: piece }];
      return isHeader(piece) ? [] : [labelled(piece)];
    });
}

/** Whether a line has nothing but what imports know as a column's name: it is the label of the line below. */
function isHeader(piece: string): boolean {
  return countMatched(matchHeaders([withoutColon(piece)])) > 0;
}

function withoutColon(label: string): string {
  return label.replace(/\s*[:：]\s*$/, '');
}

/** `Tel.: +49 …`, `Mobile +49 …`; a name before a number is no label, nor is the scheme of a link. */
function labelled(piece: string): Line {
  const [, before = '', behind = ''] =
    /^(\p{L}[^:：=\d+]{0,40}?)\s*[:：=]\s*(?!\/\/)(\S.*)$/u.exec(piece) ?? [];
  const label = LETTERS[before.toLowerCase()] ?? before;
  if (/^tel$/i.test(label) && behind.startsWith('+')) return { label: '', value: behind };
  if (/^mailto$/i.test(label) || (isName(label) && !isHeader(label))) return { label: '', value: piece };
  // Whatever else a page calls a link, it is not said whose.
  if (/^(?:url|link|web|website)$/i.test(label) || PROFILE.test(behind)) return { label: '', value: behind };
  if (label !== '') return { label, value: behind };
  const [, word = '', number = ''] = /^(\p{L}[\p{L}\p{M}\s.()'-]{0,30}?)[\s.]*([+(\d].*)$/u.exec(piece) ?? [];
  const known = LETTERS[word.toLowerCase()] ?? word;
  return isPhoneLabel(known) ? { label: known, value: number } : { label: '', value: piece };
}

function isPhoneLabel(label: string): boolean {
  return KNOWN_NAMES.phoneNumber.includes(canonicalHeader(label));
}

function personIn(lines: readonly Line[], context: PasteContext): PastedPerson {
  const known = lines.filter(({ label }) => label !== '');
  const free = lines
    .filter(({ label }) => label === '')
    .map(({ value }) => partsOf(value, context, lines.length));
  const row: TableRow = { number: 1, cells: known.map(({ value }) => value), brokenQuote: false };
  const mapping = matchHeaders(
    known.map(({ label }) => label),
    [row],
  );
  const valuesOf = (field: keyof PastedFields) => {
    const source = mapping[field];
    return 'columns' in source
      ? source.columns.map((at) => known[at]?.value.trim() ?? '').filter(Boolean)
      : [];
  };
  const sureOf = (field: keyof PastedFields) => (mapping[field].from === 'columns' ? valuesOf(field) : []);
  const named = sureOf('candidateName').join(' ');
  const numbers = valuesOf('phoneNumber').flatMap((value) => phonesIn(value, true, context));
  const phones = distinct(numbers.length > 0 ? numbers : free.flatMap((parts) => parts.phones));
  const [link = ''] = sureOf('resumeUrl').flatMap((value) => partsOf(value, context, 2).links);
  const job = idOf('job_description', valuesOf('jobDescriptionId'), context);
  const questionnaire = idOf('questionnaire', valuesOf('questionnaireTemplateId'), context);
  const jobs = distinct(free.flatMap((parts) => parts.jobs));
  const isRead = free.every(({ rest }, at) => rest === '' || (at === 0 && isName(rest)));
  const values = {
    candidateName: /[\d:@/]/.test(named) ? '' : written(named) || nameIn(free),
    phoneNumber: phones.length === 1 ? phones[0] : '',
    resumeUrl: link || resumeAmong(distinct(free.flatMap((parts) => parts.links)), isRead),
    jobDescriptionId: job || (jobs.length === 1 ? jobs[0] : ''),
    questionnaireTemplateId: questionnaire,
  };
  const fields = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  return { fields, phones: phones.length > 1 ? phones : [] };
}

function distinct(texts: readonly string[]): readonly string[] {
  const key = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  return texts.filter((text, at) => texts.findIndex((other) => key(other) === key(text)) === at);
}

/** The ID of a Library entry that the text names, or the ID that it is. */
function idOf(kind: LibraryKind, [text = '', another]: readonly string[], { library }: PasteContext): string {
  if (another !== undefined) return '';
  const entries = library.filter((entry) => entry.kind === kind);
  const isKnown = isUuidShaped(text) || entries.some(({ serviceId }) => serviceId === text);
  return isKnown ? text : (entryNamed(entries, text)?.serviceId ?? '');
}

/** What a value without a label holds, and what is left of it. */
interface Parts {
  readonly mails: readonly string[];
  readonly links: readonly string[];
  readonly jobs: readonly string[];
  readonly phones: readonly string[];
  readonly rest: string;
}

const MAIL = /<?(?:mailto:)?([^\s<>@:;,()]+)@[^\s<>@,;]+\.[\p{L}]{2,}>?/giu;

function partsOf(value: string, context: PasteContext, lines: number): Parts {
  const mails: string[] = [];
  const links: string[] = [];
  const jobs: string[] = [];
  const words = value
    .replace(MAIL, (_, local: string) => {
      mails.push(local);
      return ' ';
    })
    .split(/\s+/)
    .filter((word) => {
      const bare = word.replace(/^[<([{"'“„]+|[>)\]}"'”.,;!?]+$/gu, '');
      const isLink = withWebScheme(bare) !== bare || /^https?:/i.test(bare);
      if (isLink && submissionInput.shape.resumeUrl.safeParse(bare).success) links.push(withWebScheme(bare));
      else if (isUuidShaped(bare)) jobs.push(bare);
      else return true;
      return false;
    });
  const rest = words.join(' ');
  const phones = phonesIn(rest, false, context);
  const without = phones.reduce((text, phone) => text.replace(phone, ' '), plainCharacters(rest));
  const left = phones.length === 0 ? rest : without.replace(/^[\s,;:–-]+|[\s,;:(–-]+$/g, '').trim();
  // A number behind other words may be anything, unless it says its country.
  const areSure = lines === 1 || left === '' || isName(left);
  return {
    mails,
    links,
    jobs,
    phones: areSure ? phones : phones.filter((phone) => /^\(?\+/.test(phone)),
    rest: left.replace(/^[\s"']+|[\s"',;:]+$/g, ''),
  };
}

/** Digits as people write them, with an extension. */
const NUMBER =
  /(?<![\p{L}\p{N}.])(?:\(?\+|\(?\d)[\d\s()./\p{Pd}]{5,}\d(?:[\s,;]*(?:e?xt(?:ension)?|x|#|durchwahl|dw)[\s.:]*\d{1,7})?(?![\p{L}\p{N}])/giu;
const NO_NUMBER = [
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/,
  /^\d{1,2}([./ -])\s?\d{1,2}\1\s?(?:\d{2}|\d{4})(?!\d|\1\d)/,
  /^(?:19|20)\d{2}\s*\p{Pd}\s*(?:19|20)\d{2}$/u,
];

/** The phone numbers in a text, as written. One without a country code counts behind a label, or if it looks like nothing else. */
function phonesIn(text: string, isLabelled: boolean, { defaultCountry }: PasteContext): readonly string[] {
  const found = plainCharacters(text).match(NUMBER) ?? [];
  return found
    .flatMap((number) => {
      const parts = number.split(/\s*\/\s*|\s{3,}/);
      return parts.length > 1 && parts.every((part) => part.replace(/\D/g, '').length > 6) ? parts : [number];
    })
    .map((number) => number.trim())
    .filter((number) => {
      const digits = number.replace(/\D/g, '').length;
      if (digits < 7 || digits > 20 || NO_NUMBER.some((other) => other.test(number))) return false;
      if (isLabelled || /^\(?(?:\+|00)/.test(number)) return true;
      const isWrittenSo = /^\(?0|^\(?\d{2,4}\)?[\s./-]\s?\d{3}[\s./-]\d{2,4}/.test(number) && digits < 13;
      return isWrittenSo || parseTypedPhone(number, defaultCountry).ok;
    });
}

function contactsIn(lines: readonly Line[], context: PasteContext): readonly string[] {
  const parts = lines.map(({ value }) => partsOf(value, context, lines.length));
  return parts.flatMap(({ phones, links }) => [...phones, ...links]);
}

const PARTICLE =
  /^(?:d[aeiou]?|de[lnr]?|do[s]?|la|le|van|von|und|zu[mr]?|te[nr]|a[fv]|bin|ibn|bint|al|el|y|e|i|of)$/i;
const NO_NAME =
  /(?<!\p{L})(?:hello|hi|dear|hallo|hey|liebe[rn]?|bonjour|profile|engineer\p{L}*|developers?|managers?|director|recruit\p{L}*|consultants?|analyst|designer|architect|specialist|assistant|officer|head|lead|senior|junior|chief|founder|president|sales|marketing|human|resources|talent|team|department|office|company|university|gmbh|ag|kg|inc|ltd|llc|corp|plc|street|road|avenue|stra(?:ß|ss)e|(?:entwickl|ingenieur|leiter|berater|geschäftsführ)\p{L}*|phone|mobile|fax|e-?mail|resume|curriculum|vitae|name|candidates?|applicants?|sent|from|my|ref|reference|invoice|order|id)(?!\p{L})/iu;
const SUFFIX = /^(?:ph\.?d|m\.?d|mba|msc|bsc|ma|ba|jr|sr|ii|iii|cfa|cpa|esq|dipl\p{L}*)\b/iu;

/** Whether a text can hardly be anything but somebody's full name. */
function isName(text: string): boolean {
  if (!/^\p{L}[\p{L}\p{M}'’"“”.,\s\p{Pd}]*$/u.test(text) || text.length > 80) return false;
  if (NO_NAME.test(text) || CLOSING.test(text)) return false;
  const words = text.split(/[\s,"“”]+/).filter((word) => word !== '');
  // In scripts without spaces, one word of a few letters.
  if (words.length === 1) return /^[\p{sc=Han}\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}]{2,6}$/u.test(text);
  return words.length <= 6 && words.every((word) => /^[\p{Lu}\p{Lo}]/u.test(word) || PARTICLE.test(word));
}

/** The name that the address of the mail repeats, or else that of the first line or below a closing. */
function nameIn(parts: readonly Parts[]): string {
  const words = parts.flatMap(({ mails }) => mails).flatMap((mail) => plain(mail).split(/[^\p{L}]+/u));
  const isMailed = (name: string) =>
    plain(name)
      .split(/[^\p{L}]+/u)
      .some((word) => word.length > 2 && words.includes(word));
  const texts = parts.map(({ rest }) => rest).filter((rest) => rest !== '');
  const names = texts.filter(isName);
  const begins = names.find((name) => {
    const above = texts[texts.indexOf(name) - 1];
    return above === undefined || isClosing(above);
  });
  return written(names.find(isMailed) ?? begins ?? '');
}

const CLOSING =
  /(?<!\p{L})(?:regards?|wishes|greetings|sincerely|cheers|thanks?|thank you|gr[uü](?:ß|ss)e?n?|freundlich\p{L}*|cordialement|saludos|saluti|cordiali|groet\p{L}*)(?!\p{L})/iu;

/** What stands above the name in a signature: dashes, known words, or a few that are no title: `Un saludo`, `С уважением`. */
function isClosing(text: string): boolean {
  return (
    /^-+$/.test(text) ||
    CLOSING.test(text) ||
    (/^\p{Lu}\p{Ll}*(?: \p{Ll}+){0,3}$/u.test(text) && !NO_NAME.test(text))
  );
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** As it is said: `Lovelace, Ada` is Ada Lovelace. */
function written(name: string): string {
  const bare = name.replace(/\s+/g, ' ').replace(/^["'\s]+|["'\s,;:]+$/g, '');
  const [, family = '', given = ''] = /^([^,]+), ?([^,]+)$/.exec(bare) ?? [];
  return given === '' || SUFFIX.test(given) ? bare : `${given} ${family}`;
}

const DOCUMENT =
  /\.(?:pdf|docx?|odt|rtf|pages)(?:$|[?#])|resume|lebenslauf|curricul|\bcvs?\b|(?:drive|docs)\.google\.|dropbox\.|sharepoint\.|onedrive|1drv\.ms/i;
const PROFILE = /linkedin\.[a-z]+\/in\/|xing\.[a-z]+\/profile\//i;

/** The link to the resume: the only document or else the only profile; of other links, the only one of a text read entirely. */
function resumeAmong(links: readonly string[], isRead: boolean): string {
  for (const kind of [DOCUMENT, PROFILE]) {
    const [only, another] = links.filter((link) => kind.test(link));
    if (only !== undefined) return another === undefined ? only : '';
  }
  const [only = '', another] = links;
  return isRead && another === undefined && new URL(only || 'https://x').pathname.length > 1 ? only : '';
}
