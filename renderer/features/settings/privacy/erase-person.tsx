import { Button, Checkbox, Group, TextInput, VisuallyHidden } from '@mantine/core';
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { PersonSearch } from '../../../../shared/privacy.ts';
import type { RightsRequest } from '../../../../shared/rights.ts';
import { useFindPerson } from '../../../api/privacy.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { offerToClose, offerToNote } from '../../../parts/rights/offer-to-close.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { takePersonToErase } from '../../../routes/person-to-erase.ts';
import { FoundPersonView } from './found-person.tsx';
import { foundWords } from './found-words.ts';
import classes from './privacy.module.css';

const EMPTY_SEARCH: PersonSearch = { name: '', phone: '', everywhere: true };

/** Finds one person's data, and saves or erases what the user chooses. */
export function ErasePerson({ putAside }: { putAside: number }) {
  const [search, setSearch] = useState(EMPTY_SEARCH);
  const find = useFindPerson();
  // The entry of the register that this search answers.
  const [request, setRequest] = useState<RightsRequest>();
  const first = useRef<HTMLInputElement>(null);
  const { mutate } = find;
  useEffect(() => {
    const person = takePersonToErase();
    if (!person) return;
    const wanted = { name: person.name, phone: person.phone, everywhere: true };
    setRequest(person.request);
    setSearch(wanted);
    mutate(wanted);
    first.current?.closest('section')?.scrollIntoView();
    first.current?.focus({ preventScroll: true });
  }, [mutate]);
  const change = (part: Partial<PersonSearch>) => {
    setSearch((before) => ({ ...before, ...part }));
    // The results were for another search.
    setRequest(undefined);
    find.reset();
  };
  return (
    <Section title="Save or erase a person’s data">
      <div className={classes['box']}>
        <p className={classes['words']}>
          Look for one person, then save what is held about them, to read or to hand over, or erase it from
          this computer: requests, history, results, notes, submissions and rows of imported files.{' '}
          <strong>The service keeps its own copy</strong>; ask the service to erase it.
        </p>
        <SearchForm
          firstInput={first}
          search={search}
          onChange={change}
          busy={find.isPending}
          onSubmit={() => mutate(search)}
        />
        <ErrorNotice error={find.error} />
        <VisuallyHidden role="status">{find.data && foundWords(find.data)}</VisuallyHidden>
        {find.data && find.variables && (
          <FoundPersonView
            key={find.submittedAt}
            found={find.data}
            search={find.variables}
            putAside={putAside}
            onSaved={() =>
              request
                ? offerToClose(request)
                : offerToNote({ kind: 'access', state: 'done', name: search.name, phone: search.phone })
            }
            onErased={() => {
              // The person must not be named again.
              if (request) offerToClose(withoutPerson(request));
              else offerToNote({ kind: 'erasure', state: 'done' });
              setRequest(undefined);
              find.reset();
              setSearch(EMPTY_SEARCH);
            }}
          />
        )}
      </div>
    </Section>
  );
}

function withoutPerson(request: RightsRequest): RightsRequest {
  return { ...request, name: '', phone: '', note: '', refusal: '', submissionId: null, erased: true };
}

interface SearchFormProps {
  readonly firstInput: RefObject<HTMLInputElement | null>;
  readonly search: PersonSearch;
  readonly onChange: (part: Partial<PersonSearch>) => void;
  readonly busy: boolean;
  readonly onSubmit: () => void;
}

function SearchForm({ firstInput, search, onChange, busy, onSubmit }: SearchFormProps) {
  const empty = search.name.trim() === '' && search.phone.trim() === '';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!empty) onSubmit();
  };
  return (
    <form onSubmit={submit} className={classes['search']}>
      <TextInput
        ref={firstInput}
        size="sm"
        label="Number of the person"
        placeholder="In any format"
        dir="ltr"
        maxLength={60}
        value={search.phone}
        onChange={(event) => onChange({ phone: event.currentTarget.value })}
      />
      <TextInput
        size="sm"
        label="Name of the person"
        dir="auto"
        maxLength={200}
        value={search.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Group gap="md" className={classes['searchEnd'] ?? ''}>
        <Checkbox
          size="sm"
          label="In all workspaces, removed ones too"
          checked={search.everywhere}
          onChange={(event) => onChange({ everywhere: event.currentTarget.checked })}
        />
        <Button type="submit" size="xs" disabled={empty} loading={busy}>
          Look for this person
        </Button>
      </Group>
    </form>
  );
}
