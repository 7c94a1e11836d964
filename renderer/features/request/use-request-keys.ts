import { VERDICTS, type Verdict } from '../../../shared/request.ts';
import { type Action, useActions } from '../../parts/shortcuts/actions.ts';
import type { ShortcutId } from '../../parts/shortcuts/catalogue.ts';
import { VERDICT_WORDS } from '../../parts/verdict/verdict-words.ts';

interface RequestKeys {
  readonly onStep: (step: 1 | -1) => void;
  readonly onVerdict: (verdict: Verdict) => void;
}

const GROUP = 'This request';
const VERDICT_KEYS: readonly ShortcutId[] = ['verdict1', 'verdict2', 'verdict3', 'verdict4'];

/** J and K step through the list, 1 to 4 set the verdict in its order on screen; the palette offers the same. */
export function useRequestKeys({ onStep, onVerdict }: RequestKeys): void {
  useActions([
    {
      id: 'request.next',
      name: 'Next request',
      group: GROUP,
      shortcut: 'nextRequest',
      run: () => onStep(1),
    },
    {
      id: 'request.previous',
      name: 'Previous request',
      group: GROUP,
      shortcut: 'previousRequest',
      run: () => onStep(-1),
    },
    ...VERDICTS.map((verdict, at): Action => {
      const shortcut = VERDICT_KEYS[at];
      return {
        id: `request.verdict.${verdict}`,
        name: `Verdict: ${VERDICT_WORDS[verdict]}`,
        group: GROUP,
        ...(shortcut && { shortcut }),
        run: () => onVerdict(verdict),
      };
    }),
  ]);
}
