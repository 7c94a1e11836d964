import type { Workspace } from '../../../shared/workspace.ts';
import { openDialog } from '../../parts/dialog.tsx';
import { DescribeFieldForm, type DescribeFieldFormProps } from './describe-field-form.tsx';

/** Opens the dialog for describing a result field. */
export function openDescribeField(
  workspace: Workspace,
  field: Omit<DescribeFieldFormProps, 'onClose'>,
): void {
  openDialog({
    modalId: 'describe-field',
    title: 'What the values mean',
    workspace,
    content: (close) => <DescribeFieldForm {...field} onClose={close} />,
  });
}
