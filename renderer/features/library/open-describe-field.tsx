import { modals } from '@mantine/modals';
import type { Workspace } from '../../../shared/workspace.ts';
import { openDialog, WorkspaceDialog } from '../../parts/dialog.tsx';
import { DescribeFieldForm, type DescribeFieldFormProps } from './describe-field-form.tsx';

const MODAL_ID = 'describe-field';

/** Opens the dialog for describing a result field. */
export function openDescribeField(
  workspace: Workspace,
  field: Omit<DescribeFieldFormProps, 'onClose'>,
): void {
  openDialog({
    modalId: MODAL_ID,
    title: 'What the values mean',
    children: (
      <WorkspaceDialog workspace={workspace}>
        <DescribeFieldForm {...field} onClose={() => modals.close(MODAL_ID)} />
      </WorkspaceDialog>
    ),
  });
}
