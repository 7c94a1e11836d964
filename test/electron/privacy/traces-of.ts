import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readAnswer } from '../../../electron/storage/requests/results-backfill.ts';
import { folded } from '../../../electron/storage/requests/search.ts';

/**
 * The files of a folder that contain these texts in any encoding a program may use, and compressed answers of the database
 * that do. The texts must not occur in anything else.
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

/** A text in any case, folded, decomposed, JSON-escaped and percent-encoded, and the bare digits of a number. */
export function formsOf(text: string): readonly string[] {
  const digits = text.replaceAll(/\D/g, '');
  const cases = [text, text.toLowerCase(), text.toUpperCase(), folded(text)];
  const written = [...cases, ...cases.map((each) => each.normalize('NFD'))];
  const unicodeEscaped = (whole: string): string =>
    whole.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [
    ...new Set([
      ...written,
      ...written.map((each) => JSON.stringify(each).slice(1, -1)),
      ...written.map(unicodeEscaped),
      ...written.map((each) =>
        unicodeEscaped(each).replaceAll(/\\u[0-9a-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`),
      ),
      ...written.map(encodeURIComponent),
      ...written.map((each) => encodeURIComponent(each).toLowerCase()),
      ...written.map((each) => encodeURIComponent(each).replaceAll('%20', '+')),
      ...(digits.length >= 7 ? [digits] : []),
    ]),
  ];
}

/** Files that Chromium locks while it runs, so that nobody can read them on Windows. The app puts nothing there. */
const LOCKED_ON_WINDOWS = /^(?:LOCK|lockfile|Cookies(?:-journal)?|Trust Tokens(?:-journal)?)$/;

export function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => process.platform !== 'win32' || !LOCKED_ON_WINDOWS.test(basename(path)));
}

function answersIn(file: string): string[] {
  using db = new DatabaseSync(file, { readOnly: true });
  return db
    .prepare('SELECT row FROM answers')
    .all()
    .map(({ row }) => readAnswer(db, Number(row)) ?? '');
}
