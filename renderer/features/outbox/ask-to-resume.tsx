import { api } from '../../api/api.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { countOf } from '../../parts/text/count-of.ts';

interface PausedQuestion {
  readonly workspaceId: string;
  /** How many submissions wait in this workspace. */
  readonly waiting: number;
  /** Whom the person wants to submit now; left out: all. */
  readonly name?: string | undefined;
  /** Runs once sending is resumed. */
  readonly onResumed: () => void;
}

/** Says that sending is paused, and offers to resume it. */
export function askToResume({ workspaceId, waiting, name, onResumed }: PausedQuestion): void {
  askToConfirm({
    workspaceId,
    title: 'Sending is paused',
    body: (
      <>
        {name === undefined ? 'Nothing' : <strong dir="auto">{name}</strong>}
        {name === undefined ? ' is sent while you pause sending.' : " isn't sent while you pause sending."} If
        you resume, everything that is due goes out
        {waiting > 1 && `: ${countOf(waiting, 'submission')} wait here`}.
      </>
    ),
    confirm: 'Resume sending',
    run: async () => {
      await api.submissions.setPaused({ paused: false });
      onResumed();
    },
  });
}
