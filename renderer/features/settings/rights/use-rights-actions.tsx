import type { RightsKind, RightsRequest } from '../../../../shared/rights.ts';
import { parseTypedPhone } from '../../../../shared/typed-phone.ts';
import { useRules } from '../../../api/rules.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { openNotToCall } from '../../../parts/do-not-call/open-not-to-call.ts';
import { openExplain } from '../../../parts/explain/open-explain.ts';
import { offerToClose } from '../../../parts/rights/offer-to-close.tsx';
import { openAddNumbers } from '../../../routes/numbers-draft.ts';
import { openErasePerson } from '../../../routes/person-to-erase.ts';
import { askToRefuse } from './ask-to-refuse.tsx';
import { openRightsForm } from './rights-form.tsx';
import { useChangeRights } from './use-change-rights.ts';

export interface RightsAction {
  readonly words: string;
  readonly run: () => void;
}

interface RightsActions {
  /** What answers the request, or else closes it; undefined for a closed one. */
  readonly main: RightsAction | undefined;
  /** The other ways to answer it. */
  readonly more: readonly RightsAction[];
  /** What changes the entry. */
  readonly state: readonly RightsAction[];
}

/** What can be done about an entry. */
export function useRightsActions(entry: RightsRequest): RightsActions {
  const byKind = useAnswers(entry);
  const { done, reopen, refuse, remove } = useChangeRights(entry);
  const isOpen = entry.state === 'open';
  const markDone = { words: 'Mark as done', run: done };
  const answer = byKind[entry.kind];
  const main = isOpen ? (answer ?? markDone) : undefined;
  return {
    main,
    more: Object.values(byKind).filter((each) => each !== main),
    state: [
      ...(isOpen && main !== markDone ? [markDone] : []),
      ...(isOpen ? [{ words: 'Refuse…', run: () => askToRefuse(entry, refuse) }] : []),
      ...(isOpen ? [] : [{ words: 'Reopen', run: reopen }]),
      { words: 'Edit…', run: () => openRightsForm({ entry }) },
      { words: 'Delete', run: remove },
    ],
  };
}

/** What answers a request of each kind, with its person filled in; nothing once the person was erased. */
function useAnswers(entry: RightsRequest): Readonly<Partial<Record<RightsKind, RightsAction>>> {
  const { id: workspaceId } = useWorkspace();
  const { defaultCountry = null } = useRules().data ?? {};
  const { name, phone, erased, submissionId } = entry;
  if (erased || (name === '' && phone === '')) return {};
  const privacyPage = () => openErasePerson({ name, phone, request: entry });
  const number = parseTypedPhone(phone, defaultCountry);
  return {
    access: { words: 'Save what is held…', run: privacyPage },
    erasure: { words: 'Erase…', run: privacyPage },
    objection: {
      words: 'Add to do-not-call list…',
      run: () =>
        number.ok
          ? openNotToCall({
              workspaceId,
              phoneNumbers: [number.value.e164],
              ...(name !== '' && { candidateName: name }),
              onAdded: () => offerToClose(entry),
            })
          : openAddNumbers({ text: phone, onAdded: () => offerToClose(entry) }),
    },
    explanation: {
      words: 'Explain a decision…',
      run: () => openExplain({ workspaceId, submissionId, person: { name, phone }, request: entry }),
    },
  };
}
