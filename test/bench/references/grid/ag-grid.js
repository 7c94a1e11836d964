/** AG Grid Community with all rows in its own row model: the same columns as plain text, the least it can be asked for. */
import { ClientSideRowModelModule, createGrid, ModuleRegistry } from 'ag-grid-community';
import { allRows, COLUMNS, HEAD_HEIGHT, ROW_HEIGHT } from './columns.js';

ModuleRegistry.registerModules([ClientSideRowModelModule]);

const rowData = await allRows();
createGrid(document.getElementById('frame'), {
  columnDefs: COLUMNS.map(({ id, title, flex }) => ({ field: id, headerName: title, flex, minWidth: 66 })),
  rowData,
  rowHeight: ROW_HEIGHT,
  headerHeight: HEAD_HEIGHT,
  onFirstDataRendered: () => {
    document.querySelector('.ag-grid-viewport').dataset.scroller = '';
    document.documentElement.dataset.ready = '';
  },
});
