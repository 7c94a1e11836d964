import { modals } from '@mantine/modals';
import { DescribeFieldForm, type DescribeFieldFormProps } from './describe-field-form.tsx';

const MODAL_ID = 'describe-field';

/** Opens the dialog that says what the values of one result field mean. */
export function openDescribeField(field: Omit<DescribeFieldFormProps, 'onClose'>): void {
  modals.open({
    modalId: MODAL_ID,
    title: 'What the values mean',
    children: <DescribeFieldForm {...field} onClose={() => modals.close(MODAL_ID)} />,
  });
}
