import { z } from 'zod';
import { IMPORT_FIELDS } from '../../../shared/import-problems.ts';
import { chosenZone, keptColumns, NO_KEPT_COLUMNS } from '../../../shared/imports.ts';
import { readSafely } from '../../../shared/read-safely.ts';
import { toApiError } from '../../api/api-error.ts';
import { dropKeptReview, keepChoices, keepFile } from '../../api/kept-review.ts';
import type { WorkspaceAccess } from '../../api/workspace.ts';
import type { OpenImport } from './import-state.ts';
import type { SourceContent } from './open-reader.ts';
import { nationalReading } from './read-cell.ts';
import { isTextEncoding, type TextEncoding } from './text-encodings.ts';

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

/** After the last change, ms: typing and quick clicks are kept at once. */
const PAUSE_MS = 250;

/** Keeps the review in the main process, so that a reload of the window finds it again. */
export class ReviewKeeper {
  private readonly workspace: WorkspaceAccess;
  /** The kept review; undefined while there is none. */
  private kept: { readonly id: string; readonly pasted: boolean } | undefined;
  /** The file is all with the main process. */
  private complete = false;
  private latest: OpenImport | undefined;
  private saved: OpenImport | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(workspace: WorkspaceAccess) {
    this.workspace = workspace;
    addEventListener('pagehide', () => this.save());
  }

  /** Begins to keep a file or pasted text that was opened. */
  begin(content: SourceContent): void {
    const kept = { id: crypto.randomUUID(), pasted: content.type === 'open_text' };
    this.kept = kept;
    this.complete = false;
    this.saved = undefined;
    const file = content.type === 'open_file' ? content.file : new Blob([content.text]);
    const sending = keepFile(
      this.workspace,
      { id: kept.id, name: content.name, file },
      () => this.kept === kept,
    );
    void sending.then((whole) => {
      if (this.kept !== kept) return;
      if (!whole) return this.drop();
      this.complete = true;
      this.save();
    }, onlyIfKept);
  }

  /** Goes on keeping a review found after a reload. */
  adopt(id: string, pasted: boolean): void {
    this.kept = { id, pasted };
    this.complete = true;
  }

  /** Notes the state of the review; it is kept once nothing has changed for a moment. */
  update(open: OpenImport): void {
    this.latest = open;
    if (this.timer !== undefined || !this.complete || (this.saved && sameChoices(this.saved, open))) return;
    this.timer = setTimeout(() => this.save(), PAUSE_MS);
  }

  /** Forgets the review, here and in the main process. */
  drop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.latest = undefined;
    this.saved = undefined;
    if (!this.kept) return;
    this.kept = undefined;
    void dropKeptReview(this.workspace).catch(onlyIfKept);
  }

  private save(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { kept, latest, saved } = this;
    if (!kept || !latest || !this.complete || (saved && sameChoices(saved, latest))) return;
    this.saved = latest;
    void keepChoices(this.workspace, kept.id, choicesToKeep(latest, kept.pasted)).catch(onlyIfKept);
  }
}

function sameChoices(one: OpenImport, other: OpenImport): boolean {
  const fields = [
    'id',
    'source',
    'mapping',
    'reading',
    'notBefore',
    'consent',
    'noticeOn',
    'kept',
    'encodingConfirmed',
    'edits',
  ] as const;
  return fields.every((field) => one[field] === other[field]);
}

/** The main process drops a review when somebody is erased or its workspace is closed: then it is not kept, as it should be. */
function onlyIfKept(cause: unknown): void {
  const { code } = toApiError(cause);
  if (code !== 'review_not_kept' && code !== 'workspace_closed') throw cause;
}
