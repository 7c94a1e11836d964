import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { RequestDetail } from '../../../shared/request.ts';
import { PhoneText } from '../../parts/phone/phone-text.tsx';
import { requestPath } from '../../routes/paths.ts';
import classes from './candidate-head.module.css';

interface CandidateHeadProps {
  readonly request: RequestDetail;
  readonly onRemove: (requestId: string) => void;
}

/** The head of a candidate's column, with a link to the request and a button that removes it from the comparison. */
export function CandidateHead({ request, onRemove }: CandidateHeadProps) {
  const { requestId, candidateName, phoneNumber } = request;
  return (
    <th scope="col" className={classes['head']}>
      <div className={classes['line']}>
        <Link
          href={requestPath(requestId)}
          className={classes['name'] ?? ''}
          dir="auto"
          title={candidateName}
        >
          {candidateName}
        </Link>
        <ActionIcon
          size="sm"
          className={classes['remove'] ?? ''}
          aria-label={`Remove ${candidateName} from the comparison`}
          title="Remove from the comparison"
          onClick={() => onRemove(requestId)}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </div>
      <span className={classes['phone']}>
        <PhoneText e164={phoneNumber} />
      </span>
    </th>
  );
}
