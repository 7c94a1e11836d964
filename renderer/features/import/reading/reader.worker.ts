/**
 * The thread that reads files and checks their rows: thousands of phone numbers take longer than a frame. It keeps
 * the file that is open; whoever asks for another starts another thread.
 */
import { fail, type Result } from '../../../../shared/result.ts';
import { type CheckOptions, checkRows, createFieldChecker, type FieldChecker } from './check-rows.ts';
import { libraryNames } from './library-names.ts';
import type { NationalReading } from './national-reading.ts';
import { type OpenedFile, openBytes, openSheet, openText } from './open-source.ts';
import type { ReaderAnswer, ReaderAsk } from './reader-messages.ts';

/** As many rows as are taken in within a few ms. */
const SLICE = 500;

let opened: OpenedFile | undefined;
let contentDigest = '';
/** The bytes of the text file that is open, to be read again. */
let openedBytes: Uint8Array | undefined;
let latestCheck = 0;
const checkers = new Map<NationalReading, FieldChecker>();

function post(answer: ReaderAnswer): void {
  postMessage(answer);
}

addEventListener('message', (event: MessageEvent<ReaderAsk>) => {
  const ask = event.data;
  if (ask.type === 'check') void check(ask);
  else void open(ask);
});

async function open(ask: Exclude<ReaderAsk, { type: 'check' }>): Promise<void> {
  const result = await openAsked(ask);
  if (!result.ok) return post({ type: 'opened', seq: ask.seq, result });
  opened = result.value;
  const { rows, ...head } = opened.source;
  for (let at = 0; at < rows.length; at += SLICE) {
    post({ type: 'rows', seq: ask.seq, rows: rows.slice(at, at + SLICE) });
  }
  const digest = `${contentDigest}/${head.sheet}`;
  post({ type: 'opened', seq: ask.seq, result: { ok: true, value: { ...head, digest } } });
}

const NOT_OPEN = fail('file_not_open');

async function openAsked(ask: Exclude<ReaderAsk, { type: 'check' }>): Promise<Result<OpenedFile>> {
  switch (ask.type) {
    case 'open_bytes':
      contentDigest = await digestOf(ask.bytes);
      openedBytes = ask.bytes;
      return openBytes(ask.name, ask.bytes);
    case 'open_text':
      contentDigest = await digestOf(new TextEncoder().encode(ask.text));
      return openText(ask.name, ask.text, null);
    case 'open_sheet':
      return opened ? openSheet(opened.source.name, opened.sheets, ask.sheet) : NOT_OPEN;
    case 'open_again':
      return opened && openedBytes ? openBytes(opened.source.name, openedBytes, ask.encoding) : NOT_OPEN;
  }
}

async function digestOf(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function check(ask: Extract<ReaderAsk, { type: 'check' }>): Promise<void> {
  if (!opened) return;
  if (ask.only === null) latestCheck = ask.seq;
  const options: CheckOptions = {
    mapping: ask.mapping,
    corrections: new Map(ask.corrections),
    chosen: new Map(ask.chosen),
    check: checkerFor(ask.reading),
    lookUp: libraryNames(ask.library),
  };
  const source = { rows: opened.source.rows, headerAt: ask.headerAt };
  let slice = [];
  for (const row of checkRows(source, options, ask.only ? new Set(ask.only) : undefined)) {
    slice.push(row);
    if (slice.length < SLICE) continue;
    post({ type: 'checked', seq: ask.seq, rows: slice, done: false });
    slice = [];
    // A newer question is taken up in between; this one is not wanted any more then. A timer would wait 4 ms each time.
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
