import { Tooltip } from '@mantine/core';
import classes from './defined-term.module.css';

interface DefinedTermProps {
  readonly term: string;
  readonly definition: string;
}

/** A term with its definition in a tooltip, on hover and on focus; screen readers read it as the description. */
export function DefinedTerm({ term, definition }: DefinedTermProps) {
  return (
    <Tooltip label={definition} multiline w={300}>
      <button type="button" className={classes['term']} aria-description={definition}>
        {term}
      </button>
    </Tooltip>
  );
}
