/** The columns that the app shows at this width: what a row is called by, its header, its track. */
export const COLUMNS = [
  { id: 'name', title: 'Candidate', track: 'minmax(140px, 2.2fr)', flex: 22 },
  { id: 'phone', title: 'Phone', track: 'minmax(132px, 1fr)', flex: 10 },
  { id: 'job', title: 'Job description', track: 'minmax(110px, 1.6fr)', flex: 16 },
  { id: 'status', title: 'Status', track: 'minmax(108px, 1fr)', flex: 10 },
  { id: 'calls', title: 'Calls', track: 'minmax(100px, 1.2fr)', flex: 12 },
  { id: 'headline', title: 'Assessment', track: 'minmax(90px, 1.4fr)', flex: 14 },
  { id: 'verdict', title: 'Verdict', track: 'minmax(62px, 0.4fr)', flex: 5 },
  { id: 'tags', title: 'Tags', track: 'minmax(84px, 1fr)', flex: 10 },
  { id: 'updated', title: 'Updated', track: 'minmax(96px, 0.6fr)', flex: 7 },
];

export const ROW_HEIGHT = 38;
export const HEAD_HEIGHT = 34;

/** All rows, as texts by the columns' ids; `unseen` beside them. */
export async function allRows() {
  const response = await fetch('./rows.json');
  return response.json();
}
