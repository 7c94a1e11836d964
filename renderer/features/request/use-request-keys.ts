import { VERDICTS, type Verdict } from '../../../shared/request.ts';
import { type Action, useActions } from '../../parts/shortcuts/actions.ts';
import type { ShortcutId } from '../../parts/shortcuts/catalogue.ts';
import { VERDICT_WORDS } from '../../parts/verdict/verdict-words.ts';

interface RequestKeys {
  readonly onStep: (step: 1 | -1) => void;
  readonly onVerdict: (verdict: Verdict) => void;
}

const VERDICT_KEYS: readonly ShortcutId[] = ['verdict1', 'verdict2', 'verdict3', 'verdict4'];

/** J and K step through the list, 1 to 4 set the verdict in its order on screen; the palette offers the same. */
export function useRequestKeys({ onStep, onVerdict }: RequestKeys): void {
  useActions([
    keyAction('next', 'Next request', 'nextRequest', () => onStep(1)),
    keyAction('previous', 'Previous request', 'previousRequest', () => onStep(-1)),
    ...VERDICTS.map((verdict, index) =>
      keyAction(`verdict.${verdict}`, `Verdict: ${VERDICT_WORDS[verdict]}`, VERDICT_KEYS[index], () =>
        onVerdict(verdict),
      ),
    ),
  ]);
}

function keyAction(id: string, name: string, shortcut: ShortcutId | undefined, run: () => void): Action {
  return { id: `request.${id}`, name, group: 'This request', ...(shortcut && { shortcut }), run };
}
