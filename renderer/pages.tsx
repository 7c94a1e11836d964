import { Redirect, Route, Switch, useSearchParams } from 'wouter';
import { useWorkspace } from './api/app-state.tsx';
import { type OpenRequest, RequestsPage } from './features/requests/requests-list.tsx';
import { TodayPage } from './features/today/today-page.tsx';
import {
  ComparePage,
  FoundSubmissionsPage,
  ImportPage,
  InsightsPage,
  JobPage,
  LibraryPage,
  NewRequestPage,
  OutboxPage,
  RequestPage,
  SettingsPage,
  SubmissionPage,
} from './lazy-pages.ts';
import { useHashLocation, useJobInAddress, usePathSegment } from './routes/hash-location.ts';
import { FIRST_PAGE, submissionPath } from './routes/paths.ts';
import { outboxPlace } from './routes/unsaved-work.ts';

/** Routes of the pages of a workspace. */
export function Pages() {
  return (
    <Switch>
      <Route path="/today" component={TodayPage} />
      <Route path="/jobs/:id" component={RequestsRoute} />
      <Route path="/requests/:id?" component={RequestsRoute} />
      <Route path="/compare" component={ComparePage} />
      <Route path="/new" component={NewRequestRoute} />
      <Route path="/import" component={ImportPage} />
      <Route path="/submissions" component={FoundSubmissionsRoute} />
      <Route path="/submissions/:id" component={SubmissionRoute} />
      <Route path="/outbox/:tab?" component={OutboxPage} />
      <Route path="/library" component={LibraryPage} />
      <Route path="/insights" component={InsightsPage} />
      <Route path="/settings/:part?/:workspace?" component={SettingsPage} />
      <Route>
        <Redirect to={FIRST_PAGE} replace />
      </Route>
    </Switch>
  );
}

/** The list, of all or of a job, stays mounted while a request is open: beside it in a wide window, otherwise behind it. */
function RequestsRoute() {
  const [path] = useHashLocation();
  const segment = usePathSegment(1);
  const openRequestId = path.startsWith('/requests/') && segment !== '' ? segment : null;
  const job = useJobInAddress();
  const { id: workspaceId } = useWorkspace();
  const page = {
    openRequestId,
    renderRequest: (opened: OpenRequest) => <RequestPage key={workspaceId} {...opened} />,
  };
  return job === null ? <RequestsPage {...page} /> : <JobPage key={job} job={job} {...page} />;
}

function FoundSubmissionsRoute() {
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  const importId = params.get('import');
  if (search === '' && importId === null) return <Redirect to="/outbox" replace />;
  return <FoundSubmissionsPage search={search} importId={importId} />;
}

function SubmissionRoute() {
  const submissionId = usePathSegment(1);
  return <SubmissionPage key={submissionId} submissionId={submissionId} />;
}

function NewRequestRoute() {
  const [search] = useSearchParams();
  const replaces = search.get('replaces');
  const again = search.get('again');
  const { id: workspaceId } = useWorkspace();
  const returnTo = pathBefore(search.get('from'), replaces, outboxPlace(workspaceId));
  return (
    <NewRequestPage
      key={`${replaces} ${again}`}
      replaces={replaces}
      again={again}
      job={search.get('job')}
      questionnaire={search.get('questionnaire')}
      returnTo={returnTo}
    />
  );
}

/** Where a correction goes back to: the page that it was begun on. */
function pathBefore(from: string | null, replaces: string | null, outbox: string): string {
  if (from === 'submission' && replaces !== null) return submissionPath(replaces);
  return from === 'outbox' ? outbox : '/new';
}
