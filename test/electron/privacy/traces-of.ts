import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readAnswer } from '../../../electron/storage/answers/answer-store.ts';

/**
 * Where bytes of these texts stand in any file of a folder: as they are, in lower and upper case, as UTF-16, and inside
 * the packed answers of the database. Give texts, or parts of them, that nothing else holds.
 */
export function tracesOf(folder: string, texts: readonly string[]): string[] {
  const needles = texts.flatMap((text) =>
    [...new Set([text, text.toLowerCase(), text.toUpperCase()])].flatMap((form) => [
      { text, bytes: Buffer.from(form) },
      { text, bytes: Buffer.from(form, 'utf16le') },
    ]),
  );
  const found = new Set<string>();
  for (const file of filesIn(folder)) {
    const content = readFileSync(file);
    for (const { text, bytes } of needles) {
      if (content.includes(bytes)) found.add(`${relative(folder, file)}: ${text}`);
    }
    if (!file.endsWith('callboard.db')) continue;
    for (const answer of answersIn(file)) {
      for (const text of texts) if (answer.includes(text)) found.add(`an answer: ${text}`);
    }
  }
  return [...found].toSorted();
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
