import type { Marked, Template } from '../template.ts'
import { both, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

const ROWS = `['Basil', 'Bean', 'Beet', 'Carrot', 'Chard', 'Chive', 'Corn', 'Cress', 'Dill', 'Kale', 'Leek', 'Mint'].map((name, index) => ({ name, left: index * 7 % 13 }))`

const table = `row-key="name" selection="multiple" :columns="[{ name: 'name', label: 'Seed', field: 'name', sortable: true }, { name: 'left', label: 'Left', field: 'left', sortable: true }]" :pagination.sync="turn"`

const before = `<q-alert type="warning" :actions="[{ label: 'Dismiss', handler() {} }]">Deliveries are late this week.</q-alert>
<q-tabs><q-tab slot="title" name="open" label="Open" default></q-tab><q-tab slot="title" name="sent" label="Sent"></q-tab></q-tabs>
<q-search v-model="words" placeholder="Number or seed"></q-search>
<q-select v-model="kind" float-label="Kind" :options="[{ label: 'Herbs', value: 'Herbs' }]"></q-select>
<q-chips-input v-model="marks"></q-chips-input>
<q-table title="Orders" :data="rows" ${table} :selected.sync="chosen"></q-table>
<q-checkbox v-model="paid" label="Paid"></q-checkbox> <q-toggle v-model="paid" label="Insured"></q-toggle> <q-radio v-model="way" val="post" label="By post"></q-radio> <q-rating v-model="rate" :max="3"></q-rating>
<q-slider v-model="weight" :min="0" :max="10"></q-slider>
<q-pagination v-model="page" :max="5" direction-links boundary-links></q-pagination>
<q-collapsible label="Customs">None</q-collapsible>
<q-uploader url="/papers" multiple></q-uploader>
<q-datetime-picker v-model="day" type="datetime"></q-datetime-picker>
<q-editor v-model="note" :toolbar="[['bold', 'italic', 'underline'], ['undo', 'redo'], ['unordered', 'ordered', 'link', 'fullscreen']]"></q-editor>`

const after = `<q-banner>Deliveries are late this week.<template v-slot:action><q-btn flat label="Dismiss"></q-btn></template></q-banner>
<q-tabs v-model="tab"><q-tab name="open" label="Open"></q-tab><q-tab name="sent" label="Sent"></q-tab></q-tabs>
<q-input v-model="words" placeholder="Number or seed" clearable></q-input>
<q-select v-model="kind" label="Kind" :options="['Herbs']"></q-select>
<q-select v-model="marks" use-input use-chips multiple hide-dropdown-icon></q-select>
<q-table title="Orders" :rows="rows" ${table.replace(':pagination.sync', 'v-model:pagination')} v-model:selected="chosen"></q-table>
<q-checkbox v-model="paid" label="Paid"></q-checkbox> <q-toggle v-model="paid" label="Insured"></q-toggle> <q-radio v-model="way" val="post" label="By post"></q-radio> <q-rating v-model="rate" :max="3"></q-rating>
<q-slider v-model="weight" :min="0" :max="10"></q-slider>
<q-pagination v-model="page" :max="5" direction-links boundary-links></q-pagination>
<q-expansion-item label="Customs">None</q-expansion-item>
<q-uploader url="/papers" multiple></q-uploader>
<q-date v-model="day"></q-date><q-time v-model="day" mask="YYYY/MM/DD HH:mm"></q-time>
<q-editor v-model="note" :toolbar="[['bold', 'italic', 'underline'], ['undo', 'redo'], ['unordered', 'ordered', 'link', 'fullscreen']]"></q-editor>`

const data = `{ words: 'bean', kind: 'Herbs', marks: ['late', 'dear'], rows: ${ROWS}, chosen: [], turn: { rowsPerPage: 5, page: 1 }, paid: false, way: 'post', rate: 2, weight: 3, page: 2, tab: 'open', day: DAY, note: 'Call first.' }`

export const quasar: Template[] = [
  {
    name: 'quasar-framework',
    renamedTo: 'quasar',
    versions: ['0.17.20', '2.16.0'],
    isHeldOut: false,
    pages: [['orders.html', 'orders.html']],
    shown: {
      beside: [
        ['vue@2.7.16', 'material-icons@1.13.14'],
        ['vue@3.5.13', 'material-icons@1.13.14'],
      ],
      pages: [
        {
          'orders.html': writePage(
            {
              styles: [
                'material-icons/iconfont/material-icons.css',
                'quasar-framework/dist/umd/quasar.mat.css',
              ],
              scripts: ['vue/dist/vue.js', 'quasar-framework/dist/umd/quasar.mat.umd.js'],
            },
            `<div id="page">${before}</div>`,
            `new Vue({ el: '#page', data: ${data.replace('DAY', "'2026-03-10T10:30:00'")} })`,
          ),
        },
        {
          'orders.html': writePage(
            {
              styles: ['material-icons/iconfont/material-icons.css', 'quasar/dist/quasar.css'],
              scripts: ['vue/dist/vue.global.js', 'quasar/dist/quasar.umd.js'],
            },
            `<div id="page">${after}</div>`,
            `Vue.createApp({ data: () => (${data.replace('DAY', "'2026/03/10 10:30'")}) }).use(Quasar).mount('#page')`,
          ),
        },
      ],
      classes: '(?!)',
    },
    marked: {
      'orders.html': {
        dismiss: kept('button >> Dismiss'),
        ...both(['Open', 'Sent'], (tab) => `.q-tab >> ${tab}`),
        words: ['[type=search]', '[placeholder="Number or seed"]'],
        kind: ['.q-select', '.q-select input'],
        'one more': ['.q-chips-input input', '.q-select .q-field__input[type=search]'],
        'not late': ['.q-chip .q-icon', '.q-chip__icon--remove'],
        'not dear': ['.q-chip + .q-chip .q-icon', '.q-chip + .q-chip .q-chip__icon--remove'],
        all: kept('thead .q-checkbox'),
        'sort by seed': kept('th:nth-child(2)'),
        'sort by left': kept('th:nth-child(3)'),
        ...both(['1', '2'], (row) => `tbody tr:nth-child(${row}) .q-checkbox`),
        size: ['.q-table-bottom .q-select', '.q-table__bottom .q-select input'],
        'rows before': ['.q-table-bottom button', '.q-table__bottom button >> chevron_left'],
        'rows after': ['.q-table-bottom button >> chevron_right', '.q-table__bottom button >> chevron_right'],
        paid: kept('.q-checkbox:not(table *)'),
        insured: kept('.q-toggle'),
        'by post': kept('.q-radio'),
        ...Object.fromEntries(
          [1, 2, 3].map((star): [string, Marked] => [
            `star ${star}`,
            [`.q-rating > span:nth-child(${star})`, `.q-rating__icon-container:nth-child(${star})`],
          ]),
        ),
        weight: ['.q-slider-handle', '.q-slider'],
        ...Object.fromEntries(
          ['first_page', 'keyboard_arrow_left', '1', '3', '5', 'keyboard_arrow_right', 'last_page'].map(
            (page): [string, Marked] => [`page ${page}`, kept(`.q-pagination button >> ${page}`)],
          ),
        ),
        customs: ['.q-collapsible .q-item', '.q-expansion-item .q-item'],
        'add papers': ['.q-uploader-input', '.q-uploader__input'],
        'send papers': ['.q-uploader .q-if > .q-icon:last-child', undefined],
        'month before': ['.q-datetime-arrow', '.q-date__navigation button >> chevron_left'],
        'month after': ['.q-datetime-arrow >> chevron_right', '.q-date__navigation button >> chevron_right'],
        ...Object.fromEntries(
          ['3', '12', '27'].map((day): [string, Marked] => [
            `day ${day}`,
            [`.q-datetime-days div >> ${day}`, `.q-date__calendar-item button >> ${day}`],
          ]),
        ),
        hour: ['.q-datetime-time .q-datetime-link', '.q-time__link >> 10'],
        minute: ['.q-datetime-link >> 30', '.q-time__link >> 30'],
        ...both(
          [
            'format_bold',
            'format_italic',
            'format_underlined',
            'undo',
            'redo',
            'format_list_bulleted',
            'format_list_numbered',
            'link',
            'fullscreen',
          ],
          (what) => `.q-editor .q-btn >> ${what}`,
        ),
        note: kept('.q-editor [contenteditable]'),
      },
    },
  },
]
