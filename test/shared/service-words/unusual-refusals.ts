import type { Refusal } from './refusals.ts';

const json = (value: unknown) => JSON.stringify(value);

/** Refusals as some services write them, and as others break them. */
export const UNUSUAL_REFUSALS: readonly Refusal[] = [
  {
    from: 'AWS',
    status: 400,
    body: json({ __type: 'com.amazonaws#ValidationException', message: 'Not on Sundays' }),
    words: ['Not on Sundays'],
  },
  {
    from: 'SOAP',
    status: 500,
    body: '<s:Envelope xmlns:s="urn:s"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>Line is barred</faultstring></s:Fault></s:Body></s:Envelope>',
    words: ['Line is barred'],
  },
  {
    from: 'Ajv',
    status: 400,
    body: json({
      errors: [{ instancePath: '/candidate/phone_number', keyword: 'pattern', message: 'must match "^\\+"' }],
    }),
    words: ['must match "^\\+"'],
    fields: { phoneNumber: 'must match "^\\+"' },
  },
  {
    from: 'zod, as a tree',
    status: 400,
    body: json({
      errors: [],
      properties: {
        candidate: { errors: [], properties: { phone_number: { errors: ['Too short by two'] } } },
      },
    }),
    words: ['Too short by two'],
    fields: { phoneNumber: 'Too short by two' },
  },
  {
    from: 'zod, formatted',
    status: 400,
    body: json({ _errors: [], candidate: { _errors: [], name: { _errors: ['One word is too few'] } } }),
    words: ['One word is too few'],
    fields: { candidateName: 'One word is too few' },
  },
  {
    from: 'HAL',
    status: 400,
    body: json({
      message: 'Not valid',
      _embedded: { errors: [{ message: 'is taken', path: '/phone_number' }] },
    }),
    words: ['Not valid', 'phone_number: is taken'],
    fields: { phoneNumber: 'is taken' },
  },
  {
    from: 'OData',
    status: 400,
    body: json({ error: { code: 'X/1', message: { lang: 'de', value: 'Rufnummer gesperrt' } } }),
    words: ['Rufnummer gesperrt'],
  },
  {
    from: 'JSON-RPC',
    status: 400,
    body: json({
      error: { code: -32602, message: 'Invalid params', data: { phone_number: 'is a landline' } },
      id: 1,
    }),
    words: ['Invalid params', 'phone_number: is a landline'],
    fields: { phoneNumber: 'is a landline' },
  },
  {
    from: 'FHIR',
    status: 422,
    body: json({
      issue: [{ severity: 'error', diagnostics: 'No such questionnaire', details: { text: 'Unknown' } }],
    }),
    words: ['No such questionnaire', 'Unknown'],
  },
  {
    from: 'GitHub, with a code alone',
    status: 422,
    body: json({
      message: 'Not valid',
      errors: [{ resource: 'Call', field: 'phone_number', code: 'blocked' }],
    }),
    words: ['Not valid', 'phone_number: blocked'],
    fields: { phoneNumber: 'blocked' },
  },
  {
    from: 'Slack',
    status: 400,
    body: json({
      ok: false,
      error: 'not_allowed',
      response_metadata: { messages: ['[ERROR] seat is missing'] },
    }),
    words: ['[ERROR] seat is missing', 'not_allowed'],
  },
  {
    from: 'Okta',
    status: 400,
    body: json({
      errorCode: 'E1',
      errorSummary: 'Not accepted',
      errorCauses: [{ errorSummary: 'The plan has ended' }],
    }),
    words: ['Not accepted', 'The plan has ended'],
  },
  {
    from: 'Atlassian',
    status: 400,
    body: json({ errorMessages: ['No seat is left'], errors: { phone_number: 'is hidden' } }),
    words: ['No seat is left', 'phone_number: is hidden'],
    fields: { phoneNumber: 'is hidden' },
  },
  {
    from: 'Facebook',
    status: 400,
    body: json({
      error: { message: '(#100) No', error_user_title: 'Blocked', error_user_msg: 'They blocked calls' },
    }),
    words: ['(#100) No', 'Blocked', 'They blocked calls'],
  },
  {
    from: 'Xero',
    status: 400,
    body: json({
      Message: 'Not valid',
      Elements: [{ ValidationErrors: [{ Message: 'The name must be unique' }] }],
    }),
    words: ['Not valid', 'The name must be unique'],
  },
  {
    from: 'GraphQL with extensions',
    status: 400,
    body: json({
      errors: [{ message: 'Not valid', extensions: { errors: { phone_number: ['was never assigned'] } } }],
    }),
    words: ['Not valid', 'phone_number: was never assigned'],
    fields: { phoneNumber: 'was never assigned' },
  },
  {
    from: 'a gateway that kept the body in a text',
    status: 400,
    body: json({ statusCode: 400, body: json({ message: 'Closed in August' }) }),
    words: ['Closed in August'],
  },
  {
    from: 'a message that is JSON itself',
    status: 400,
    body: json({ message: json({ detail: 'Not before nine' }) }),
    words: ['Not before nine'],
  },
  {
    from: 'envelopes in envelopes',
    status: 400,
    body: json({ result: { outcome: { reply: { error: { message: 'Deep inside' } } } } }),
    words: ['Deep inside'],
  },
  {
    from: 'German keys',
    status: 400,
    body: json({ fehler: 'Die Nummer ist gesperrt', nummer: 17 }),
    words: ['Die Nummer ist gesperrt'],
  },
  {
    from: 'Chinese',
    status: 400,
    body: json({ 错误: '该号码已被列入黑名单' }),
    words: ['该号码已被列入黑名单'],
  },
  {
    from: 'Arabic',
    status: 400,
    body: json({ message: 'الرقم محظور +442079460958' }),
    words: ['الرقم محظور +442079460958'],
  },
  {
    from: 'emojis',
    status: 400,
    body: json({ message: '🚫 Not for 👩‍👩‍👧' }),
    words: ['🚫 Not for 👩‍👩‍👧'],
  },
  {
    from: 'fields in camel case',
    status: 422,
    body: json({ errors: { phoneNumber: ['first'], resumeUrl: ['second'], jobDescriptionId: ['third'] } }),
    words: ['first', 'second', 'third'],
    fields: { phoneNumber: 'first', resumeUrl: 'second', jobDescriptionId: 'third' },
  },
  {
    from: 'JSON with a byte order mark',
    status: 400,
    body: `\ufeff${json({ message: 'Marked' })}`,
    words: ['Marked'],
  },
  {
    from: 'JSON that was cut off',
    status: 400,
    body: '{"message":"\\u00c4rger mit der Nummer","errors":[{"field":"pho',
    words: ['Ärger mit der Nummer'],
  },
  {
    from: 'JSON with a comma too many',
    status: 400,
    body: '{"message":"One comma too many",}',
    words: ['One comma too many'],
  },
  {
    from: 'several lines of JSON',
    status: 400,
    body: '{"message":"The first line"}\n{"message":"The second line"}',
    words: ['The first line', 'The second line'],
  },
  { from: 'JSONP', status: 400, body: 'answer({"message":"Called back"});', words: ['Called back'] },
  {
    from: 'JSON behind a guard',
    status: 400,
    body: ')]}\',\n{"message":"Guarded"}',
    words: ['Guarded'],
  },
  {
    from: 'an event stream',
    status: 400,
    body: 'event: error\ndata: {"message":"Streamed"}\n\n',
    words: ['Streamed'],
  },
  {
    from: 'a form',
    status: 400,
    body: 'error=invalid_request&error_description=Not+on+Sundays%21',
    words: ['Not on Sundays! invalid_request'],
  },
  {
    from: 'Cloudflare',
    status: 522,
    body: '<!DOCTYPE html><!-- <title>not this</title> --><html><head><title>acme.example | 522: Connection timed out</title><script>var no = "<b>no</b>"</script></head><body><h1>Connection timed out <span>Error code 522</span></h1></body></html>',
    words: ['acme.example | 522: Connection timed out – Connection timed out Error code 522'],
  },
  {
    from: 'IIS',
    status: 404,
    body: '<html><head><title>IIS 10.0 Detailed Error - 404.0</title><style><!-- body { margin: 0 } --></style></head><body><h3>HTTP Error 404.0</h3></body></html>',
    words: ['IIS 10.0 Detailed Error - 404.0 – HTTP Error 404.0'],
  },
  {
    from: "a company's block page",
    status: 403,
    body: '<table><tr><td><img src=logo.png></td></tr><tr><td><b>Your proxy</b> has blocked this: Telephony</td></tr></table>',
    words: ['Your proxy has blocked this: Telephony'],
  },
  {
    from: 'text with control characters',
    status: 400,
    body: 'Bad\u0000 \u001b[31mline\u202e reversed',
    words: ['Bad [31mline reversed'],
  },
  {
    from: 'a very long text',
    status: 400,
    body: `It is long. ${'x'.repeat(1e6)}`,
    words: ['It is long. xxx'],
  },
];
