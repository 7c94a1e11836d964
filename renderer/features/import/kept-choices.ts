import { z } from 'zod';
import { IMPORT_FIELDS } from '../../../shared/import-problems.ts';
import { chosenZone, keptColumns, NO_KEPT_COLUMNS } from '../../../shared/imports.ts';
import { readSafely } from '../../../shared/read-safely.ts';
import type { OpenImport } from './import-state.ts';
import { nationalReading } from './reading/national-reading.ts';
import { isTextEncoding, type TextEncoding } from './reading/text-encodings.ts';

const field = z.enum(IMPORT_FIELDS);
const numbers = z.array(z.number()).readonly();
const texts = z.array(z.tuple([z.number(), z.partialRecord(field, z.string())])).readonly();
const source = z.discriminatedUnion('from', [
  z.object({ from: z.literal('columns'), columns: numbers }),
  z.object({ from: z.literal('several'), columns: numbers }),
  z.object({ from: z.literal('constant'), value: z.string() }),
  z.object({ from: z.literal('nowhere') }),
]);

/** What the user chose in a review, for the time after the window was reloaded. */
const keptChoices = z.object({
  importId: z.uuid(),
  /** Pasted text; otherwise a file. */
  pasted: z.boolean(),
  sheet: z.number(),
  encoding: z.custom<TextEncoding>(isTextEncoding).nullable(),
  headerAt: z.number().nullable(),
  mapping: z.record(field, source),
  reading: z.string().nullable().transform(nationalReading),
  notBefore: z.number().nullable(),
  consent: z.string().nullable(),
  noticeOn: z.string().nullable().default(null),
  kept: keptColumns.default(NO_KEPT_COLUMNS),
  timeZones: z.array(chosenZone).readonly().default([]),
  encodingConfirmed: z.boolean(),
  corrections: texts,
  chosen: texts,
  anyway: numbers,
  excluded: numbers,
});
export type KeptChoices = z.output<typeof keptChoices>;

/** The choices and corrections of a review as text. */
export function choicesToKeep(open: OpenImport, pasted: boolean): string {
  const { id, source: read, mapping, reading, notBefore, consent, noticeOn, timeZones } = open;
  const { kept: columns } = open;
  const { corrections, chosen, anyway, excluded } = open.edits;
  const { encodingConfirmed } = open;
  const kept: KeptChoices = {
    importId: id,
    pasted,
    sheet: read.sheet,
    encoding: read.decoding?.encoding ?? null,
    headerAt: read.headerAt,
    mapping,
    reading,
    notBefore,
    consent,
    noticeOn,
    kept: columns,
    timeZones,
    encodingConfirmed,
    corrections: [...corrections],
    chosen: [...chosen],
    anyway: [...anyway],
    excluded: [...excluded],
  };
  return JSON.stringify(kept);
}

/** Reads kept choices; null if they are of another version. */
export function readKeptChoices(text: string): KeptChoices | null {
  const read = readSafely(keptChoices, JSON.parse(text));
  return read.success ? read.data : null;
}

/** The import with the choices made before the reload. */
export function withKeptChoices(open: OpenImport, kept: KeptChoices): OpenImport {
  const { headerAt, mapping, reading, notBefore, consent, noticeOn, timeZones, encodingConfirmed } = kept;
  const { kept: columns } = kept;
  return {
    ...open,
    source: { ...open.source, headerAt },
    mapping,
    reading,
    notBefore,
    consent,
    noticeOn,
    kept: columns,
    timeZones,
    encodingConfirmed,
    edits: {
      corrections: new Map(kept.corrections),
      chosen: new Map(kept.chosen),
      anyway: new Set(kept.anyway),
      excluded: new Set(kept.excluded),
    },
  };
}
