import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { readSafely } from '../../shared/read-safely.ts';

/** How much of an answer is stored for a person to read, bytes of UTF-8. */
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

/** How many characters of an answer are searched for its message: even in megabytes, it comes first. */
const SEARCHED_LENGTH = 256 * 1024;

/**
 * The message of an error answer, as plain text for a person. The interface defines no error body, so it may be RFC 9457
 * problem details, `{error, error_description}`, `{message}`, HTML, or nothing (''). Never markup, at most 4 KiB.
 */
export function answerText(body: string): string {
  const beginning = body.slice(0, SEARCHED_LENGTH);
  const words = wordsOfJson(body) ?? (looksLikeHtml(beginning) ? textOfHtml(beginning) : beginning);
  return shorten(plain(words.slice(0, SEARCHED_LENGTH)));
}

/** The most characters of a service's words within a sentence of ours. */
const QUOTED_LENGTH = 300;

/** A field of an answer, to quote within a sentence; '' if it is not text. */
export function quotedWords(said: unknown): string {
  return typeof said === 'string' ? plain(said.slice(0, QUOTED_LENGTH)) : '';
}

/** One line, without characters that are invisible or change the reading direction. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

/** The first 4 KiB of an answer, unchanged. */
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

/** Each pattern passes over the text once: one that restarted at every `<` would block the whole app for minutes. */
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
  // Drops the replacement character of a character that was cut in half.
  return new TextDecoder().decode(bytes.subarray(0, KEPT_ANSWER_BYTES)).replace(/\uFFFD$/, '');
}
