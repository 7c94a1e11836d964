import { useLayoutEffect, useRef } from 'react';
import { RowGroup } from './grid-elements.ts';
import type { PlainRowsContent } from './plain-row.ts';
import { PlainRows } from './plain-rows.ts';
import type { BodyProps } from './rows-content.ts';
import { useDrawerEnd } from './use-row-window.ts';

/** The rows of a grid whose cells are all plain. React draws what is around them; see {@link PlainRows}. */
export function PlainBody<Item>(props: BodyProps<PlainRowsContent<Item>>) {
  const { content, window, drawer, body, arrivals, onRange, group } = props;
  const rows = useRef<PlainRows<Item> | null>(null);
  useLayoutEffect(() => {
    if (!body.current) return;
    if (rows.current?.body !== body.current) rows.current = new PlainRows(body.current, content);
    drawer.current = rows.current;
    rows.current.update(content, window.view(), onRange);
  });
  useDrawerEnd(drawer);
  useLayoutEffect(() => arrivals?.(() => rows.current?.fill()), [arrivals]);
  return <RowGroup {...group} ref={body} />;
}
