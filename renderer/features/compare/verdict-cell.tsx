import type { RequestDetail } from '../../../shared/request.ts';
import { useAnnotations } from '../../parts/verdict/use-annotations.ts';
import { VerdictMark } from '../../parts/verdict/verdict-mark.tsx';
import { VerdictPicker } from '../../parts/verdict/verdict-picker.tsx';
import { Missing } from './missing.tsx';
import classes from './verdict-cell.module.css';

/** The recruiter's verdict, which can be changed here; in print only its word. */
export function VerdictCell({ request }: { request: RequestDetail }) {
  const { verdict, candidateName } = request;
  const { setVerdict } = useAnnotations(request);
  return (
    <>
      <div className={classes['picker']}>
        <VerdictPicker
          size="sm"
          label={`Verdict on ${candidateName}`}
          value={verdict}
          onChange={setVerdict}
        />
      </div>
      <div className={classes['printed']}>
        {verdict === 'none' ? <Missing words="no verdict" /> : <VerdictMark verdict={verdict} />}
      </div>
    </>
  );
}
