import { useOtherWorkspaceName } from '../../api/app-state.tsx';
import classes from './other-workspace-label.module.css';

/** Names a workspace while another one is on screen; otherwise renders nothing. */
export function OtherWorkspaceLabel({ id }: { id: string }) {
  const name = useOtherWorkspaceName(id);
  if (name === undefined) return null;
  return (
    <div className={classes['words']}>
      {name === null ? (
        'In a workspace that was removed'
      ) : (
        <>
          In <bdi>{name}</bdi>
        </>
      )}
    </div>
  );
}
