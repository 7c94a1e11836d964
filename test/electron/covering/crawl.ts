import { type Contract, contract } from '../../../shared/ipc/contract.ts';
import { HISTORY_PARTS } from '../../../shared/outbox.ts';
import { REQUEST_SORTS, type RequestSort } from '../../../shared/request.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { CodedError } from '../../../shared/result.ts';
import { type Candidate, type CoveredWorld, QUESTIONNAIRE } from './covered-world.ts';

/** The inputs with which a call is made, or why it can't show anything of an assessment or a candidate. */
type Crawl = string | ((world: CoveredWorld) => readonly object[] | readonly undefined[]);

const WITHOUT_REQUESTS = 'It knows nothing of requests.';
const SAYS_DONE = 'Its answer is a count, an id or nothing.';
const TYPED_IN_WINDOW = 'It answers what the window gave it.';
const NOT_ACCEPTED = 'It is about submissions that are not accepted: they have no results.';
const FINDS_A_NAME = 'It is asked for a name or number, to erase that person.';

const noInput = () => [{}];
const FILTERED = { filter: NO_FILTER };
const SORTS: readonly RequestSort[] = [...REQUEST_SORTS, 'pin:/overall', 'pin:/language', 'pin:/more'];

const ids = ({ covered, revealed }: CoveredWorld): string[] =>
  [...covered, ...revealed].map(({ requestId }) => requestId);
const everyone = ({ covered, revealed }: CoveredWorld): readonly Candidate[] => [...covered, ...revealed];
const forEach = (world: CoveredWorld) => ids(world).map((requestId) => ({ requestId }));
const PAGE = 400;
const offsets = (world: CoveredWorld) =>
  Array.from({ length: Math.ceil(ids(world).length / PAGE) }, (_, at) => at * PAGE);
const orders = SORTS.flatMap((sort) => [true, false].map((descending) => ({ sort, descending })));

/** Every call of the contract. A new call must be added here, or the types and `uncrawled` fail. */
export const CRAWLS: { readonly [G in keyof Contract]: { readonly [N in keyof Contract[G]]: Crawl } } = {
  app: { state: WITHOUT_REQUESTS },
  workspaces: {
    connect: WITHOUT_REQUESTS,
    update: WITHOUT_REQUESTS,
    openPractice: WITHOUT_REQUESTS,
    select: SAYS_DONE,
    remove: SAYS_DONE,
  },
  session: {
    signIn: SAYS_DONE,
    cancel: SAYS_DONE,
    pasteReturnAddress: SAYS_DONE,
    signOut: SAYS_DONE,
  },
  team: {
    view: WITHOUT_REQUESTS,
    join: SAYS_DONE,
    setUp: SAYS_DONE,
    tryNow: SAYS_DONE,
    leave: SAYS_DONE,
    exchange: WITHOUT_REQUESTS,
    upload: SAYS_DONE,
    saveSchema: WITHOUT_REQUESTS,
  },
  managed: { enterSecret: SAYS_DONE, readPolicy: SAYS_DONE },
  connectionCheck: { plan: WITHOUT_REQUESTS, run: WITHOUT_REQUESTS },
  submissions: {
    submit: TYPED_IN_WINDOW,
    submitMany: SAYS_DONE,
    submitAgain: SAYS_DONE,
    duplicates: (world) => [{ phoneNumbers: everyone(world).map(({ phoneNumber }) => phoneNumber) }],
    checkNumber: 'It tells of a number that it is asked for why it may not be called.',
    takeBack: NOT_ACCEPTED,
    beginEdit: NOT_ACCEPTED,
    endEdit: SAYS_DONE,
    answerHolds: SAYS_DONE,
    undoTimeZone: SAYS_DONE,
    undoSendHeld: SAYS_DONE,
    pause: SAYS_DONE,
    resume: SAYS_DONE,
    outbox: noInput,
    outboxPage: () => [{ part: 'waiting', offset: 0 }],
    outboxGroups: () => [{ tab: 'waiting' }],
    outboxGroupPage: () => [{ part: 'waiting', cause: { isNot: [] }, offset: 0 }],
    outboxGroupPhones: () => [{ part: 'waiting', cause: { isNot: [] }, shownUntil: Number.MAX_SAFE_INTEGER }],
    historyPage: () => HISTORY_PARTS.map((part) => ({ part, offset: 0 })),
    bulk: SAYS_DONE,
    bulkProgress: noInput,
    stopBulk: SAYS_DONE,
    get: (world) => everyone(world).map(({ submissionId }) => ({ id: submissionId })),
    detail: (world) => everyone(world).map(({ submissionId }) => ({ id: submissionId })),
    search: (world) => everyone(world).map(({ name }) => ({ search: name, limit: 10 })),
    openResume: (world) => everyone(world).map(({ submissionId }) => ({ id: submissionId })),
    tryNow: SAYS_DONE,
    enterRequestId: SAYS_DONE,
    sendAgain: SAYS_DONE,
    discard: SAYS_DONE,
    undoDiscard: SAYS_DONE,
    setPaused: SAYS_DONE,
  },
  requests: {
    list: (world) =>
      orders.flatMap((order) =>
        offsets(world).map((offset) => ({ ...FILTERED, ...order, offset, limit: PAGE })),
      ),
    rows: (world) => [{ requestIds: ids(world) }],
    filterValues: noInput,
    today: () => [{ since: 0 }],
    hiddenBy: () => [FILTERED],
    place: (world) =>
      orders.flatMap((order) => forEach(world).map((each) => ({ ...FILTERED, ...order, ...each }))),
    get: forEach,
    workspacesOf: (world) => forEach(world).slice(0, 3),
    refresh: SAYS_DONE,
    onScreen: (world) => [{ requestIds: ids(world) }],
    seen: (world) => [{ requestIds: ids(world) }],
    annotate: (world) => [{ selection: { requestIds: ids(world) }, change: { addTags: ['Berlin'] } }],
    restore: (world) => [
      {
        annotations: world.covered.map(({ requestId }) => ({
          ...{ requestId, verdict: 'maybe', tags: [], archived: false },
        })),
      },
    ],
    setNotes: (world) => forEach(world).map((each) => ({ ...each, notes: 'Called back.' })),
    openResume: forEach,
    openResultLink: (world) => forEach(world).map((each) => ({ ...each, path: '/link' })),
    exportFile: (world) =>
      (['csv', 'json'] as const).flatMap((format) => [
        { format, selection: { requestIds: ids(world) } },
        { format, selection: { filter: NO_FILTER, except: [] } },
      ]),
    exportProgress: () => [undefined],
    stopExport: SAYS_DONE,
    exportReport: (world) =>
      (['pdf', 'csv'] as const).flatMap((format) => [
        ...ids(world).map((id) => ({ format, requestIds: [id] })),
        { format, requestIds: ids(world).slice(0, 6) },
        { format, requestIds: ids(world).slice(-4) },
      ]),
  },
  views: {
    list: noInput,
    save: () => [{ name: 'All', filter: NO_FILTER, sort: 'pin:/overall', descending: true }],
    remove: SAYS_DONE,
  },
  pins: {
    list: noInput,
    reading: noInput,
    pin: () => [{ path: '/answers', label: 'Answers', kind: 'text' }],
    unpin: () => [{ path: '/answers' }],
  },
  library: {
    list: noInput,
    usage: noInput,
    examples: () => [{ questionnaireId: QUESTIONNAIRE }],
    scoreOffer: () => [{ questionnaireId: QUESTIONNAIRE }, { questionnaireId: null }],
    declineScore: SAYS_DONE,
    save: TYPED_IN_WINDOW,
    describe: TYPED_IN_WINDOW,
    remove: TYPED_IN_WINDOW,
    replace: TYPED_IN_WINDOW,
    restore: SAYS_DONE,
    exportFile: () => [{ format: 'csv' }, { format: 'json' }],
  },
  imports: {
    recall: WITHOUT_REQUESTS,
    judgeRows: (world) => [
      {
        rows: everyone(world).map(({ phoneNumber }, at) => ({ number: at + 1, phoneNumber })),
        ...{ notBefore: null, noticeOn: null, hasNoticeColumn: false, timeZones: [] },
      },
    ],
    remember: SAYS_DONE,
    begin: SAYS_DONE,
    keepProblems: SAYS_DONE,
    queue: WITHOUT_REQUESTS,
    queuedRows: SAYS_DONE,
    finish: SAYS_DONE,
    list: WITHOUT_REQUESTS,
    progress: SAYS_DONE,
    withdraw: SAYS_DONE,
    undo: SAYS_DONE,
    saveProblems: WITHOUT_REQUESTS,
    saveSample: WITHOUT_REQUESTS,
  },
  insights: {
    funnel: () => [INSIGHTS],
    times: () => [INSIGHTS],
    hours: () => [INSIGHTS],
    agreement: () => [INSIGHTS],
    exportTable: TYPED_IN_WINDOW,
  },
  diagnostics: {
    health: WITHOUT_REQUESTS,
    databaseCheck: WITHOUT_REQUESTS,
    checkDatabase: WITHOUT_REQUESTS,
    cancelDatabaseCheck: WITHOUT_REQUESTS,
    text: WITHOUT_REQUESTS,
    saveText: TYPED_IN_WINDOW,
    deleteLogs: SAYS_DONE,
    deleteCrashDumps: SAYS_DONE,
    showFolder: SAYS_DONE,
    showPutAside: SAYS_DONE,
    pageError: SAYS_DONE,
  },
  rules: {
    get: noInput,
    save: TYPED_IN_WINDOW,
    callingTime: WITHOUT_REQUESTS,
    holidayCountries: WITHOUT_REQUESTS,
    nextHolidays: WITHOUT_REQUESTS,
  },
  doNotCall: {
    page: WITHOUT_REQUESTS,
    add: 'The stores’ part of its answer is crawled beside the calls.',
    countNew: SAYS_DONE,
    forbidding: WITHOUT_REQUESTS,
    lift: SAYS_DONE,
    addedTogether: SAYS_DONE,
    liftTogether: SAYS_DONE,
    liftLost: SAYS_DONE,
    save: WITHOUT_REQUESTS,
  },
  evidence: {
    state: WITHOUT_REQUESTS,
    save: WITHOUT_REQUESTS,
    saveHead: WITHOUT_REQUESTS,
  },
  holds: {
    page: () => [{ offset: 0 }],
    of: (world) => everyone(world).map(({ submissionId }) => ({ submissionId })),
    placeOf: SAYS_DONE,
    place: SAYS_DONE,
    release: SAYS_DONE,
  },
  privacy: {
    state: WITHOUT_REQUESTS,
    find: FINDS_A_NAME,
    erase: SAYS_DONE,
    saveHeld: 'It is the candidate’s own data, in a file for them.',
    saveReceipt: WITHOUT_REQUESTS,
    previewRetention: 'The stores’ part of its answer is crawled beside the calls.',
    removePutAside: SAYS_DONE,
  },
  explanations: {
    draft: (world) => everyone(world).map(({ submissionId }) => ({ submissionId })),
    copied: SAYS_DONE,
    save: TYPED_IN_WINDOW,
  },
  settings: { get: WITHOUT_REQUESTS, change: TYPED_IN_WINDOW, setGridLayout: SAYS_DONE },
  backup: {
    state: WITHOUT_REQUESTS,
    make: 'A backup is the whole database, encrypted, and is read by nobody but a restore.',
    choose: WITHOUT_REQUESTS,
    open: WITHOUT_REQUESTS,
    restore: SAYS_DONE,
    startOver: SAYS_DONE,
    cancel: SAYS_DONE,
    remindLater: SAYS_DONE,
    chooseAutomaticFolder: WITHOUT_REQUESTS,
    setUpAutomatic: WITHOUT_REQUESTS,
    turnOffAutomatic: SAYS_DONE,
    backUpNow: WITHOUT_REQUESTS,
    deleteBeforeErasure: SAYS_DONE,
  },
  desktop: {
    state: WITHOUT_REQUESTS,
    setStartAtLogin: WITHOUT_REQUESTS,
    openSaved: SAYS_DONE,
    showSaved: SAYS_DONE,
  },
  network: {
    state: WITHOUT_REQUESTS,
    saveProxy: SAYS_DONE,
    saveCredentials: SAYS_DONE,
    forgetCredentials: SAYS_DONE,
    chooseCertificateFile: SAYS_DONE,
    removeCertificateFile: SAYS_DONE,
  },
  updates: {
    state: WITHOUT_REQUESTS,
    check: WITHOUT_REQUESTS,
    download: WITHOUT_REQUESTS,
    restart: SAYS_DONE,
  },
};

const INSIGHTS = { filter: { from: null, until: null, job: null, questionnaire: null, by: null } };

/** Calls of the contract that nobody has said anything about, as `group.name`. */
export function uncrawled(): string[] {
  return Object.entries(contract).flatMap(([group, calls]) => {
    const known: object = CRAWLS[group as keyof Contract] ?? {};
    return Object.keys(calls)
      .filter((name) => !Object.hasOwn(known, name))
      .map((name) => `${group}.${name}`);
  });
}

/** What a call answers; a failure crosses to the window as well. */
async function answerOf(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof CodedError) return error.failure;
    throw error;
  }
}

/** Makes every call; gives, by call, all that it answered or wrote. */
export async function crawl(world: CoveredWorld): Promise<Map<string, string>> {
  const said = new Map<string, string>();
  for (const [group, calls] of Object.entries(CRAWLS)) {
    const handlers: Readonly<Record<string, unknown>> = world.handlers[group as keyof Contract];
    for (const [name, inputs] of Object.entries(calls as Readonly<Record<string, Crawl>>)) {
      if (typeof inputs === 'string') continue;
      const handler = handlers[name];
      if (typeof handler !== 'function') throw new Error(`${group}.${name} has no handler.`);
      world.takeWritten();
      const answers: unknown[] = [];
      for (const input of inputs(world)) {
        const asked = input && { workspaceId: world.workspaceId, ...input };
        answers.push(await answerOf(() => handler(asked)));
      }
      said.set(`${group}.${name}`, [JSON.stringify(answers), ...world.takeWritten()].join('\n'));
    }
  }
  return said;
}
