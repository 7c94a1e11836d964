import type { SubmissionDetail } from '../../../../shared/submission-detail.ts';
import { PhoneText } from '../../../parts/phone/phone-text.tsx';

/** What was asked, where it stands, and its history. */
export function SubmissionView({ submission }: { submission: SubmissionDetail }) {
  return <PhoneText e164={submission.phoneNumber} />;
}
