import type { Marked, Template } from '../template.ts'
import { both, gone, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

const ROWS = `['Basil', 'Bean', 'Beet', 'Carrot', 'Chard', 'Chive', 'Corn', 'Cress', 'Dill', 'Kale', 'Leek', 'Mint'].map((seed, index) => ({ seed, number: 'A' + (210 + index) }))`

const FIELDS = `<v-text-field label="Number or seed" v-model="words" clearable></v-text-field>
<v-select label="Kind" v-model="kind" :items="['Herbs', 'Roots']"></v-select>
<v-autocomplete label="Place" v-model="place" :items="['North', 'South']"></v-autocomplete>
<v-combobox label="Marks" v-model="marks" :items="['late', 'dear']" multiple chips></v-combobox>
<v-checkbox label="Paid" v-model="paid"></v-checkbox><v-switch label="Insured" v-model="paid"></v-switch>
<v-radio-group v-model="way"><v-radio label="By post" value="post"></v-radio><v-radio label="Collected" value="own"></v-radio></v-radio-group>
<v-slider v-model="weight"></v-slider><v-rating v-model="rate" :length="3"></v-rating>`

const DATA = `{ words: 'bean', kind: 'Herbs', place: '', marks: ['late'], paid: false, way: 'post', weight: 3, rate: 2, page: 2, step: 2, day: DAY, time: '10:30', rows: ${ROWS}, chosen: [] }`

const writeBefore = (page: string) =>
  writePage(
    {
      styles: ['material-design-icons-iconfont/dist/material-design-icons.css', 'vuetify/dist/vuetify.css'],
      scripts: ['vue/dist/vue.js', 'vuetify/dist/vuetify.js'],
    },
    `<div id="page"><v-app>${page}</v-app></div>`,
    `new Vue({ el: '#page', data: ${DATA.replace('DAY', "'2026-03-10'")} })`,
  )

const writeAfter = (page: string) =>
  writePage(
    {
      styles: ['@mdi/font/css/materialdesignicons.css', 'vuetify/dist/vuetify.css'],
      scripts: ['vue/dist/vue.global.js', 'vuetify/dist/vuetify.js'],
    },
    `<div id="page"><v-app>${page}</v-app></div>`,
    `Vue.createApp({ data: () => (${DATA.replace('DAY', "new Date('2026-03-10')")}) }).use(Vuetify.createVuetify()).mount('#page')`,
  )

export const vuetify: Template[] = [
  {
    name: 'vuetify',
    versions: ['1.5.24', '3.8.12'],
    isHeldOut: false,
    pages: [
      ['orders.html', 'orders.html'],
      ['delivery.html', 'delivery.html'],
    ],
    shown: {
      beside: [
        ['vue@2.7.16', 'material-design-icons-iconfont@5.0.1'],
        ['vue@3.5.13', '@mdi/font@7.4.47'],
      ],
      pages: [
        {
          'orders.html':
            writeBefore(`<v-toolbar><v-toolbar-side-icon></v-toolbar-side-icon><v-toolbar-title>Orders</v-toolbar-title></v-toolbar>
<v-alert :value="true" type="warning" dismissible>Deliveries are late this week.</v-alert>
<v-tabs><v-tab>Open</v-tab><v-tab>Sent</v-tab></v-tabs>
<v-data-table v-model="chosen" :headers="[{ text: 'Number', value: 'number' }, { text: 'Seed', value: 'seed' }]" :items="rows" item-key="number" select-all><template v-slot:items="props"><td><v-checkbox v-model="props.selected" hide-details></v-checkbox></td><td>{{ props.item.number }}</td><td>{{ props.item.seed }}</td></template></v-data-table>
${FIELDS}<v-chip close>from March</v-chip>`),
          'delivery.html':
            writeBefore(`<h1>Delivery</h1><v-stepper v-model="step"><v-stepper-header><v-stepper-step step="1" editable>Choose</v-stepper-step><v-stepper-step step="2" editable>Pack</v-stepper-step></v-stepper-header></v-stepper>
<v-date-picker v-model="day"></v-date-picker><v-time-picker v-model="time"></v-time-picker>
<v-expansion-panel><v-expansion-panel-content><template v-slot:header><div>Customs</div></template></v-expansion-panel-content></v-expansion-panel>
<v-pagination v-model="page" :length="5"></v-pagination>
<v-textarea label="Words for the driver" v-model="words" clearable></v-textarea>
<v-carousel><v-carousel-item>One</v-carousel-item><v-carousel-item>Two</v-carousel-item></v-carousel>`),
        },
        {
          'orders.html':
            writeAfter(`<v-toolbar><v-app-bar-nav-icon></v-app-bar-nav-icon><v-toolbar-title>Orders</v-toolbar-title></v-toolbar>
<v-alert type="warning" closable>Deliveries are late this week.</v-alert>
<v-tabs><v-tab>Open</v-tab><v-tab>Sent</v-tab></v-tabs>
<v-data-table v-model="chosen" :headers="[{ title: 'Number', key: 'number' }, { title: 'Seed', key: 'seed' }]" :items="rows" item-value="number" show-select :items-per-page="5"></v-data-table>
${FIELDS}<v-chip closable>from March</v-chip>`),
          'delivery.html':
            writeAfter(`<h1>Delivery</h1><v-stepper v-model="step"><v-stepper-header><v-stepper-item :value="1" editable>Choose</v-stepper-item><v-stepper-item :value="2" editable>Pack</v-stepper-item></v-stepper-header></v-stepper>
<v-date-picker v-model="day"></v-date-picker><v-text-field label="Time" type="time" v-model="time"></v-text-field>
<v-expansion-panels><v-expansion-panel title="Customs"></v-expansion-panel></v-expansion-panels>
<v-pagination v-model="page" :length="5"></v-pagination>
<v-textarea label="Words for the driver" v-model="words" clearable></v-textarea>
<v-carousel><v-carousel-item>One</v-carousel-item><v-carousel-item>Two</v-carousel-item></v-carousel>`),
        },
      ],
      classes: '(?!)',
    },
    marked: {
      'orders.html': {
        menu: ['.v-toolbar__side-icon', '.v-app-bar-nav-icon'],
        'close notice': ['.v-alert__dismissible', '.v-alert__close button'],
        open: ['.v-tabs__item >> Open', '[role=tab] >> Open'],
        sent: ['.v-tabs__item >> Sent', '[role=tab] >> Sent'],
        all: kept('thead [type=checkbox]'),
        'sort by number': ['th[aria-label^=Number]', 'th.v-data-table__th--sortable >> Number'],
        'sort by seed': ['th[aria-label^=Seed]', 'th.v-data-table__th--sortable >> Seed'],
        ...both(['1', '2'], (row) => `tbody tr:nth-child(${row}) [type=checkbox]`),
        size: ['.v-datatable__actions [role=combobox]', '.v-data-table-footer [role=combobox]'],
        previous: kept('button[aria-label="Previous page"]'),
        next: kept('button[aria-label="Next page"]'),
        words: ['[aria-label="Number or seed"]', '.v-text-field input[value=bean]'],
        'clear words': ['.v-input__icon--clear .v-icon', '[aria-label="Clear Number or seed"]'],
        kind: ['[aria-label=Kind]', '.v-select:not(.v-data-table-footer *) [value=Herbs]'],
        place: ['[aria-label=Place]', '.v-autocomplete input'],
        marks: ['[aria-label=Marks]', '.v-combobox input'],
        'open places': [
          '.v-autocomplete .v-input__append-inner .v-icon',
          '.v-autocomplete [aria-label=Open]',
        ],
        ...both(['Paid', 'Insured', 'By post', 'Collected'], (what) => `[aria-label="${what}"]`),
        weight: kept('[role=slider]'),
        ...Object.fromEntries(
          [1, 2, 3].map((star): [string, Marked] => [
            `star ${star}`,
            [`.v-rating .v-icon:nth-child(${star})`, `[aria-label="Rating ${star} of 3"]`],
          ]),
        ),
        'from any month': ['.v-chip__close .v-icon', 'button.v-chip__close'],
      },
      'delivery.html': {
        'step choose': ['.v-stepper__step', '.v-stepper-item'],
        'step pack': ['.v-stepper__step + .v-stepper__step', '.v-stepper-item ~ .v-stepper-item'],
        'month before': ['.v-date-picker-header .v-btn', '[data-testid=prev-month]'],
        'choose month': ['.v-date-picker-header__value button', '[data-testid=month-btn]'],
        'month after': ['.v-date-picker-header .v-btn:last-child', '[data-testid=next-month]'],
        ...Object.fromEntries(
          ['9', '17', '30'].map((day): [string, Marked] => [
            `day ${day}`,
            [`.v-date-picker-table button >> ${day}`, `.v-date-picker-month button >> ${day}`],
          ]),
        ),
        ...gone({
          am: '.v-time-picker-title__ampm div',
          pm: '.v-time-picker-title__ampm div + div',
        }),
        customs: ['.v-expansion-panel__header', '.v-expansion-panel-title'],
        'page before': ['.v-pagination__navigation', '.v-pagination__prev button'],
        ...Object.fromEntries(
          ['1', '3', '5'].map((page): [string, Marked] => [
            `page ${page}`,
            [`.v-pagination__item >> ${page}`, `.v-pagination__item button >> ${page}`],
          ]),
        ),
        'page after': ['.v-pagination li:last-child button', '.v-pagination__next button'],
        'words for the driver': kept('textarea'),
        'clear words for the driver': [
          '.v-input__icon--clear .v-icon',
          '[aria-label="Clear Words for the driver"]',
        ],
        'picture before': kept('[aria-label="Previous visual"]'),
        'picture after': kept('[aria-label="Next visual"]'),
        'second picture': [
          '.v-carousel__controls__item + .v-carousel__controls__item',
          '[aria-label="Carousel slide 2 of 2"]',
        ],
      },
    },
  },
]
