import { Modal } from '@mantine/core';
import { Link } from 'wouter';
import { useSettings } from '../../api/settings.ts';
import { SHORTCUT_SCOPES, SHORTCUTS, type Shortcut } from '../../parts/shortcuts/catalogue.ts';
import { KeyNames } from '../../parts/shortcuts/key-names.tsx';
import { closeOverlay } from '../../parts/shortcuts/overlay.ts';
import { sectionPath } from '../../routes/paths.ts';
import classes from './shortcuts-dialog.module.css';

const ALL: readonly Shortcut[] = Object.values(SHORTCUTS);

/** All shortcuts, by where they work. */
export function ShortcutsDialog() {
  const off = useSettings().data?.singleKeyShortcuts === false;
  return (
    <Modal
      opened
      onClose={() => closeOverlay()}
      title="Keyboard shortcuts"
      size={780}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <p className={classes['lead']}>
        {off ? 'Single-key shortcuts are off. ' : 'Single-key shortcuts work while you’re not typing. '}
        <Link href={sectionPath('/settings', 'Preferences')} onClick={() => closeOverlay()}>
          {off ? 'Turn them on in Settings' : 'Turn them off in Settings'}
        </Link>
      </p>
      <div className={classes['places']}>
        {SHORTCUT_SCOPES.map((scope) => (
          <section key={scope} className={classes['place']} aria-label={scope}>
            <h3 className={classes['heading']}>{scope}</h3>
            <dl className={classes['list']}>
              {ALL.filter((shortcut) => shortcut.scope === scope).map(({ keys, words }) => (
                <div key={words} className={classes['row']}>
                  <dt className={classes['words']}>{words}</dt>
                  <dd className={classes['keys']}>
                    <KeyNames keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
