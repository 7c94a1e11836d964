import type { SubmissionField } from '../../../shared/service-words/submission-field-of.ts';

/** An answer with which a service may refuse a submission. */
export interface Refusal {
  /** Where such an answer comes from. */
  readonly from: string;
  readonly status: number;
  readonly body: string;
  /** The words that must be on screen. */
  readonly words: readonly string[];
  /** Words beside fields of New request. */
  readonly fields?: Readonly<Partial<Record<SubmissionField, string>>>;
}

const json = (value: unknown) => JSON.stringify(value);

/** Forty refusals, each in another shape. */
export const REFUSALS: readonly Refusal[] = [
  {
    from: 'problem details (RFC 9457)',
    status: 422,
    body: json({ type: 'about:blank', status: 422, detail: 'The line rings at a school.', title: 'Blocked' }),
    words: ['Blocked – The line rings at a school.'],
  },
  {
    from: 'problem details with errors by pointer (RFC 9457 §3)',
    status: 422,
    body: json({
      title: 'Your request is not valid.',
      errors: [
        { detail: 'must be a mobile number', pointer: '#/candidate/phone_number' },
        { detail: 'must be one of ours', pointer: '#/questionnaire_template_id' },
      ],
    }),
    words: ['Your request is not valid.', 'must be a mobile number', 'must be one of ours'],
    fields: { phoneNumber: 'must be a mobile number', questionnaireTemplateId: 'must be one of ours' },
  },
  {
    from: 'problem details with invalid-params (RFC 7807)',
    status: 400,
    body: json({ title: 'Not valid', 'invalid-params': [{ name: 'resume_url', reason: 'answers 404' }] }),
    words: ['Not valid', 'resume_url: answers 404'],
    fields: { resumeUrl: 'answers 404' },
  },
  {
    from: 'a list of sentences',
    status: 400,
    body: json({ errors: ['No credit is left', 'The plan has ended'] }),
    words: ['No credit is left – The plan has ended'],
  },
  {
    from: 'a list with fields',
    status: 422,
    body: json({ errors: [{ field: 'candidate.name', message: 'looks like a company' }] }),
    words: ['candidate.name: looks like a company'],
    fields: { candidateName: 'looks like a company' },
  },
  {
    from: 'Laravel',
    status: 422,
    body: json({
      message: 'The given data was invalid.',
      errors: { 'candidate.phone_number': ['The phone number is not allowed.'] },
    }),
    words: ['The given data was invalid. The phone number is not allowed.'],
    fields: { phoneNumber: 'The phone number is not allowed.' },
  },
  {
    from: 'Rails',
    status: 422,
    body: json({ errors: { phone_number: ['is reserved', 'is too short'], base: ['Try another day'] } }),
    words: ['phone_number: is reserved', 'is too short', 'Try another day'],
    fields: { phoneNumber: 'is reserved – is too short' },
  },
  {
    from: 'Rails, objects of strings',
    status: 422,
    body: json({ errors: { job_description_id: 'is archived' } }),
    words: ['job_description_id: is archived'],
    fields: { jobDescriptionId: 'is archived' },
  },
  {
    from: 'Django REST framework',
    status: 400,
    body: json({
      candidate: { phone_number: ['Enter a landline.'] },
      non_field_errors: ['Quota used up.'],
      errors: { non_field_errors: ['The week is full.'] },
    }),
    words: ['Enter a landline.', 'Quota used up.', 'The week is full.'],
    fields: { phoneNumber: 'Enter a landline.' },
  },
  {
    from: 'Django REST framework, nested',
    status: 400,
    body: json({ candidate: { name: ['May not be blank.'], phone_number: ['May not be shared.'] } }),
    words: ['May not be blank.', 'May not be shared.'],
    fields: { candidateName: 'May not be blank.', phoneNumber: 'May not be shared.' },
  },
  {
    from: 'FastAPI',
    status: 422,
    body: json({
      detail: [
        {
          type: 'value_error',
          loc: ['body', 'candidate', 'phone_number'],
          msg: 'Value error, phone number is not allowed',
          input: '+442079460958',
        },
      ],
    }),
    words: ['Value error, phone number is not allowed'],
    fields: { phoneNumber: 'Value error, phone number is not allowed' },
  },
  {
    from: 'FastAPI, one sentence',
    status: 404,
    body: json({ detail: 'Job description is closed' }),
    words: ['Job description is closed'],
  },
  {
    from: 'OAuth 2.0',
    status: 401,
    body: json({ error: 'invalid_token', error_description: 'The token was revoked at noon' }),
    words: ['The token was revoked at noon – invalid_token'],
  },
  { from: 'an error code', status: 403, body: json({ error: 'seat_missing' }), words: ['seat_missing'] },
  {
    from: 'a message',
    status: 429,
    body: json({ message: 'Slow down, please' }),
    words: ['Slow down, please'],
  },
  {
    from: 'an error object',
    status: 500,
    body: json({ error: { code: 17, message: 'The dialler is asleep' } }),
    words: ['The dialler is asleep'],
  },
  {
    from: 'Express',
    status: 400,
    body: json({ error: 'Bad Request', message: 'Nobody may be called on Sundays', statusCode: 400 }),
    words: ['Nobody may be called on Sundays – Bad Request'],
  },
  {
    from: 'NestJS',
    status: 400,
    body: json({
      statusCode: 400,
      message: ['phone_number must not be premium rate', 'candidate.name must have two words'],
      error: 'Bad Request',
    }),
    words: ['phone_number must not be premium rate', 'candidate.name must have two words'],
    fields: {
      phoneNumber: 'phone_number must not be premium rate',
      candidateName: 'candidate.name must have two words',
    },
  },
  {
    from: 'class-validator',
    status: 400,
    body: json([
      {
        target: { name: 'Ada' },
        property: 'resume_url',
        constraints: { isUrl: 'must be on our own server' },
      },
    ]),
    words: ['resume_url: must be on our own server'],
    fields: { resumeUrl: 'must be on our own server' },
  },
  {
    from: 'Spring',
    status: 400,
    body: json({
      timestamp: '2026-05-04T12:00:00Z',
      status: 400,
      error: 'Bad Request',
      path: '/v1/interview/create-interview-request',
      errors: [
        {
          field: 'candidate.phoneNumber',
          defaultMessage: 'is on the do-not-call list',
          rejectedValue: '+44',
        },
      ],
    }),
    words: ['candidate.phoneNumber: is on the do-not-call list – Bad Request'],
    fields: { phoneNumber: 'is on the do-not-call list' },
  },
  {
    from: 'ASP.NET',
    status: 400,
    body: json({
      title: 'One or more validation errors occurred.',
      errors: { '$.candidate.phone_number': ['The JSON value could not be converted.'] },
      traceId: '00-1',
    }),
    words: ['One or more validation errors occurred.', 'The JSON value could not be converted.'],
    fields: { phoneNumber: 'The JSON value could not be converted.' },
  },
  {
    from: 'ASP.NET, older',
    status: 400,
    body: json({
      Message: 'The request is invalid.',
      ModelState: { 'model.QuestionnaireTemplateId': ['It was retired in March.'] },
    }),
    words: ['The request is invalid.', 'It was retired in March.'],
    fields: { questionnaireTemplateId: 'It was retired in March.' },
  },
  {
    from: 'Symfony',
    status: 422,
    body: json({ violations: [{ propertyPath: 'candidate[name]', message: 'This value is too grand.' }] }),
    words: ['This value is too grand.'],
    fields: { candidateName: 'This value is too grand.' },
  },
  {
    from: 'JSON:API',
    status: 422,
    body: json({
      errors: [
        {
          status: '422',
          source: { pointer: '/data/attributes/job_description_id' },
          title: 'Invalid attribute',
          detail: 'is not published yet',
        },
      ],
    }),
    words: ['Invalid attribute', 'is not published yet'],
    fields: { jobDescriptionId: 'Invalid attribute – is not published yet' },
  },
  {
    from: 'Google',
    status: 400,
    body: json({
      error: {
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: 'Invalid value at one place',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [{ field: 'resume_url', description: 'The host is not allowed' }],
          },
        ],
      },
    }),
    words: ['Invalid value at one place', 'The host is not allowed'],
    fields: { resumeUrl: 'The host is not allowed' },
  },
  {
    from: 'Azure',
    status: 400,
    body: json({
      error: { code: 'BadArgument', target: 'phone_number', message: 'That carrier is not served' },
    }),
    words: ['phone_number: That carrier is not served'],
    fields: { phoneNumber: 'That carrier is not served' },
  },
  {
    from: 'Stripe',
    status: 402,
    body: json({ error: { type: 'card_error', param: 'plan', message: 'Your card was declined.' } }),
    words: ['plan: Your card was declined.'],
  },
  {
    from: 'JSend',
    status: 400,
    body: json({ status: 'fail', data: { phone_number: 'A number in Chad is needed' } }),
    words: ['phone_number: A number in Chad is needed'],
    fields: { phoneNumber: 'A number in Chad is needed' },
  },
  {
    from: 'zod, as a list',
    status: 400,
    body: json([{ code: 'custom', path: ['candidate', 'name'], message: 'Names end with a letter' }]),
    words: ['Names end with a letter'],
    fields: { candidateName: 'Names end with a letter' },
  },
  {
    from: 'zod, flattened',
    status: 400,
    body: json({ formErrors: ['Too early'], fieldErrors: { resume_url: ['Not a PDF'] } }),
    words: ['Too early', 'resume_url: Not a PDF'],
    fields: { resumeUrl: 'Not a PDF' },
  },
  {
    from: 'GraphQL',
    status: 400,
    body: json({ errors: [{ message: 'Interviews are closed', path: ['createRequest'] }], data: null }),
    words: ['createRequest: Interviews are closed'],
  },
  {
    from: 'Salesforce',
    status: 400,
    body: json([{ message: 'Required fields are missing', errorCode: 'MISSING', fields: ['Phone'] }]),
    words: ['Phone: Required fields are missing'],
    fields: { phoneNumber: 'Required fields are missing' },
  },
  {
    from: 'an envelope',
    status: 403,
    body: json({ success: false, response: { fault: { faultstring: 'Key is not for this team' } } }),
    words: ['Key is not for this team'],
  },
  { from: 'a JSON text', status: 400, body: json('Not on a holiday'), words: ['Not on a holiday'] },
  {
    from: 'JSON in a JSON text',
    status: 400,
    body: json(json({ message: 'Wrapped twice' })),
    words: ['Wrapped twice'],
  },
  {
    from: 'plain text',
    status: 413,
    body: '  The body\n\tis too large  ',
    words: ['The body is too large'],
  },
  {
    from: 'a page of nginx',
    status: 413,
    body: '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx</center>\r\n</body></html>',
    words: ['413 Request Entity Too Large nginx'],
  },
  {
    from: 'a page with entities',
    status: 403,
    body: '<!doctype html><html lang=fr><title>Acc&egrave;s refus&eacute; &mdash; r&#233;essayez</title><style>b{}</style><p>Demandez &agrave; l&#x2019;administrateur',
    words: ['Accès refusé — réessayez – Demandez à l’administrateur'],
  },
  {
    from: 'XML',
    status: 400,
    body: '<?xml version="1.0"?><Error><Code>NumberBarred</Code><Message><![CDATA[Barred & gone]]></Message></Error>',
    words: ['NumberBarred Barred & gone'],
  },
  {
    from: 'an unknown shape',
    status: 400,
    body: json({ oops: 7, why: ['moon'] }),
    words: ['{"oops":7,"why":["moon"]}'],
  },
];
