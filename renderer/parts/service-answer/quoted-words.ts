/** The service's words in quotation marks. */
export function quotedWords(words: string): string {
  return `“${words}”`;
}
