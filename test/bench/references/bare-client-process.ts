/** A client that does nothing but its calls: undici's Pool and the bodies, no more. */
import { Pool } from 'undici';
import { CREATE_INTERVIEW_REQUEST_PATH, interviewRequestPath } from '../../../shared/service-interface.ts';
import { bodyOf, madeUpFields } from '../made-up-fields.ts';

const [origin = '', ask, count, connections] = process.argv.slice(2);
const headers = {
  authorization: 'Bearer bench',
  'content-type': 'application/json',
  accept: 'application/json',
};
const pool = new Pool(origin, { connections: Number(connections), pipelining: 1 });
const calls =
  ask === 'create'
    ? madeUpFields(Number(count)).map(
        (each) => () => call('POST', CREATE_INTERVIEW_REQUEST_PATH, JSON.stringify(bodyOf(each))),
      )
    : Array.from(
        { length: Number(count) },
        (_, index) => () => call('GET', interviewRequestPath(`ir_${index}`), null),
      );

const begun = performance.now();
await Promise.all(calls.map((each) => each()));
process.send?.(performance.now() - begun);
await pool.close();
process.disconnect();

async function call(method: 'GET' | 'POST', path: string, body: string | null): Promise<void> {
  const answer = await pool.request({ method, path, headers, body });
  await answer.body.json();
  const expected = method === 'POST' ? 201 : 200;
  if (answer.statusCode !== expected) throw new Error(`The service answered ${answer.statusCode}.`);
}
