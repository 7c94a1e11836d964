import { Button, Modal, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Hold, HoldPage } from '../../../../shared/holds.ts';
import { api, queries } from '../../../api/api.ts';
import { useWorkspace } from '../../../api/app-state.tsx';
import { formatDate, formatNumber } from '../../../parts/format.ts';
import { Dim, FramedRow, PlainList, Words } from '../../../parts/layout.tsx';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import { ReleaseButton, useHeldPerson } from './held-notice.tsx';
import { HoldForm } from './hold-dialog.tsx';

/** Persons whose data no retention erases. */
export function HoldsSection() {
  const { defaultCountry = null } = useQuery(useWorkspace().queries.rules.get()).data ?? {};
  const [adding, setAdding] = useState(false);
  const close = () => setAdding(false);
  return (
    <Section
      title="Legal holds"
      aside={
        <Button variant="default" onClick={() => setAdding(true)}>
          Place a legal hold…
        </Button>
      }
    >
      <Holds />
      <Modal opened={adding} onClose={close} title="Place a legal hold" size="md">
        <HoldForm about={{ defaultCountry }} onClose={close} />
      </Modal>
    </Section>
  );
}

function Holds() {
  const [pages, setPages] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useHoldPages(pages);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={80} radius="md" />;
  const { holds, count } = data;
  if (count === 0) {
    return (
      <Dim component="p" fz="sm">
        Nobody is under legal hold.
      </Dim>
    );
  }
  return (
    <>
      <PlainList aria-label="Persons under legal hold" framed>
        {holds.map((hold) => (
          <HoldItem key={hold.id} hold={hold} />
        ))}
      </PlainList>
      {holds.length < count && (
        <Button
          variant="default"
          mt={8}
          style={{ alignSelf: 'flex-start' }}
          loading={isPlaceholderData}
          onClick={() => setPages(pages + 1)}
        >
          Show more ({formatNumber(count - holds.length)})
        </Button>
      )}
    </>
  );
}

/** Who is held, why, since when and by whom. */
export function HoldItem({ hold }: { hold: Hold }) {
  const { reason, placedAt, placedBy } = hold;
  const person = useHeldPerson(hold);
  return (
    <FramedRow component="li">
      <div>
        <Words component="bdi" fw={500}>
          {person}
        </Words>
        {reason !== '' && (
          <Words style={{ whiteSpace: 'pre-line' }} dir="auto">
            {reason}
          </Words>
        )}
        <Dim display="block">
          Since {formatDate(placedAt)} · by <bdi>{placedBy}</bdi>
        </Dim>
      </div>
      <ReleaseButton hold={hold} />
    </FramedRow>
  );
}

/** The holds of the first `pages` pages. */
function useHoldPages(pages: number) {
  return useQuery({
    queryKey: [...queries.holds.page.queryKey, pages],
    queryFn: () => fetchPages(pages),
    placeholderData: keepPreviousData,
  });
}

async function fetchPages(pages: number): Promise<HoldPage> {
  let list = await api.holds.page({ offset: 0 });
  for (let page = 1; page < pages && list.holds.length < list.count; page += 1) {
    const { holds, count } = await api.holds.page({ offset: list.holds.length });
    list = { count, holds: [...list.holds, ...holds] };
  }
  return list;
}
