import { useOtherWorkspaceName } from '../../api/app-state.tsx';
import classes from './other-workspace-label.module.css';

/** Says whose something is where another workspace is on screen by then; nothing in its own. */
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
