import { Button, Progress } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TeamProgress } from '../../../shared/team.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { countOf } from '../../parts/format.ts';
import { Dim, Framed, FramedRow, Words } from '../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';

/** What was here before the team is offered to it; and how far a long exchange has come. */
export function TeamExchange() {
  const { queries, api } = useWorkspace();
  const { data } = useQuery(queries.team.exchange());
  const upload = useMutation({ mutationFn: () => api.team.upload() });
  if (!data) return null;
  const { unshared, receiving, sending } = data;
  return (
    <>
      {unshared > 0 && (
        <Notice
          tone="info"
          title={`${countOf(unshared, 'request')} ${unshared === 1 ? 'is' : 'are'} from before you joined the team.`}
          actions={
            <Button loading={upload.isPending} onClick={() => upload.mutate()}>
              Upload {countOf(unshared, 'request')}
            </Button>
          }
        >
          <p>
            Once uploaded, your colleagues see them with their results and history, and are asked before they
            submit one of these numbers.
          </p>
        </Notice>
      )}
      <ErrorNotice error={upload.error} />
      {(receiving ?? sending) && (
        <Framed>
          {receiving && <ProgressRow name="Receiving what the team has" progress={receiving} />}
          {sending && <ProgressRow name="Sending to the team" progress={sending} />}
        </Framed>
      )}
    </>
  );
}

function ProgressRow({ name, progress: { done, of } }: { name: string; progress: TeamProgress }) {
  const percent = Math.floor((100 * done) / Math.max(1, of));
  return (
    <FramedRow>
      <Words component="div">{name}</Words>
      <Progress value={percent} size="sm" flex={1} maw={240} aria-label={name} />
      <Dim flex="none">{percent} %</Dim>
    </FramedRow>
  );
}
