const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;
const CLOCK = String.raw`\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?`;

/** What a service puts into its words to find the one call again: IDs and times. */
const ID = new RegExp(
  START +
    `(?:${[
      String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`,
      // RFC 3339, and similar forms.
      String.raw`\d{4}-\d{2}-\d{2}(?:[t ,]{1,2}\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?(?: ?(?:z|utc|gmt|[+-]\d{2}:?\d{2}))?`,
      // HTTP's dates (RFC 9110 §5.6.7).
      String.raw`(?:\p{L}{3}, )?\d{1,2} \p{L}{3} \d{4} ${CLOCK}(?: gmt| utc)?`,
      CLOCK,
      // A ULID.
      String.raw`[0-7][\da-hjkmnp-tv-z]{25}`,
      // Not a word of these letters, such as "fabaceae".
      String.raw`(?:0x)?(?=[a-f]*\d)[\da-f]{8,}(?:\.\d+)?`,
    ].join('|')})${END}`,
  'giu',
);

/**
 * A service's words with an ellipsis for each ID and time in them, which differ from answer to answer. What `kept` contains
 * stays, such as the ID of the job that an answer is about.
 */
export function withoutIds(words: string, kept: readonly string[]): string {
  const values = kept.map((value) => value.toLowerCase());
  return words.replace(ID, (id) => (values.some((value) => value.includes(id.toLowerCase())) ? id : '…'));
}
