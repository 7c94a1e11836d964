import { Button, Group, Stack, Text } from '@mantine/core';
import { type DescribedField, fieldWords } from '../../../shared/described-field.ts';
import type { Json } from '../../../shared/request.ts';
import { useFocusOnMount } from '../form/use-focus-on-mount.ts';
import { FixedMark } from '../policy/fixed-mark.tsx';
import classes from './describe-field-form.module.css';
import { DescribedPreview } from './described-preview.tsx';

interface FixedDescriptionProps {
  /** The questionnaire's name, or its ID. */
  readonly questionnaire: string;
  readonly label: string;
  /** Undefined if the policy says nothing about this field. */
  readonly field: DescribedField | undefined;
  readonly results: Json | undefined;
  readonly onClose: () => void;
}

/** In place of the form where the organisation's policy says what the values mean. */
export function FixedDescription({ questionnaire, label, field, results, onClose }: FixedDescriptionProps) {
  const close = useFocusOnMount<HTMLButtonElement>();
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" c="dimmed">
          What the results of{' '}
          <span className={classes['name']} dir="auto">
            {questionnaire}
          </span>{' '}
          mean can’t be changed here.
        </Text>
        <FixedMark />
      </div>
      {field ? (
        <Text size="sm" dir="auto">
          {fieldWords(field)}
        </Text>
      ) : (
        <Text size="sm">
          <span dir="auto">{label}</span> isn’t described. It is shown as the service sends it, and stays
          covered where a verdict comes first.
        </Text>
      )}
      {field && results !== undefined && <DescribedPreview field={field} results={results} />}
      <Group justify="flex-end">
        <Button ref={close} variant="default" data-autofocus onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
