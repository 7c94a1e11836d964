import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { readSafely } from '../../shared/read-safely.ts';

/** How much of an answer is kept for a person to read, bytes of UTF-8. */
export const KEPT_ANSWER_BYTES = 4096;

const errorBody = z.looseObject({
  title: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  error: z
    .union([z.string(), z.looseObject({ message: z.string() })])
    .optional()
    .catch(undefined),
  error_description: z.string().optional().catch(undefined),
});

/** Characters of an answer in which its words are looked for: of megabytes, what a person reads stands at the beginning. */
const MOST_LOOKED_AT = 256 * 1024;

/**
 * What an error answer says, as plain text for a person. The interface shows no error body, so it may be RFC 9457
 * problem details, `{error, error_description}`, `{message}`, HTML, or nothing (''). Never markup, at most 4 KiB.
 */
export function answerText(body: string): string {
  const begin = body.slice(0, MOST_LOOKED_AT);
  const words = wordsOfJson(body) ?? (looksLikeHtml(begin) ? textOfHtml(begin) : begin);
  return shorten(plain(words.slice(0, MOST_LOOKED_AT)));
}

/** Characters of a service's words that stand within a sentence of ours. */
const MOST_QUOTED = 300;

/** What a service says in one field, to stand within a sentence; '' where that is no text. */
export function quotedWords(said: unknown): string {
  return typeof said === 'string' ? plain(said.slice(0, MOST_QUOTED)) : '';
}

/** In one line, without what is invisible or turns the direction of reading. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

/** The first 4 KiB of an answer as it came. */
export function keptAnswer(body: string): string {
  return shorten(body);
}

function wordsOfJson(body: string): string | undefined {
  const parsed = readSafely(errorBody, parseJson(body));
  if (!parsed.success) return undefined;
  const { title, detail, message, error, error_description } = parsed.data;
  const said = [
    title,
    detail,
    message,
    typeof error === 'object' ? error.message : undefined,
    error_description,
    typeof error === 'string' && !error_description ? error : undefined,
  ];
  const words = [...new Set(said.filter((part) => part))].join(' – ');
  return words || undefined;
}

function looksLikeHtml(body: string): boolean {
  return /^\s*(<!doctype|<html|<head|<body|<h1|<p|<title)/i.test(body);
}

/** Each pattern goes over the text once: one that began anew at every `<` would hold up the whole app for minutes. */
function textOfHtml(body: string): string {
  return body
    .replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, ' ')
    .replace(/(?<!<)<+[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

function shorten(text: string): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= KEPT_ANSWER_BYTES) return text;
  // A cut through a character leaves a replacement character at the end: dropped.
  return new TextDecoder().decode(bytes.subarray(0, KEPT_ANSWER_BYTES)).replace(/\uFFFD$/, '');
}
