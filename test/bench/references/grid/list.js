/**
 * The floor of scrolling: a list of rows as long as the history, all of it held here, written by hand without any
 * library. A fixed set of row elements that take the text of another row when they come on screen again; nothing can be
 * chosen, opened, reached by keys or read out.
 */
import { allRows, COLUMNS, ROW_HEIGHT } from './columns.js';

const OVERSCAN = 5;
const TRACKS = `16px ${COLUMNS.map(({ track }) => track).join(' ')}`;

const rows = await allRows();
const frame = document.getElementById('frame');
const head = element('div', 'head', frame);
head.style.gridTemplateColumns = TRACKS;
element('div', 'box', head);
for (const { title } of COLUMNS) element('div', 'cell', head).textContent = title;

const scroller = element('div', 'scroller', frame);
scroller.dataset.scroller = '';
const body = element('div', 'body', scroller);
body.style.height = `${rows.length * ROW_HEIGHT}px`;
const slots = Array.from(
  { length: Math.ceil(scroller.clientHeight / ROW_HEIGHT) + 2 * OVERSCAN + 1 },
  makeSlot,
);

scroller.addEventListener('scroll', draw, { passive: true });
draw();
document.documentElement.dataset.ready = '';

function draw() {
  const first = Math.max(0, Math.floor(scroller.scrollTop / ROW_HEIGHT) - OVERSCAN);
  for (let index = first; index < first + slots.length; index += 1) {
    const slot = slots[index % slots.length];
    if (slot.index !== index) fill(slot, index);
  }
}

function fill(slot, index) {
  slot.index = index;
  const row = rows[index];
  slot.row.hidden = row === undefined;
  if (row === undefined) return;
  slot.row.style.transform = `translateY(${index * ROW_HEIGHT}px)`;
  if (row.unseen) slot.row.dataset.unseen = '';
  else delete slot.row.dataset.unseen;
  for (const { id, text } of slot.texts) text.nodeValue = row[id];
}

function makeSlot() {
  const row = element('div', 'row', body);
  row.style.gridTemplateColumns = TRACKS;
  element('div', 'box', row);
  const texts = COLUMNS.map(({ id }) => {
    const cell = element('div', 'cell', row);
    cell.dataset.column = id;
    const text = document.createTextNode('');
    (id === 'status' ? element('span', 'badge', cell) : cell).append(text);
    return { id, text };
  });
  return { row, texts, index: -1 };
}

function element(name, className, parent) {
  const made = document.createElement(name);
  made.className = className;
  parent.append(made);
  return made;
}
