import type { Template } from '../template.ts'
import { both } from '../marks.ts'
import { writePage } from '../write-page.ts'

const SEEDS = [
  'Basil',
  'Bean',
  'Beet',
  'Carrot',
  'Chard',
  'Chive',
  'Corn',
  'Cress',
  'Dill',
  'Kale',
  'Leek',
  'Mint',
]

const table = (attributes: string) =>
  `<h1>Seeds</h1><table id="seeds" ${attributes}><thead><tr><th data-field="name" data-sortable="true">Name</th><th data-field="sown" data-sortable="true">Sown</th><th data-field="left">Left</th></tr></thead><tbody>
${SEEDS.map((name, index) => `<tr><td>${name}</td><td>${10 + index} March</td><td>${7 * index}</td></tr>`).join('\n')}</tbody></table>`

const OPTIONS =
  'data-toggle="table" data-search="true" data-pagination="true" data-page-size="5" data-page-list="[5, 10, 25]" data-show-refresh="true" data-show-toggle="true" data-show-columns="true" data-show-pagination-switch="true"'

export const tables: Template[] = [
  {
    name: 'bootstrap-table',
    versions: ['1.11.2', '1.27.3'],
    isHeldOut: false,
    pages: [['seeds.html', 'seeds.html']],
    shown: {
      beside: [
        ['bootstrap@3.4.1', 'jquery@1.12.4'],
        ['bootstrap@5.3.9', 'bootstrap-icons@1.11.3', 'jquery@3.7.1'],
      ],
      pages: [
        {
          'seeds.html': writePage(
            {
              styles: ['bootstrap/dist/css/bootstrap.css', 'bootstrap-table/dist/bootstrap-table.css'],
              scripts: [
                'jquery/dist/jquery.js',
                'bootstrap/dist/js/bootstrap.js',
                'bootstrap-table/dist/bootstrap-table.js',
              ],
            },
            table(OPTIONS),
          ),
        },
        {
          'seeds.html': writePage(
            {
              styles: [
                'bootstrap/dist/css/bootstrap.css',
                'bootstrap-icons/font/bootstrap-icons.css',
                'bootstrap-table/dist/bootstrap-table.css',
              ],
              scripts: [
                'jquery/dist/jquery.js',
                'bootstrap/dist/js/bootstrap.bundle.js',
                'bootstrap-table/dist/bootstrap-table.js',
              ],
            },
            table(OPTIONS),
          ),
        },
      ],
      classes: 'page-pre|page-next|page-list|search|search-input',
    },
    marked: {
      'seeds.html': {
        'switch pagination': ['[name=paginationSwitch]', '[name=paginationSwitch]'],
        refresh: ['[name=refresh]', '[name=refresh]'],
        toggle: ['[name=toggle]', '[name=toggle]'],
        columns: ['[aria-label=columns]', '[aria-label=Columns]'],
        search: ['.search input', '.search input'],
        size: ['.page-list button', '.page-list button'],
        previous: ['.page-pre a', '.page-pre a'],
        next: ['.page-next a', '.page-next a'],
        ...both(['1', '2', '3'], (page) => `.pagination a >> ${page}`),
        ...both(['Name', 'Sown'], (column) => `th .sortable >> ${column}`),
      },
    },
  },
  {
    name: 'datatables.net-dt',
    versions: ['1.10.25', '3.1.2'],
    isHeldOut: false,
    pages: [['seeds.html', 'seeds.html']],
    shown: {
      pages: [
        {
          'seeds.html': writePage(
            {
              styles: ['datatables.net-dt/css/jquery.dataTables.css'],
              scripts: ['jquery/dist/jquery.js', 'datatables.net/js/jquery.dataTables.js'],
            },
            table(''),
            `$('#seeds').DataTable({ pageLength: 5, lengthMenu: [5, 10, 25], pagingType: 'full_numbers' })`,
          ),
        },
        {
          'seeds.html': writePage(
            {
              styles: ['datatables.net-dt/css/dataTables.dataTables.css'],
              scripts: ['datatables.net/js/dataTables.js', 'datatables.net-dt/js/dataTables.dataTables.js'],
            },
            table(''),
            `new DataTable('#seeds', { pageLength: 5, lengthMenu: [5, 10, 25] })`,
          ),
        },
      ],
      classes: 'first|previous|next|last|dt-length|dt-search',
      attributes: ['data-dt-idx', 'data-field'],
    },
    marked: {
      'seeds.html': {
        length: ['select', 'select'],
        search: ['input', 'input'],
        ...both(['first', 'previous', 'next', 'last'], (what) => `.${what}`),
        ...both(['1', '2', '3'], (page) => `[data-dt-idx] >> ${page}`),
        ...both(['name', 'sown', 'left'], (column) => `th[data-field=${column}]`),
      },
    },
  },
]
