import { isUuidShaped, submissionInput } from '../../../../shared/submission.ts';
import { issueWords } from '../../../../shared/words/input-words.ts';
import { hasLostLetters } from './garbled-text.ts';
import type { ImportField } from './import-fields.ts';
import { hasEntities, hasMarkup, isFormula, isNoValue, noPartOf } from './no-value.ts';
import type { Verdict } from './verdict.ts';

/** Judges a field by the rules of New request, and by what spreadsheets put into cells that people would not type. */
export function judgeText(field: Exclude<ImportField, 'phoneNumber'>, text: string): Verdict {
  const problem = cellProblem(field, text) ?? (field === 'candidateName' ? nameProblem(text) : null);
  if (problem !== null) return { problem };
  if (field === 'resumeUrl' && /\s\S*https?:\/\//i.test(text)) {
    return { problem: 'These are two links. Enter one.' };
  }
  const judged = submissionInput.shape[field].safeParse(text);
  if (!judged.success) return { problem: judged.error.issues.slice(0, 1).map(issueWords).join('') };
  if (field === 'resumeUrl' && hasEntities(text)) {
    return { problem: 'There are codes such as &amp; in this link. Copy it anew from where it works.' };
  }
  return { value: judged.data };
}

/** What is wrong with a cell of any field, before it is read; null where nothing is. */
export function cellProblem(field: ImportField, text: string): string | null {
  if (isFormula(text)) {
    return 'This formula was never calculated. Open the file in your spreadsheet program, save it, and choose it again.';
  }
  if (text === '' || !isNoValue(text)) return null;
  switch (field) {
    case 'candidateName':
      return `"${text}" is no name. Enter it.`;
    case 'phoneNumber':
      return `"${text}" is no phone number. Enter it.`;
    case 'resumeUrl':
      return `"${text}" is no link. Enter it.`;
    case 'jobDescriptionId':
    case 'questionnaireTemplateId':
      return `"${text}" is no ID. Enter it.`;
  }
}

function nameProblem(text: string): string | null {
  if (text === '') return null;
  if (hasLostLetters(text)) return 'Letters of this name got lost. Enter it anew.';
  if (!NAME_LETTER.test(text)) return 'There is no letter in this name. Enter it anew.';
  if (hasEntities(text)) return 'Letters of this name are written as codes. Enter it anew.';
  if (hasMarkup(text))
    return 'There are signs in this name that belong to a page or a template. Enter it anew.';
  if (/\S@\S+\.\S/.test(text) || URL_BEGINNING.test(text)) {
    return 'This is an address, not a name. Enter the name.';
  }
  if (isUuidShaped(text)) return 'This is an ID, not a name. Enter the name.';
  const part = noPartOf(text);
  return part === undefined ? null : `"${part}" is no part of a name. Enter the name.`;
}

/** A name in several columns, where one of them holds no part of a name: nobody is called `Ada -`. */
export function namePartProblem(parts: readonly string[]): Verdict | null {
  for (const part of parts) {
    if (part === '') continue;
    const problem = isFormula(part) ? cellProblem('candidateName', part) : null;
    if (problem !== null) return { problem };
    if (noPartOf(part) !== undefined || !NAME_LETTER.test(part)) {
      return { problem: `"${part}" is no part of a name. Enter the name.` };
    }
  }
  return null;
}

/** People sign with pictures, too. */
const NAME_LETTER = /[\p{L}\p{Extended_Pictographic}]/u;

const URL_BEGINNING = /^(?:https?:\/\/|www\.)/i;
