import classes from './clipped-text.module.css';

interface ClippedTextProps {
  readonly children: string;
  readonly dimmed?: boolean;
  readonly mono?: boolean;
  readonly strong?: boolean;
  /** Tabular figures, so that numbers in a column line up. */
  readonly figures?: boolean;
  /** `ltr` for text such as a phone number, whose direction the browser can't detect. */
  readonly dir?: 'ltr' | 'auto';
  /** The tooltip; the text itself by default. */
  readonly title?: string;
}

/** One line of text, clipped with an ellipsis and complete in its tooltip. */
export function ClippedText(props: ClippedTextProps) {
  const { children, dimmed, mono, strong, figures, dir = 'auto', title = children } = props;
  return (
    <span
      className={classes['text']}
      data-dimmed={dimmed || undefined}
      data-mono={mono || undefined}
      data-strong={strong || undefined}
      data-figures={figures || undefined}
      dir={dir}
      title={title}
    >
      {children}
    </span>
  );
}
