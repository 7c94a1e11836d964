import type { WordsTable } from '../../coded.ts';
import type { DocumentKind, FailureValues } from '../../failures.ts';
import type { FailureText } from './failure-text.ts';

const SAVE_AS =
  'Save your list as CSV or as an Excel workbook (.xlsx) in the program it comes from, and choose that file.';
const SAVE_AS_WORKBOOK =
  'Open it in your spreadsheet program, save it as an Excel workbook (.xlsx) or as CSV, and choose the new file.';

const DOCUMENTS: Readonly<Record<DocumentKind, string>> = {
  pdf: 'a PDF',
  rtf: 'a text document (RTF)',
  picture: 'a picture',
  packed: 'a compressed file',
  text: 'a text document',
  web_page: 'a web page, even if it is called a spreadsheet',
  xml: 'an XML file',
  sylk: 'a SYLK file (.slk)',
  vcard: 'a contact card (.vcf)',
  calendar: 'a calendar file (.ics)',
  json: 'a JSON file (.json)',
  mail: 'an email (.eml)',
  dif: 'a Data Interchange file (.dif)',
};

/** Failures of files that a person chose to import. */
export const FILE_FAILURES = {
  several_files: {
    message: 'Choose one file at a time.',
    nextStep: 'Queue the first one, then start over with the next.',
  },
  file_too_large: ({ mostBytes }) => ({
    message: `This file is larger than ${mostBytes / 1024 / 1024} MB.`,
    nextStep:
      'Split it into several files, or delete the columns and sheets that are not needed, and choose it again.',
  }),
  file_empty: { message: 'This file is empty.', nextStep: 'Choose another file.' },
  file_broken: {
    message: "This file can't be read.",
    nextStep:
      'It may be too large or damaged. Save it as CSV in your spreadsheet program and choose the new file.',
  },
  file_not_open: { message: 'This file is no longer open.' },
  file_is_binary: { message: 'This is neither a spreadsheet nor a text file.', nextStep: SAVE_AS },
  file_is_document: ({ kind }) => ({ message: `This is ${DOCUMENTS[kind]}, not a list.`, nextStep: SAVE_AS }),
  file_is_other_workbook: {
    message: "Callboard can't read this kind of workbook.",
    nextStep: SAVE_AS_WORKBOOK,
  },
  file_is_old_workbook: {
    message: 'This is an old-format workbook (.xls).',
    nextStep: SAVE_AS_WORKBOOK,
  },
  file_is_protected: {
    message: 'This workbook is protected with a password.',
    nextStep: 'Open it in your spreadsheet program, save a copy without the password, and choose the copy.',
  },
  file_is_archive: {
    message: 'This is an archive (ZIP) or a damaged workbook.',
    nextStep: 'Unpack it first and choose the spreadsheet in it.',
  },
  file_is_bomb: {
    message: 'This file is a zip bomb: small on disk, but far too large once unpacked.',
    nextStep: "Don't open it. Ask whoever sent it for the list as CSV or as an Excel workbook (.xlsx).",
  },
  file_damaged: {
    message: 'This workbook is damaged and cannot be read.',
    nextStep: 'Open it in your spreadsheet program, save it again, and choose the new file.',
  },
  no_rows: {
    message: 'There are no rows in this file.',
    nextStep: 'It needs a row of column names, then one row per person.',
  },
  too_many_rows: ({ most }) => ({
    message: `This file has more than ${most.toLocaleString()} rows.`,
    nextStep: 'Split it into several files and import them one after the other.',
  }),

  larger_than_a_library: {
    message: 'This file is larger than any Library.',
    nextStep: 'Choose a file that was exported from a Library.',
  },
  file_unreadable: {
    message: "This file can't be read.",
    nextStep: "Check that it still exists and that you're allowed to open it, then choose it again.",
  },
  library_is_binary: {
    message: 'This is not a text file.',
    nextStep: 'Choose a JSON or CSV file that was exported from a Library.',
  },
  not_a_library: {
    message: 'This is not a Library file.',
    nextStep:
      'Choose a file that was exported from a Library, or a CSV file with at least the columns “kind” (job_description or questionnaire) and “id”.',
  },
  newer_library: {
    message: 'This file was made by a newer version of Callboard.',
    nextStep: 'Update Callboard, or ask for the file as CSV.',
  },
  library_too_large: ({ entries, most }) => ({
    message: `This file has ${entries.toLocaleString()} entries.`,
    nextStep: `Split it into files of at most ${most.toLocaleString()}.`,
  }),
} satisfies Partial<WordsTable<FailureValues, FailureText>>;
