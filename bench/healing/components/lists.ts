import type { Marked, Template } from '../template.ts'
import { both, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

const seeds = `['Basil', 'Bean', 'Beet', 'Carrot', 'Chard', 'Chive', 'Corn', 'Cress', 'Dill', 'Kale', 'Leek', 'Mint'].map((name, id) => ({ id, name, kind: id % 2 ? 'Herb' : 'Root', left: id * 7 % 13, sold: id % 3 === 0, rating: id % 5 }))`

const list = (pages: string, choice: string) =>
  writePage(
    {
      styles: ['tabulator-tables/dist/css/tabulator.css'],
      scripts: ['tabulator-tables/dist/js/tabulator.js'],
    },
    '<h1>Seeds</h1><p><button>New seed</button> <button>Print</button></p><div id="list"></div>',
    `new Tabulator('#list', { data: ${seeds}, layout: 'fitColumns', pagination: ${pages}, paginationSize: 4, paginationSizeSelector: [4, 8], movableColumns: true, movableRows: true, groupBy: 'kind', columns: [
  { rowHandle: true, formatter: 'handle', headerSort: false, width: 40 },
  { title: 'Name', field: 'name', headerFilter: 'input' },
  { title: 'Kind', field: 'kind', ${choice} },
  { title: 'Left', field: 'left', headerFilter: 'number' },
  { title: 'Sold', field: 'sold', formatter: 'tickCross', headerFilter: 'tickCross' },
  { title: 'Rating', field: 'rating', formatter: 'star' },
  { formatter: 'buttonCross', width: 40, headerSort: false },
] })`,
  )

/** The fields that filter have no words any more in the later version, and one is no list of choices. */
export const lists: Template[] = [
  {
    name: 'tabulator-tables',
    versions: ['4.0.5', '6.3.1'],
    isHeldOut: true,
    pages: [['seeds.html', 'seeds.html']],
    shown: {
      pages: [
        {
          'seeds.html': list(
            `'local'`,
            `headerFilter: 'select', headerFilterParams: { Herb: 'Herb', Root: 'Root' }`,
          ),
        },
        {
          'seeds.html': list(
            'true',
            `headerFilter: 'list', headerFilterParams: { values: ['Herb', 'Root'] }`,
          ),
        },
      ],
      classes: '(?!)',
      attributes: ['data-page', 'tabulator-field'],
    },
    marked: {
      'seeds.html': {
        ...both(['New seed', 'Print'], (what) => `main button >> ${what}`),
        ...Object.fromEntries(
          ['name', 'kind', 'left', 'sold'].flatMap((field): [string, Marked][] => [
            [`sort by ${field}`, kept(`[tabulator-field=${field}] .tabulator-col-title`)],
            [
              `filter by ${field}`,
              kept(`.tabulator-col[tabulator-field=${field}] .tabulator-header-filter :is(input, select)`),
            ],
          ]),
        ),
        'sort by rating': kept('[tabulator-field=rating] .tabulator-col-title'),
        ...both(['first', 'prev', '1', '2', '4', 'next', 'last'], (page) => `[data-page="${page}"]`),
        ...both(['Basil', 'Chard'], (seed) => `.tabulator-cell >> ${seed}`),
        'amount of beet': kept('.tabulator-cell[tabulator-field=left] >> 1'),
      },
    },
  },
]
