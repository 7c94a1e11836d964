/** The fields of New request that go to the service (docs/service.md, Fields). */
export const SUBMISSION_FIELDS = [
  'candidateName',
  'phoneNumber',
  'resumeUrl',
  'jobDescriptionId',
  'questionnaireTemplateId',
] as const;
export type SubmissionField = (typeof SUBMISSION_FIELDS)[number];

/** Names without case and punctuation, so that `phone_number`, `phoneNumber` and `PhoneNumber` are one. */
const BY_NAME = new Map<string, SubmissionField>([
  ['candidatename', 'candidateName'],
  ['phonenumber', 'phoneNumber'],
  ['phone', 'phoneNumber'],
  ['resumeurl', 'resumeUrl'],
  ['resume', 'resumeUrl'],
  ['jobdescriptionid', 'jobDescriptionId'],
  ['jobdescription', 'jobDescriptionId'],
  ['questionnairetemplateid', 'questionnaireTemplateId'],
  ['questionnairetemplate', 'questionnaireTemplateId'],
  ['questionnaire', 'questionnaireTemplateId'],
]);

/** A name in lower case and without punctuation. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The field that a path of the create body leads to, however it is nested; null for any other path. */
export function submissionFieldOf(path: readonly string[]): SubmissionField | null {
  const names = path.map(plainName);
  for (const [index, name] of [...names.entries()].toReversed()) {
    const known = BY_NAME.get(name);
    if (known) return known;
    // A name is the candidate's only where nothing else comes before it.
    if (name === 'name' && (index === 0 || names[index - 1] === 'candidate')) return 'candidateName';
  }
  return null;
}

/** The create body's own names of its fields, as whole words. */
const NAMED: readonly (readonly [SubmissionField, RegExp])[] = [
  ['candidateName', /\bcandidate[./[\]"'_]+name\b/i],
  ['phoneNumber', /\bphone_?number\b/i],
  ['resumeUrl', /\bresume_?url\b/i],
  ['jobDescriptionId', /\bjob_?description_?id\b/i],
  ['questionnaireTemplateId', /\bquestionnaire_?template_?id\b/i],
];

/** The one field that a sentence names as the create body does; null if it names none or several. */
export function fieldNamedIn(text: string): SubmissionField | null {
  const [first, ...others] = NAMED.filter(([, name]) => name.test(text));
  return first && others.length === 0 ? first[0] : null;
}

/** A text with these words in place of the create body's own names of its fields, and of the paths that lead to them. */
export function withFieldNames(text: string, words: Readonly<Record<SubmissionField, string>>): string {
  return NAMED.reduce((said, [field, name]) => {
    const path = new RegExp(`["'#$/]*(?:\\b[a-z_]+[./[\\]"']+)*${name.source}["'\\]]*`, 'gi');
    return said.replace(path, words[field]);
  }, text);
}

/** Parts of a path that say where the body is, not which field it is. */
const ENVELOPE = new Set(['', 'body', 'payload', 'request', 'requestbody', 'data', 'attributes', 'json']);

/** Names for errors of no single field: Rails, Django REST framework. */
const NO_FIELD = new Set(['base', 'nonfielderrors', 'general', 'global']);

/** A path as any framework writes it (`a.b`, `/a/b`, `#/a/b`, `$.a.b`, `a[b]`), in parts and without its envelope. */
export function pathParts(path: string): readonly string[] {
  const parts = path
    .slice(0, 300)
    .split(/[./[\]"'\s]+/)
    .filter((part) => part !== '$' && part !== '#' && part !== '');
  const from = parts.findIndex((part) => !ENVELOPE.has(plainName(part)));
  const inner = from === -1 ? [] : parts.slice(from);
  return inner.some((part) => NO_FIELD.has(plainName(part))) ? [] : inner;
}
