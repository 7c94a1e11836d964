import { randomUUID } from 'node:crypto';
import { callKey } from '../../shared/call-key.ts';
import { PRACTICE_JOB, PRACTICE_LIBRARY, PRACTICE_QUESTIONNAIRE } from '../../shared/practice-library.ts';
import type { PracticeService } from '../practice-service.ts';
import { PostgresCluster, postgresPrograms, type Recruiter } from './postgres-cluster.ts';

/** The app's own default, which nobody has to enter. */
const TEAM = 'callboard';

const PEOPLE = ['anna', 'ben', 'clara'];

/** Whom Clara has submitted already. +1 202 555 0100 to 0199 belongs to nobody. */
const CLARAS = [
  { name: 'Maya Ferris', phoneNumber: '+12025550161' },
  { name: 'Jonas Pohl', phoneNumber: '+12025550162' },
  { name: 'Ines Duarte (no answer)', phoneNumber: '+12025550163' },
];

export interface PracticeTeam {
  /** A `postgresql://` address for each recruiter, by login. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Ends the server and removes its data. */
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL in a scratch folder with a team of three, of whom one has submitted candidates to this service. Without
 * PostgreSQL, throws an Error that says what to install.
 */
export async function startPracticeTeam(
  service: Pick<PracticeService, 'baseUrl' | 'requests'>,
  programs = postgresPrograms(),
): Promise<PracticeTeam> {
  if (programs === null) throw new Error(missing());
  const cluster = await PostgresCluster.make(programs);
  try {
    await cluster.createTeam(TEAM);
    const recruiters: Recruiter[] = [];
    for (const login of PEOPLE) recruiters.push(await cluster.createRecruiter(TEAM, login));
    await submitForClara(cluster, recruiters.at(-1), service);
    return {
      // The server is this computer's own, and has no certificate.
      addresses: Object.fromEntries(
        recruiters.map((each) => [each.login, `${cluster.addressOf(each)}?sslmode=disable`]),
      ),
      close: () => cluster.remove(),
    };
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}

/** Claims and shares what Clara's computer would have: electron/team/shared-records.ts. */
async function submitForClara(
  cluster: PostgresCluster,
  clara: Recruiter | undefined,
  { baseUrl, requests }: Pick<PracticeService, 'baseUrl' | 'requests'>,
): Promise<void> {
  if (clara === undefined) return;
  const resumeUrl = 'https://files.example.com/resume.pdf';
  const made = CLARAS.map(({ name, phoneNumber }) => {
    const creation = requests.create(
      {
        resume_url: resumeUrl,
        job_description_id: PRACTICE_JOB,
        questionnaire_template_id: PRACTICE_QUESTIONNAIRE,
        candidate: { name, phone_number: phoneNumber },
      },
      undefined,
    );
    if (creation.kind === 'key-reused') throw new Error('The request has no key.');
    const { requestId, createdAt: at } = creation.request;
    return { id: randomUUID(), name, phoneNumber, requestId, at };
  });
  const settled = made.map(({ id, name, phoneNumber, at }) => ({
    ...{ service: baseUrl, call_key: callKey(phoneNumber), submission: id, state: 'accepted', at },
    ...{ candidate: name, job: PRACTICE_JOB, upload: true },
  }));
  const records = made.map(({ id, name, phoneNumber, requestId, at }) => ({
    ...{ kind: 'request', key: `${baseUrl} ${requestId} ${id}`, service: baseUrl, request: requestId },
    body: {
      submission: {
        ...{ id, candidateName: name, phoneNumber, resumeUrl, jobDescriptionId: PRACTICE_JOB },
        ...{ questionnaireTemplateId: PRACTICE_QUESTIONNAIRE, attempts: 1, createdAt: at, updatedAt: at },
      },
      ...{ requestId, status: 'PENDING', acceptedAt: at, changedAt: at, history: [] },
    },
  }));
  const library = PRACTICE_LIBRARY.map((label) => ({
    kind: 'library',
    key: `${baseUrl} ${label.kind} ${label.serviceId}`,
    body: { service: baseUrl, label },
  }));
  const computer = randomUUID();
  for (const call of [
    `hello('${computer}', 'Clara Ruiz', 0, null, null)`,
    `settle('${computer}', $json$${JSON.stringify(settled)}$json$)`,
    `share('${computer}', $json$${JSON.stringify([...records, ...library])}$json$)`,
  ])
    await cluster.psql(`select from ${TEAM}.${call}`, { as: clara });
}

function missing(): string {
  if (process.platform === 'win32') return 'Its team database is for Linux and macOS.';
  const install = process.platform === 'darwin' ? 'brew install postgresql@17' : 'apt-get install postgresql';
  return `Its team database needs PostgreSQL 14 or newer, which isn't here. Install it (${install}), then try again.`;
}
