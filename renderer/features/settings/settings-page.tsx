import { useId } from 'react';
import { Link, Redirect } from 'wouter';
import { useAppState } from '../../api/app-state.tsx';
import { Page } from '../../parts/page/page.tsx';
import { useKeptFocus } from '../../parts/page/use-kept-focus.ts';
import { usePathSegment } from '../../routes/hash-location.ts';
import { aliasedSettingsPath, SETTINGS_PART_LIST } from '../../routes/settings-parts.ts';
import { SETTINGS_PARTS } from './parts.tsx';
import classes from './settings-page.module.css';

/** How many candidates' requests are due soon or overdue; the main navigation says it to screen readers. */
function RightsDue() {
  const { rightsDue } = useAppState();
  if (rightsDue === 0) return null;
  return (
    <span className={classes['due']} aria-hidden title="Due within a week, or overdue">
      {rightsDue}
    </span>
  );
}

interface PartLinkProps {
  readonly part: (typeof SETTINGS_PART_LIST)[number];
  readonly isOpen: boolean;
}

function PartLink({ part, isOpen }: PartLinkProps) {
  const id = useId();
  const hint = 'hint' in part ? part.hint : undefined;
  return (
    <div className={classes['place']}>
      <Link
        href={`/settings${part.path}`}
        className={classes['part'] ?? ''}
        aria-current={isOpen ? 'page' : undefined}
        aria-describedby={hint && id}
      >
        {part.label}
        {part.path === '/rights' && <RightsDue />}
      </Link>
      {hint && (
        <span id={id} className={classes['hint']}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** The settings of this computer, in parts; an unknown path shows the first. */
export function SettingsPage() {
  useKeptFocus();
  const segment = usePathSegment(1);
  const moved = aliasedSettingsPath(`/${segment}`);
  const open = SETTINGS_PART_LIST.find(({ path }) => path === `/${segment}`) ?? SETTINGS_PART_LIST[0];
  const Part = SETTINGS_PARTS[open.path];
  if (moved !== null) return <Redirect to={moved} replace />;
  return (
    <Page title="Settings">
      <div className={classes['settings']}>
        <nav aria-label="Parts of the settings" className={classes['parts']}>
          {SETTINGS_PART_LIST.map((part) => (
            <PartLink key={part.path} part={part} isOpen={part === open} />
          ))}
        </nav>
        <div className={classes['sections']}>
          <Part key={open.path} />
        </div>
      </div>
    </Page>
  );
}
