import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestDetail, Verdict } from '../../../shared/request.ts';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/standing-problem.ts';
import { VerdictMark } from '../../parts/verdict/verdict-mark.tsx';
import { VerdictPicker } from '../../parts/verdict/verdict-picker.tsx';
import { Missing } from './missing.tsx';
import classes from './verdict-cell.module.css';

/** The recruiter's verdict, set from here; on paper its word alone. */
export function VerdictCell({ request }: { request: RequestDetail }) {
  const { requestId, verdict, candidateName } = request;
  const client = useQueryClient();
  const key = queryKeys.request(requestId);
  const change = useMutation({
    mutationFn: (next: Verdict) =>
      api.requests.annotate({ selection: { requestIds: [requestId] }, change: { verdict: next } }),
    // Shown at once; what main says afterwards counts.
    onMutate: (next) => {
      client.setQueryData<RequestDetail>(key, (now) => now && { ...now, verdict: next });
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
    meta: SHOW_ERROR_IN_SHELL,
  });
  return (
    <>
      <div className={classes['picker']}>
        <VerdictPicker
          size="sm"
          label={`Verdict on ${candidateName}`}
          value={verdict}
          onChange={(next) => change.mutate(next)}
        />
      </div>
      <div className={classes['printed']}>
        {verdict === 'none' ? <Missing words="no verdict" /> : <VerdictMark verdict={verdict} />}
      </div>
    </>
  );
}
