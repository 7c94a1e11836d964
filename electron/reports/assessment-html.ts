import type { LeafPart } from '../../shared/assessment-leaf.ts';
import { type AssessmentField, assessmentOf, isSmall, partOf } from '../../shared/assessment-shape.ts';
import type { AssessmentTable, Transcript } from '../../shared/assessment-tables.ts';
import {
  type DescribedField,
  type DescribedValue,
  describedValue,
  offScaleWords,
  scaleWords,
  shareOf,
} from '../../shared/described-field.ts';
import type { Json } from '../../shared/request.ts';
import { type Html, html } from './report-page.ts';
import type { ReportWords } from './report-words.ts';

/** Printed entries of a group, list or table. */
const MOST_ENTRIES = 200;
const MOST_DEPTH = 8;
/** Printed fields in total: anything larger belongs in a file, not on paper. */
const MOST_FIELDS = 3000;

/** Results of any shape, printed fully expanded in the order in which the service sent them. */
export function assessmentHtml(
  results: Json,
  described: readonly DescribedField[],
  words: ReportWords,
): Html {
  return new AssessmentPrinter(results, described, words).field(assessmentOf(results), 0);
}

/** A plain value. */
export function leafHtml(part: LeafPart, words: ReportWords): Html {
  switch (part.kind) {
    case 'nothing':
      return html`<span class="dim">–</span>`;
    case 'text':
      return html`<span class="text" dir="auto">${part.text}</span>`;
    case 'number':
      return html`<span class="number">${String(part.value)}</span>`;
    case 'yes_no':
      return html`${part.yes ? 'Yes' : 'No'}`;
    case 'date':
      return html`${part.dayOnly ? words.day(part.at, 'UTC') : words.moment(part.at)}`;
    case 'duration':
      return html`${words.duration(part.ms)}`;
    case 'link':
      return linkHtml(part.href, part.secure);
    case 'data':
      return html`<span class="dim">Data, ${words.number(part.bytes)} bytes</span>`;
  }
}

/** Longer addresses are printed as plain text, because browsers truncate them. */
const MAX_LINK_LENGTH = 8000;

/** An address, as a link only if it is https, as everywhere in the app. */
export function linkHtml(href: string, secure = URL.parse(href)?.protocol === 'https:'): Html {
  return secure && href.length <= MAX_LINK_LENGTH
    ? html`<a href="${href}">${href}</a>`
    : html`<span class="text">${href}</span>`;
}

/** A described value's position on its scale, to print below the value itself. */
export function scaleHtml(described: DescribedValue | null | undefined): Html | null {
  if (!described) return null;
  const { field, scaled } = described;
  if (scaled) {
    const percent = Math.round(shareOf(scaled) * 100);
    return html`<span class="score"><span class="track ${scaled.better ?? ''}"><span class="fill" style="width:${percent}%"></span></span><small>${scaleWords(scaled)}</small></span>`;
  }
  const words = offScaleWords(field);
  return words === null ? null : html`<small>${words}</small>`;
}

class AssessmentPrinter {
  private readonly words: ReportWords;
  private readonly results: Json;
  private readonly described: readonly DescribedField[];
  private left = MOST_FIELDS;

  constructor(results: Json, described: readonly DescribedField[], words: ReportWords) {
    this.results = results;
    this.described = described;
    this.words = words;
  }

  field(field: AssessmentField, depth: number): Html {
    this.left -= 1;
    if (this.left < 0 || depth > MOST_DEPTH)
      return html`<span class="dim">More inside; open it in the app.</span>`;
    const part = partOf(field, MOST_ENTRIES);
    switch (part.kind) {
      case 'group':
        return html`${this.fields(part.fields, depth)}${this.more(part.total - part.fields.length)}`;
      case 'list':
        return html`${this.items(part.items, depth)}${this.more(part.total - part.items.length)}`;
      case 'table':
        return html`${this.table(part, depth)}${this.more(part.total - part.rows.length)}`;
      case 'transcript':
        return html`${this.transcript(part)}${this.more(part.total - part.turns.length)}`;
      default:
        return html`${leafHtml(part, this.words)}${this.scale(field.path)}`;
    }
  }

  private scale(path: string): Html | null {
    const found = this.described.find((each) => each.path === path);
    return found ? scaleHtml(describedValue(this.results, found)) : null;
  }

  /** Small values as lines first, then each large one under its own heading. */
  private fields(fields: readonly AssessmentField[], depth: number): Html {
    const small = fields.filter(isSmall);
    const large = fields.filter((field) => !isSmall(field));
    const lines = small.map(
      (field) => html`<div><dt dir="auto">${field.label}</dt><dd>${this.field(field, depth + 1)}</dd></div>`,
    );
    return html`${small.length > 0 ? html`<dl class="fields">${lines}</dl>` : null}${large.map((field) => this.headed(field, depth))}`;
  }

  private headed(field: AssessmentField, depth: number): Html {
    return html`<h3 dir="auto">${field.label}</h3><div class="inside">${this.field(field, depth + 1)}</div>`;
  }

  private items(items: readonly AssessmentField[], depth: number): Html {
    if (items.every(isSmall)) {
      return html`<ul>${items.map((item) => html`<li>${this.field(item, depth + 1)}</li>`)}</ul>`;
    }
    return html`${items.map((item) => this.headed(item, depth))}`;
  }

  private table({ columns, titled, rows }: AssessmentTable, depth: number): Html {
    const head = columns.map(({ label }) => html`<th scope="col" dir="auto">${label}</th>`);
    const body = rows.map(
      ({ title, cells }) =>
        html`<tr>${titled ? html`<th scope="row" dir="auto">${title}</th>` : null}${cells.map((cell) => html`<td>${this.field(cell, depth + 1)}</td>`)}</tr>`,
    );
    return html`<table><thead><tr>${titled ? html`<td></td>` : null}${head}</tr></thead><tbody>${body}</tbody></table>`;
  }

  private transcript({ turns }: Transcript): Html {
    const lines = turns.map(
      ({ speaker, text, at }) =>
        html`<div><dt dir="auto">${speaker}${at === null ? null : html` <small>${at}</small>`}</dt><dd><span class="text" dir="auto">${text}</span></dd></div>`,
    );
    return html`<dl class="fields">${lines}</dl>`;
  }

  private more(hidden: number): Html | null {
    return hidden > 0 ? html`<p class="dim">and ${this.words.number(hidden)} more</p>` : null;
  }
}
