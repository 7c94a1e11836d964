import { Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { holdReason, MOST_HELD_AT_ONCE } from '../../../../shared/holds.ts';
import { parseTypedPhone } from '../../../../shared/typed-phone.ts';
import { inputWords, issueWords } from '../../../../shared/words/input-words.ts';
import { api, workspaceAccess } from '../../../api/api.ts';
import { openDialog } from '../../../parts/dialog.tsx';
import { FormButtons, focusFirstError } from '../../../parts/form.tsx';
import { countOf } from '../../../parts/format.ts';
import { Columns, Words } from '../../../parts/layout.tsx';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { showToast } from '../../../parts/toast.tsx';
import type { RequestsToHold } from './open-hold.ts';

/** Opens the dialog of `openHold`. */
export function showHold(about: RequestsToHold): void {
  const { length } = about.requestIds;
  if (length > MOST_HELD_AT_ONCE) {
    showToast({
      tone: 'problem',
      title: 'Too many requests for a legal hold each',
      message: `Select at most ${MOST_HELD_AT_ONCE}.`,
    });
    return;
  }
  openDialog({
    modalId: 'hold',
    title:
      length === 1
        ? 'Place a legal hold on this person?'
        : `Place a legal hold on the persons of ${length} requests?`,
    workspaceId: about.workspaceId,
    content: (close) => <HoldForm about={about} onClose={close} />,
  });
}

interface HoldFormProps {
  /** The requests whose persons are held, or how a number is read that is typed without its country code. */
  readonly about: RequestsToHold | { readonly defaultCountry: string | null };
  readonly onClose: () => void;
}

/** Whom to hold, if no request tells, and why. */
export function HoldForm({ about, onClose }: HoldFormProps) {
  const [person, setPerson] = useState({ phone: '', name: '' });
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const isTyped = 'defaultCountry' in about;
  const number = isTyped ? parseTypedPhone(person.phone, about.defaultCountry) : undefined;
  const why = holdReason.safeParse(reason);
  const place = useMutation({
    mutationFn: ({ e164, text }: { e164: string; text: string }) =>
      isTyped
        ? api.holds.place({ name: person.name, phoneNumber: e164, reason: text })
        : workspaceAccess(about.workspaceId).api.holds.placeOf({
            requestIds: [...about.requestIds],
            reason: text,
          }),
    onSuccess: ({ changed }) => {
      onClose();
      if (changed === 0) showToast({ title: 'Already under legal hold' });
      // The list of holds shows what was typed there.
      else if (!isTyped)
        showToast({
          title: countOf(changed, 'legal hold placed', 'legal holds placed'),
          message: 'See Settings, Privacy, Legal holds.',
        });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!why.success || number?.ok === false) return focusFirstError();
    if (!place.isPending) place.mutate({ e164: number?.ok ? number.value.e164 : '', text: why.data });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14} fz="sm">
        <Words>
          Until you release it, nothing with the person’s number or name is erased when its time is over, and
          whoever erases it by hand is asked a second time. It stops no calls and changes nothing at the
          service. Whether something has to be kept is for you to know: this is no legal advice.
        </Words>
        {isTyped && (
          <Columns>
            <TextInput
              label="Number"
              data-autofocus
              dir="ltr"
              maxLength={60}
              value={person.phone}
              error={tried && number?.ok === false && inputWords(number.problem)}
              onChange={(event) => setPerson({ ...person, phone: event.currentTarget.value })}
            />
            <TextInput
              label="Name"
              dir="auto"
              maxLength={200}
              value={person.name}
              onChange={(event) => setPerson({ ...person, name: event.currentTarget.value })}
            />
          </Columns>
        )}
        <Textarea
          label="Reason"
          description="Shown with what is kept, such as “claim of 3 May”."
          autosize
          minRows={2}
          maxRows={6}
          dir="auto"
          value={reason}
          error={tried && !why.success && why.error.issues[0] && issueWords(why.error.issues[0])}
          onChange={(event) => setReason(event.currentTarget.value)}
          {...(!isTyped && { 'data-autofocus': true })}
        />
        <ErrorNotice error={place.error} />
        <FormButtons onLeave={onClose} loading={place.isPending}>
          Place the hold
        </FormButtons>
      </Stack>
    </form>
  );
}
