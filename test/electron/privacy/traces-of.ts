import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { folded } from '../../../electron/storage/requests/folded.ts';
import { readAnswer } from '../../../electron/storage/requests/stored-answer.ts';

/**
 * Where bytes of these texts stand in any file of a folder, in every form in which a program may write them, and inside the
 * packed answers of the database. Give texts, or parts of them, that nothing else holds.
 */
export function tracesOf(folder: string, texts: readonly string[]): string[] {
  const needles = texts.flatMap((text) =>
    formsOf(text).flatMap((form) => {
      const wide = Buffer.from(form, 'utf16le');
      return [Buffer.from(form), wide, Buffer.from(wide).swap16()].map((bytes) => ({ text, bytes }));
    }),
  );
  const found = new Set<string>();
  for (const file of filesIn(folder)) {
    const content = readFileSync(file);
    for (const { text, bytes } of needles) {
      if (content.includes(bytes)) found.add(`${relative(folder, file)}: ${text}`);
    }
    if (!file.endsWith('callboard.db')) continue;
    for (const answer of answersIn(file)) {
      for (const text of texts)
        if (formsOf(text).some((form) => answer.includes(form))) found.add(`an answer: ${text}`);
    }
  }
  return [...found].toSorted();
}

/** In any case, folded, taken apart, escaped as JSON does it, percent-encoded, and the digits of a number alone. */
export function formsOf(text: string): readonly string[] {
  const digits = text.replaceAll(/\D/g, '');
  const cases = [text, text.toLowerCase(), text.toUpperCase(), folded(text)];
  const written = [...cases, ...cases.map((each) => each.normalize('NFD'))];
  const inNumbers = (whole: string): string =>
    whole.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [
    ...new Set([
      ...written,
      ...written.map((each) => JSON.stringify(each).slice(1, -1)),
      ...written.map(inNumbers),
      ...written.map((each) =>
        inNumbers(each).replaceAll(/\\u[0-9a-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`),
      ),
      ...written.map(encodeURIComponent),
      ...written.map((each) => encodeURIComponent(each).toLowerCase()),
      ...written.map((each) => encodeURIComponent(each).replaceAll('%20', '+')),
      ...(digits.length >= 7 ? [digits] : []),
    ]),
  ];
}

export function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function answersIn(file: string): string[] {
  using db = new DatabaseSync(file, { readOnly: true });
  return db
    .prepare('SELECT row FROM answers')
    .all()
    .map(({ row }) => readAnswer(db, Number(row)) ?? '');
}
