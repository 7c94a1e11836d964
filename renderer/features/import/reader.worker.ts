import { fail, ok, type Result } from '../../../shared/result.ts';
import {
  type CheckOptions,
  checkRows,
  createFieldChecker,
  type FieldChecker,
  libraryNames,
} from './check-rows.ts';
import type { ReaderRequest, ReaderResponse } from './open-reader.ts';
import { type OpenedFile, openPieces, openSheet, openText, type RowListener } from './open-source.ts';
import type { NationalReading } from './read-cell.ts';
import { type BytePieces, joined, readPieces } from './text-encodings.ts';

/** Reads one file and checks its rows off the main thread: thousands of phone numbers take longer than a frame. */

/** Rows per message; receiving them takes the window a few ms. */
const SLICE = 500;

let opened: OpenedFile | undefined;
let contentDigest = '';
/** The content of the open file, to decode it again: by then the file on the disk may be another. */
let openedPieces: BytePieces | undefined;
let latestCheck = 0;
const checkers = new Map<NationalReading, FieldChecker>();

function post(answer: ReaderResponse): void {
  postMessage(answer);
}

addEventListener('message', (event: MessageEvent<ReaderRequest>) => {
  const ask = event.data;
  if (ask.type === 'check') void check(ask);
  else void open(ask);
});

type OpenRequest = Exclude<ReaderRequest, { type: 'check' }>;

async function open(ask: OpenRequest): Promise<void> {
  const result = await openRequested(ask, (rows) => {
    for (let at = 0; at < rows.length; at += SLICE) {
      post({ type: 'rows', seq: ask.seq, rows: rows.slice(at, at + SLICE) });
    }
  });
  if (!result.ok) return post({ type: 'opened', seq: ask.seq, result });
  opened = result.value;
  const { rows: _, ...head } = opened.source;
  const digest = `${contentDigest}/${head.sheet}`;
  post({ type: 'opened', seq: ask.seq, result: { ok: true, value: { ...head, digest } } });
}

const NOT_OPEN = fail('file_not_open');

async function openRequested(ask: OpenRequest, onRows: RowListener): Promise<Result<OpenedFile>> {
  switch (ask.type) {
    case 'open_file': {
      const read = await attemptToRead(ask.file);
      if (!read.ok) return read;
      contentDigest = await digestOf(read.value);
      openedPieces = read.value;
      return openPieces(ask.name, read.value, { onRows });
    }
    case 'open_text':
      contentDigest = await digestOf([new TextEncoder().encode(ask.text)]);
      return openText(ask.name, ask.text, onRows);
    case 'open_sheet':
      return opened ? openSheet(opened.source.name, opened.sheets, ask.sheet, onRows) : NOT_OPEN;
    case 'open_again':
      return opened && openedPieces
        ? openPieces(opened.source.name, openedPieces, { chosen: ask.encoding, onRows })
        : NOT_OPEN;
  }
}

/** Error: `file_unreadable`. */
async function attemptToRead(file: Blob): Promise<Result<BytePieces>> {
  try {
    return ok(await readPieces(file));
  } catch (cause) {
    // Removed, changed or locked since it was chosen (https://w3c.github.io/FileAPI/#dfn-error-codes).
    if (cause instanceof DOMException) return fail('file_unreadable');
    throw cause;
  }
}

/** The hash of the pieces' hashes: the browser can't hash a content that comes in pieces. */
async function digestOf(pieces: BytePieces): Promise<string> {
  const hashes: Uint8Array[] = [];
  for (const piece of pieces) {
    hashes.push(new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(piece))));
  }
  const hash = await crypto.subtle.digest('SHA-256', Uint8Array.from(joined(hashes)));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function check(ask: Extract<ReaderRequest, { type: 'check' }>): Promise<void> {
  if (!opened) return;
  if (ask.only === null) latestCheck = ask.seq;
  const options: CheckOptions = {
    mapping: ask.mapping,
    corrections: new Map(ask.corrections),
    chosen: new Map(ask.chosen),
    check: checkerFor(ask.reading),
    lookUp: libraryNames(ask.library),
  };
  const source = { ...opened.source, headerAt: ask.headerAt };
  let slice = [];
  for (const row of checkRows(source, options, ask.only ? new Set(ask.only) : undefined)) {
    slice.push(row);
    if (slice.length < SLICE) continue;
    post({ type: 'checked', seq: ask.seq, rows: slice, done: false });
    slice = [];
    // Lets a newer request in, which makes this one obsolete. A nested `setTimeout` would wait 4 ms each time.
    await scheduler.postTask(() => null);
    if (ask.only === null && latestCheck !== ask.seq) return;
  }
  post({ type: 'checked', seq: ask.seq, rows: slice, done: true });
}

function checkerFor(reading: NationalReading): FieldChecker {
  const checker = checkers.get(reading) ?? createFieldChecker(reading);
  checkers.set(reading, checker);
  return checker;
}
