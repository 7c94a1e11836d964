import { type ImportField, type ImportProblem, importProblem } from '../../../../shared/import-problems.ts';
import { decodeProblem } from '../../../../shared/input-problems.ts';
import { isUuidShaped, submissionInput } from '../../../../shared/submission.ts';
import { hasLostLetters } from './garbled-text.ts';
import { hasEntities, hasMarkup, isFormula, isPlaceholder, placeholderIn } from './placeholders.ts';
import { isDateOrTime, readDay } from './read-day.ts';
import { isExponent } from './restore-digits.ts';
import type { Verdict } from './verdict.ts';

/** Checks a field's text by the rules of New request, and for what only spreadsheets put into cells. */
export function checkField(field: Exclude<ImportField, 'phoneNumber'>, text: string): Verdict {
  const problem = cellProblem(field, text) ?? (field === 'candidateName' ? nameProblem(text) : null);
  if (problem !== null) return { problem };
  if (field === 'noticeOn') return readDay(text);
  if (field === 'resumeUrl' && /\s\S*https?:\/\//i.test(text)) {
    return { problem: importProblem('two_links') };
  }
  const parsed = submissionInput.shape[field].safeParse(text);
  if (!parsed.success) return { problem: decodeProblem(parsed.error.issues[0] ?? parsed.error) };
  if (field === 'resumeUrl' && hasEntities(text)) {
    return { problem: importProblem('link_with_entities') };
  }
  return { value: parsed.data };
}

/** The problem of a cell that is a formula or a placeholder; null if it is neither. */
export function cellProblem(field: ImportField, text: string): ImportProblem | null {
  if (isFormula(text)) {
    const isLink = field === 'resumeUrl' && /\bHYPERLINK\s*\(/i.test(text);
    return importProblem(isLink ? 'link_computed' : 'formula_not_calculated');
  }
  if (text === '' || !isPlaceholder(text)) return null;
  switch (field) {
    case 'candidateName':
      return importProblem('no_name', { text });
    case 'phoneNumber':
      return importProblem('no_phone_number', { text });
    case 'resumeUrl':
      return importProblem('no_link', { text });
    case 'jobDescriptionId':
    case 'questionnaireTemplateId':
      return importProblem('no_id', { text });
    case 'noticeOn':
      return importProblem('no_day', { text });
  }
}

function nameProblem(text: string): ImportProblem | null {
  if (text === '') return null;
  if (hasLostLetters(text)) return importProblem('name_letters_lost');
  if (!NAME_LETTER.test(text) || isDateOrTime(text) || isExponent(text)) {
    return importProblem('name_without_letters');
  }
  if (hasEntities(text)) return importProblem('name_with_entities');
  if (hasMarkup(text)) return importProblem('name_with_markup');
  if (/\S@\S+\.\S/.test(text) || URL_BEGINNING.test(text)) {
    return importProblem('name_is_address');
  }
  if (isUuidShaped(text)) return importProblem('name_is_id');
  const part = placeholderIn(text);
  return part === undefined ? null : importProblem('name_part_missing', { text: part });
}

/** The problem of a name in several columns if one of them holds no name (`Ada -`). */
export function namePartProblem(parts: readonly string[]): Verdict | null {
  for (const part of parts) {
    if (part === '') continue;
    const problem = isFormula(part) ? cellProblem('candidateName', part) : null;
    if (problem !== null) return { problem };
    if (placeholderIn(part) !== undefined || !NAME_LETTER.test(part)) {
      return { problem: importProblem('name_part_missing', { text: part }) };
    }
  }
  return null;
}

/** Some people use emoji in their names. */
const NAME_LETTER = /[\p{L}\p{Extended_Pictographic}]/u;

const URL_BEGINNING = /^(?:https?:\/\/|www\.)/i;
