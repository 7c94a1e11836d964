import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Hold } from '../../../../shared/holds.ts';
import { api } from '../../../api/api.ts';
import { useWorkspace } from '../../../api/app-state.tsx';
import { askToConfirm } from '../../../parts/dialog.tsx';
import { formatDate } from '../../../parts/format.ts';
import { BulletList } from '../../../parts/layout.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { usePhoneFormat } from '../../../parts/phone.tsx';

/** Its mark keeps the groups of a number behind a right-to-left name in order. */
const LEFT_TO_RIGHT = ', \u200e';

/** Who is held: the name and the number. */
export function useHeldPerson({ name, phoneNumber }: Pick<Hold, 'name' | 'phoneNumber'>): string {
  const format = usePhoneFormat();
  return [name, format(phoneNumber)].filter((part) => part !== '').join(LEFT_TO_RIGHT);
}

/** Says that the person of a request is under legal hold, and why; nothing if they aren't. */
export function HeldNotice({ submissionId }: { submissionId: string }) {
  const { data = [] } = useQuery({
    ...useWorkspace().queries.holds.of({ submissionId }),
    placeholderData: keepPreviousData,
  });
  if (data.length === 0) return null;
  return (
    <Notice tone="info" title="Under legal hold: this request is not erased when its time is over">
      <HeldList holds={data} canRelease />
    </Notice>
  );
}

interface HeldListProps {
  readonly holds: readonly Hold[];
  readonly canRelease?: boolean;
}

/** Who is under legal hold, why, since when and by whom. */
export function HeldList({ holds, canRelease = false }: HeldListProps) {
  return (
    <BulletList style={{ maxHeight: 200, overflow: 'auto' }} aria-label="Legal holds">
      {holds.map((hold) => (
        <li key={hold.id}>
          <HeldWords hold={hold} /> {canRelease && <ReleaseButton hold={hold} />}
        </li>
      ))}
    </BulletList>
  );
}

function HeldWords({ hold }: { hold: Hold }) {
  return (
    <>
      <bdi>{useHeldPerson(hold)}</bdi>, since {formatDate(hold.placedAt)}, placed by{' '}
      <bdi>{hold.placedBy === '' ? 'an unknown account' : hold.placedBy}</bdi>
      {hold.reason !== '' && (
        <>
          : “<bdi>{hold.reason}</bdi>”
        </>
      )}
    </>
  );
}

/** Releases a person, once that is confirmed. */
export function ReleaseButton({ hold }: { hold: Hold }) {
  const person = useHeldPerson(hold);
  const ask = () =>
    askToConfirm({
      title: 'Release this legal hold?',
      body: (
        <>
          What the legal hold on <bdi>{person}</bdi> kept is erased at the next daily check if its time is
          over and no other one keeps it. A backup that has the hold brings it back when it is restored.
        </>
      ),
      confirm: 'Release the hold',
      run: () => api.holds.release({ id: hold.id }),
    });
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Release the legal hold on ${person}`}
      onClick={ask}
    >
      Release…
    </Button>
  );
}
