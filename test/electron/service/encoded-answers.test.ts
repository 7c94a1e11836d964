import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bodyText } from '../../../electron/service/answer-body.ts';
import { createOnce } from './create-calls.ts';
import { recordingService } from './recording-service.ts';

const WORDS = 'Größe nicht zulässig';
const JSON_WORDS = JSON.stringify({ message: WORDS });
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

const ANSWERS: readonly (readonly [what: string, type: string | undefined, body: Uint8Array])[] = [
  ['UTF-8', 'application/json', Buffer.from(JSON_WORDS)],
  ['UTF-8 with a byte order mark', 'application/json', Buffer.from(`\ufeff${JSON_WORDS}`)],
  ['UTF-8 that calls itself Latin-1', 'application/json; charset=iso-8859-1', Buffer.from(JSON_WORDS)],
  ['UTF-8 that calls itself something unknown', 'text/x; charset=klingon', Buffer.from(JSON_WORDS)],
  ['UTF-8 without a type', undefined, Buffer.from(JSON_WORDS)],
  ['JSON that calls itself HTML', 'text/html', Buffer.from(JSON_WORDS)],
  ['HTML that calls itself JSON', 'application/json', Buffer.from(`<html><title>${WORDS}</title></html>`)],
  ['Latin-1', 'text/plain; charset="ISO-8859-1"', Buffer.from(WORDS, 'latin1')],
  ['Latin-1 without a word of it', 'application/json', Buffer.from(JSON_WORDS, 'latin1')],
  [
    'Latin-1 in HTML alone',
    'text/html',
    Buffer.from(`<meta charset=latin1><title>${WORDS}</title>`, 'latin1'),
  ],
  [
    'Latin-1 in XML alone',
    'text/xml',
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-15"?><e>${WORDS}</e>`, 'latin1'),
  ],
  ['UTF-16', 'application/json; charset=utf-16', Buffer.from(`\ufeff${JSON_WORDS}`, 'utf16le')],
  ['UTF-16, big end first', 'application/json', utf16be(`\ufeff${JSON_WORDS}`)],
  ['UTF-16 without a mark', 'application/json', Buffer.from(JSON_WORDS, 'utf16le')],
  ['UTF-16, big end first, without a mark', 'application/json; charset=utf-16be', utf16be(JSON_WORDS)],
];

test.each(ANSWERS)('the words of a refusal in %s are read', async (_what, type, body) => {
  const { origin } = await recordingService((_request, response) =>
    response
      .writeHead(422, { ...(type && { 'content-type': type }), 'content-length': body.length })
      .end(body),
  );
  expect((await createOnce(origin)).said?.text).toBe(WORDS);
});

test('a compressed refusal in Latin-1 is read', async () => {
  const body = gzipSync(Buffer.from(WORDS, 'latin1'));
  const { origin } = await recordingService((_request, response) =>
    response
      .writeHead(422, { 'content-type': 'text/plain; charset=latin1', 'content-encoding': 'gzip' })
      .end(body),
  );
  expect((await createOnce(origin)).said?.text).toBe(WORDS);
});

test('an image has no words', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
  const { origin } = await recordingService((_request, response) =>
    response.writeHead(403, { 'content-type': 'image/png' }).end(png),
  );
  expect((await createOnce(origin)).said).toBeUndefined();
});

test('a body that ends within a character keeps what came before', () => {
  const whole = Buffer.from('{"message":"Größe');
  expect(bodyText(whole.subarray(0, whole.length - 2), 'application/json')).toBe('{"message":"Grö');
});
