import { describe, expect, test } from 'vitest';
import { isUuidShaped, submissionInput, withWebScheme } from '../../shared/submission.ts';
import { issueWords } from '../../shared/words/input-words.ts';

const GOOD = {
  candidateName: ' Ada Lovelace ',
  phoneNumber: '0049 151 12345678',
  resumeUrl: ' https://files.example.com/ada.pdf ',
  jobDescriptionId: '3F2B8A4E-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
  questionnaireTemplateId: ' general-v1 ',
};

function messageFor(changes: Partial<typeof GOOD>): string | undefined {
  return submissionInput.safeParse({ ...GOOD, ...changes }).error?.issues.map(issueWords)[0];
}

test('a submission is trimmed and its phone number normalised', () => {
  expect(submissionInput.parse(GOOD)).toEqual({
    candidateName: 'Ada Lovelace',
    phoneNumber: '+4915112345678',
    resumeUrl: 'https://files.example.com/ada.pdf',
    jobDescriptionId: GOOD.jobDescriptionId,
    questionnaireTemplateId: 'general-v1',
  });
});

describe('a submission is refused in plain words', () => {
  test.each([
    ['without a name', { candidateName: '  ' }, "Enter the candidate's name."],
    ['with an endless name', { candidateName: 'x'.repeat(201) }, 'Use at most 200 characters.'],
    ['without a phone number', { phoneNumber: '' }, 'Enter the phone number.'],
    [
      'with a phone number without country code',
      { phoneNumber: '0151 1234567' },
      'Start with the country code, for example +49 or +1.',
    ],
    [
      'with a whole text as phone number',
      { phoneNumber: '+'.repeat(61) },
      'This is too long for a phone number.',
    ],
    ['without a resume link', { resumeUrl: ' ' }, 'Enter the link to the resume.'],
    [
      'with half a link',
      { resumeUrl: 'resumes/ada.pdf' },
      'Enter a full link that starts with https:// or http://',
    ],
    [
      'with a link to a file',
      { resumeUrl: 'file:///etc/passwd' },
      'Enter a full link that starts with https:// or http://',
    ],
    [
      'with a break in what begins the link',
      { resumeUrl: 'ht\ttps://a.example/cv.pdf' },
      'This link contains a line break or an invisible character. Copy it again from where it works.',
    ],
    [
      'with a backslash in the link',
      { resumeUrl: 'https://a.example\\@b.example/cv.pdf' },
      'This link contains a backslash. Copy it again from where it works.',
    ],
    [
      'with a link to no host',
      { resumeUrl: 'https://' },
      'Enter a full link that starts with https:// or http://',
    ],
    [
      'with a script as link',
      { resumeUrl: 'javascript:alert(1)' },
      'Enter a full link that starts with https:// or http://',
    ],
    [
      'with an endless link',
      { resumeUrl: `https://a.example/${'x'.repeat(2000)}` },
      'Use a link of at most 2,000 characters.',
    ],
    ['without a job description', { jobDescriptionId: '' }, 'Choose a job description or enter its ID.'],
    [
      'with a job description that is not UUID-shaped',
      { jobDescriptionId: 'job-17' },
      'A job description ID looks like 123e4567-e89b-12d3-a456-426614174000.',
    ],
    ['without a questionnaire', { questionnaireTemplateId: '' }, 'Choose a questionnaire or enter its ID.'],
    [
      'with an endless questionnaire',
      { questionnaireTemplateId: 'q'.repeat(201) },
      'Use at most 200 characters.',
    ],
  ])('%s', (_what, changes, message) => {
    expect(messageFor(changes)).toBe(message);
  });
});

describe('https:// is added to a link', () => {
  test.each([
    'files.example.com/ada.pdf',
    'www.example.com',
    'linkedin.com/in/ada',
    'ada.dev',
    'WWW.Example.COM/CV.pdf',
    'example.com:8443/cv?id=1#top',
    'müller.de/lebenslauf.pdf',
    'пример.рф/резюме',
    'www.resume.md',
    'resume.md/cv.pdf',
  ])('where it lacks one: %s', (text) => {
    expect(withWebScheme(` ${text} `)).toBe(`https://${text}`);
    expect(submissionInput.parse({ ...GOOD, resumeUrl: text }).resumeUrl).toBe(`https://${text}`);
  });

  test.each([
    'https://files.example.com/ada.pdf',
    'http://files.example.com/ada.pdf',
    'HTTPS://files.example.com/ada.pdf',
    'file:///etc/passwd',
    'mailto:ada@example.com',
    'ada@example.com',
    'ada@example.com/cv.pdf',
    'javascript:alert(1)',
    'cv.pdf',
    'resume.docx',
    'resume.md',
    'ada.lovelace',
    'resumes/ada.pdf',
    'C:\\cv.de\\ada.pdf',
    '//example.com/cv.pdf',
    'localhost:8080/cv.pdf',
    '10.0.0.1/cv.pdf',
    'see example.com/cv.pdf',
    '-.de',
    '..de',
    '',
  ])('and to no other text: %s', (text) => {
    expect(withWebScheme(text)).toBe(text);
  });
});

test('only the shape of a UUID counts, not its version', () => {
  expect(isUuidShaped('00000000-0000-0000-0000-000000000000')).toBe(true);
  expect(isUuidShaped('3f2b8a4e9c1d4e5f8a6b7c8d9e0f1a2b')).toBe(false);
  expect(isUuidShaped(' 3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b')).toBe(false);
});

test.each(['\n', '\r\n', '\0', '\u2028', '\u0085'])('a resume link with %j inside is refused', (hidden) => {
  expect(messageFor({ resumeUrl: `https://a.example/cv${hidden}.pdf` })).toBe(
    'This link contains a line break or an invisible character. Copy it again from where it works.',
  );
});
