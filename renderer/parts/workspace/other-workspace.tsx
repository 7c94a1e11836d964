import { useNameElsewhere } from '../../api/app-state.tsx';
import classes from './other-workspace.module.css';

/** Says whose something is where another workspace is on screen by then; nothing in its own. */
export function OtherWorkspace({ id }: { id: string }) {
  const name = useNameElsewhere(id);
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
