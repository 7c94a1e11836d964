#!/usr/bin/env node
/**
 * Checks an exported evidence file: `node verify-evidence.mjs FILE [--head HEAD ...]`. Needs Node 18 or later and nothing else.
 * Reports every entry that was changed, cut out, added or moved; with `--head`, also whether a head that
 * somebody wrote down before is still part of its chain. Exit codes: 0 nothing found, 1 something found, 2 wrong
 * usage or no such file.
 *
 * It proves that the file is unchanged up to the last head that somebody else kept, and nothing about what came after it:
 * whoever owns the computer can rewrite that, with new hashes.
 */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const FORMAT = 'callboard-evidence';
const VERSION = 1;
/** The first line of a file of this version. */
const FIRST_LINE =
  '{"format":"callboard-evidence","limits":"Shows that nothing was changed up to the last head that somebody else kept. Whoever owns the computer can rewrite what follows it.","version":1}';
const NOT_EVIDENCE = 'This is not an evidence file of Callboard.';
const NO_PREVIOUS = '0'.repeat(64);
const MEMBERS = JSON.stringify(['at', 'chain', 'content', 'facts', 'hash', 'kind', 'seq', 'subject']);
const LINE_FEED = 0x0a;
/** An ID and a hash as Callboard writes them. Nothing else of a file is printed: it could steer the terminal. */
const CHAIN = /^[0-9a-f-]{36}$/;
const HASH = /^[0-9a-f]{64}$/;

/** Canonical JSON (RFC 8785) of strings, integers, booleans, null, lists and objects. */
export function canonicalJson(value) {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError('not in canonical JSON');
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
}

/** The hash that an entry must have after one with the hash `previous`. */
export function entryHash({ hash: _, ...entry }, previous) {
  return createHash('sha256')
    .update(canonicalJson({ ...entry, previous }))
    .digest('hex');
}

/** Checks entries one by one, in the order of the file. */
export class ChainCheck {
  /** By chain: number, hash and time of its last entry. */
  ends = new Map();
  problems = [];
  entries = 0;
  /** The chain of the entry before. */
  last = '';
  /** Wanted heads, `chain:seq:hash`; those found are removed. */
  wanted;

  constructor(heads = []) {
    this.wanted = new Set(heads.map(({ chain, seq, hash }) => `${chain}:${seq}:${hash}`));
  }

  /** `text`: the entry as it is in the file, which must be its canonical form to the byte. */
  add(line, text, entry) {
    this.entries += 1;
    if (!isEntry(entry) || canonicalOrNull(entry) !== text) {
      return void this.problems.push(`Line ${line}: not an entry as Callboard writes it.`);
    }
    const { chain, seq, hash } = entry;
    if (chain < this.last) {
      this.problems.push(`Line ${line}: entry ${seq} of chain ${chain} was moved behind chain ${this.last}.`);
    }
    this.last = chain;
    const end = this.ends.get(chain) ?? { seq: 0, hash: NO_PREVIOUS };
    if (seq !== end.seq + 1) {
      this.problems.push(`Line ${line}: entry ${seq} of chain ${chain} follows entry ${end.seq}.`);
    }
    if (entryHash(entry, end.hash) !== hash) {
      this.problems.push(`Line ${line}: entry ${seq} of chain ${chain} was changed, or what was before it.`);
    }
    this.ends.set(chain, { seq, hash, at: entry.at });
    this.wanted.delete(`${chain}:${seq}:${hash}`);
  }

  /** `heads`: those that the file itself ends with, in the order of its chains. */
  end(heads) {
    let last = '';
    for (const { chain, seq, hash, at } of heads) {
      if (chain < last) this.problems.push(`The end of chain ${chain} was moved.`);
      last = chain;
      const end = this.ends.get(chain);
      if (end?.seq !== seq || end.hash !== hash || end.at !== at) {
        this.problems.push(`The end of chain ${chain} is missing: the file should end with entry ${seq}.`);
      }
      this.ends.delete(chain);
    }
    for (const chain of this.ends.keys()) this.problems.push(`Chain ${chain} has no end in this file.`);
    for (const head of this.wanted) this.problems.push(`The head ${head} is not in this file as noted.`);
  }
}

function versionOf({ version }) {
  return Number.isSafeInteger(version) ? version : '?';
}

function canonicalOrNull(value) {
  try {
    return canonicalJson(value);
  } catch {
    return null;
  }
}

function isEntry(entry) {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    JSON.stringify(Object.keys(entry).sort()) === MEMBERS &&
    isHead(entry)
  );
}

function isHead({ chain, seq, hash }) {
  return (
    typeof chain === 'string' &&
    CHAIN.test(chain) &&
    Number.isSafeInteger(seq) &&
    typeof hash === 'string' &&
    HASH.test(hash)
  );
}

/** Checks a file piece by piece, to the byte. */
export class FileCheck {
  chains;
  line = 0;
  heads;
  /** The pieces of a line whose end has not come yet. */
  begun = [];
  /** Bytes that are no UTF-8 and a byte order mark are changes, which the decoder must not mend. */
  decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  constructor(wanted = []) {
    this.chains = new ChainCheck(wanted);
  }

  /** The next bytes of the file. Only a line feed ends a line. */
  read(bytes) {
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      this.addLine(Buffer.concat([...this.begun, bytes.subarray(from, end)]));
      this.begun = [];
      from = end + 1;
    }
    if (from < bytes.length) this.begun.push(bytes.subarray(from));
  }

  addLine(bytes) {
    this.line += 1;
    let text;
    try {
      text = this.decoder.decode(bytes);
    } catch {
      return void this.chains.problems.push(`Line ${this.line}: not text.`);
    }
    this.add(text);
  }

  add(text) {
    const { problems } = this.chains;
    if (this.heads) return void problems.push(`Line ${this.line}: nothing may follow the heads.`);
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      return void problems.push(this.line === 1 ? NOT_EVIDENCE : `Line ${this.line}: not JSON.`);
    }
    if (this.line === 1) {
      if (value?.format !== FORMAT) problems.push(NOT_EVIDENCE);
      else if (value.version !== VERSION) problems.push(`Version ${versionOf(value)} is not known here.`);
      else if (text !== FIRST_LINE) problems.push('Line 1: not as Callboard writes it.');
    } else if (Array.isArray(value?.heads)) this.addHeads(text, value);
    else this.chains.add(this.line, text, value);
  }

  addHeads(text, { heads }) {
    this.heads = heads.filter((head) => typeof head === 'object' && head !== null && isHead(head));
    const plain = { heads: this.heads.map(({ chain, seq, hash, at }) => ({ chain, seq, hash, at })) };
    if (canonicalOrNull(plain) !== text) {
      this.chains.problems.push(`Line ${this.line}: not the heads as Callboard writes them.`);
    }
  }

  /** Call after the last byte. */
  end() {
    if (this.begun.length > 0)
      this.chains.problems.push('The file was cut off, or something was added to it.');
    if (!this.heads) this.chains.problems.push('The file was cut off: its heads are missing.');
    const heads = this.heads ?? [];
    this.chains.end(heads);
    return { entries: this.chains.entries, heads, problems: this.chains.problems };
  }
}

/** Checks a file; gives how many entries it has, its heads, and what is wrong. */
export async function verifyFile(path, wanted = []) {
  const check = new FileCheck(wanted);
  for await (const bytes of createReadStream(path)) check.read(bytes);
  return check.end();
}

const USAGE = `Usage: node verify-evidence.mjs FILE [--head HEAD ...]

FILE  what “Save the evidence” in Callboard saved
HEAD  a head that somebody kept from before: CHAIN:SEQ:HASH, or the file that “Save the head” saved

Ends with 0 if nothing was found, with 1 if entries were changed, cut out, added or moved, with 2 if it can't check.`;

/** The head that a text is, or that the file of this name has; undefined if neither. */
function headOf(text) {
  return parsedHead(text) ?? parsedHead(/^Head:\s+(\S+)/m.exec(textOf(text))?.[1] ?? '');
}

function parsedHead(text) {
  const [, chain, seq, hash] = /^(.+):(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  return chain === undefined ? undefined : { chain, seq: Number(seq), hash };
}

/** Empty if there is no such file. */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

async function main([file, ...rest]) {
  if (file === '--help' || file === '-h') {
    console.log(USAGE);
    return 0;
  }
  const texts = rest.filter((_, at) => at % 2 === 1);
  if (
    file === undefined ||
    rest.length % 2 === 1 ||
    rest.some((each, at) => at % 2 === 0 && each !== '--head')
  ) {
    console.error(USAGE);
    return 2;
  }
  const heads = texts.map(headOf);
  const wrong = texts.find((_, at) => !heads[at]);
  if (wrong !== undefined) {
    console.error(`${wrong} is neither a head nor a file with one.`);
    return 2;
  }
  const checked = await verifyFile(file, heads).catch((error) => error);
  if (checked instanceof Error) {
    console.error(`${file} can't be read: ${checked.message}`);
    return 2;
  }
  const { entries, heads: found, problems } = checked;
  if (problems.length > 0) return report(problems, entries);
  const upTo = heads.length > 0 ? 'unchanged up to the head from before' : 'in one piece';
  console.log(`${countOf(entries, 'entry', 'entries')}, ${upTo}. Heads:`);
  for (const { chain, seq, hash } of found) console.log(`${chain}:${seq}:${hash}`);
  if (heads.length === 0)
    console.log('Without a head from before (--head), somebody could have written all of it anew.');
  return 0;
}

function report(problems, entries) {
  if (entries === 0 && problems[0] === NOT_EVIDENCE) {
    console.error(NOT_EVIDENCE);
    return 1;
  }
  for (const problem of problems.slice(0, 100)) console.error(problem);
  console.error(
    `${countOf(problems.length, 'problem', 'problems')} in ${countOf(entries, 'entry', 'entries')}.`,
  );
  return 1;
}

function countOf(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

/** The path by which it was called may lead through a symbolic link. */
function isCalled() {
  const [, path] = process.argv;
  try {
    return path !== undefined && import.meta.url === pathToFileURL(realpathSync(path)).href;
  } catch {
    return false;
  }
}

if (isCalled()) process.exitCode = await main(process.argv.slice(2));
