import type { Marked, Template } from '../template.ts'
import { both, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

const SEEDS = `['Basil', 'Bean', 'Beet', 'Carrot', 'Chard', 'Chive', 'Corn', 'Cress', 'Dill', 'Kale', 'Leek', 'Mint'].map((name, index) => ({ name, number: 'A' + (210 + index), left: index * 7 % 13 }))`

const users = `<h1>Seeds</h1>
<el-alert title="Deliveries are late this week." type="warning"></el-alert>
<el-input v-model="words" placeholder="Number or seed" clearable style="width: 200px"></el-input>
<el-input v-model="code" placeholder="Code of the shelf" type="password" show-password style="width: 200px"></el-input>
<el-date-picker v-model="day" type="date" placeholder="Day of delivery"></el-date-picker>
<el-time-picker v-model="time" placeholder="Time of delivery"></el-time-picker>
<el-select v-model="kind" placeholder="Kind"><el-option value="herbs" label="Herbs"></el-option></el-select>
<el-select v-model="places" placeholder="Places" multiple><el-option value="north" label="North"></el-option></el-select>
<el-tag closable>from March</el-tag>
<el-table :data="rows" row-key="name"><el-table-column type="selection"></el-table-column><el-table-column type="expand">More</el-table-column>
<el-table-column prop="number" label="Number" sortable></el-table-column>
<el-table-column prop="name" label="Seed" :filters="[{ text: 'Herbs', value: 'a' }]" :filter-method="() => true"></el-table-column>
<el-table-column prop="left" label="Left"></el-table-column></el-table>
<el-pagination layout="total, sizes, prev, pager, next, jumper" :total="120" SIZE="10"></el-pagination>`

const packing = `<h1>Packing</h1>
<el-tabs editable model-value="one" value="one"><el-tab-pane label="Parcel 1" name="one"></el-tab-pane><el-tab-pane label="Parcel 2" name="two"></el-tab-pane></el-tabs>
<el-transfer v-model="packed" :data="shelf" filterable></el-transfer>
<p>Weight <el-input-number v-model="weight"></el-input-number> Quality <el-rate v-model="rate" :max="3"></el-rate> Insured <el-switch v-model="insured"></el-switch></p>
<el-slider v-model="share"></el-slider>
<el-color-picker v-model="colour"></el-color-picker>
<el-upload action="/papers" :file-list="files"><el-button>Add papers</el-button></el-upload>
<el-collapse><el-collapse-item title="Customs" name="customs">None</el-collapse-item><el-collapse-item title="Insurance" name="insurance">None</el-collapse-item></el-collapse>
<el-tree :data="[{ label: 'Hall 1', children: [{ label: 'Shelf 1' }] }]" show-checkbox></el-tree>
<el-calendar v-model="day"></el-calendar>`

const data = `{ words: 'bean', code: 'x', day: new Date('2026-03-10'), time: '', kind: '', places: [], rows: ${SEEDS}.slice(0, 3), packed: [2], shelf: ['Basil', 'Bean', 'Kale', 'Leek'].map((label, key) => ({ key, label })), weight: 3, rate: 2, insured: false, share: 20, colour: '#409eff', files: [{ name: 'label.pdf', url: '/label.pdf' }] }`

const elementBefore = (page: string) =>
  writePage(
    {
      styles: ['element-ui/lib/theme-chalk/index.css'],
      scripts: ['vue/dist/vue.js', 'element-ui/lib/index.js', 'element-ui/lib/umd/locale/en.js'],
    },
    `<div id="page">${page.replace('SIZE', ':page-size')}</div>`,
    `ELEMENT.locale(ELEMENT.lang.en); new Vue({ el: '#page', data: ${data} })`,
  )

const elementAfter = (page: string) =>
  writePage(
    {
      styles: ['element-plus/dist/index.css'],
      scripts: ['vue/dist/vue.global.js', 'element-plus/dist/index.full.js'],
    },
    `<div id="page">${page.replace('SIZE', ':default-page-size')}</div>`,
    `Vue.createApp({ data: () => (${data}) }).use(ElementPlus).mount('#page')`,
  )

export const vueLibraries: Template[] = [
  {
    name: 'element-ui',
    renamedTo: 'element-plus',
    versions: ['2.15.14', '2.9.11'],
    isHeldOut: false,
    pages: [
      ['seeds.html', 'seeds.html'],
      ['packing.html', 'packing.html'],
    ],
    shown: {
      beside: [['vue@2.7.16'], ['vue@3.5.13']],
      pages: [
        { 'seeds.html': elementBefore(users), 'packing.html': elementBefore(packing) },
        { 'seeds.html': elementAfter(users), 'packing.html': elementAfter(packing) },
      ],
      classes: '(?!)',
    },
    marked: {
      'seeds.html': {
        'close notice': ['.el-alert__closebtn', '.el-alert__close-btn'],
        ...both(
          ['Number or seed', 'Code of the shelf', 'Day of delivery', 'Time of delivery'],
          (what) => `[placeholder="${what}"]`,
        ),
        'show code': ['.el-icon-view', '.el-input__password'],
        kind: ['[placeholder=Kind]', '.el-select input'],
        places: ['[placeholder=Places]', '.el-select + .el-select input'],
        'from any month': ['.el-tag__close', '.el-tag__close'],
        all: kept('thead .el-checkbox'),
        filter: kept('.el-table__column-filter-trigger'),
        ...Object.fromEntries(
          [1, 2].flatMap((row): [string, Marked][] => [
            [`choose ${row}`, kept(`tbody tr:nth-child(${row}) .el-checkbox`)],
            [`more of ${row}`, kept(`tbody tr:nth-child(${row}) .el-table__expand-icon`)],
          ]),
        ),
        size: ['.el-pagination [placeholder=Select]', '.el-pagination__sizes input'],
        previous: kept('.btn-prev'),
        ...both(['1', '2', '5', '12'], (page) => `.el-pager li >> ${page}`),
        'five further': kept('.btn-quicknext'),
        next: kept('.btn-next'),
        jump: kept('.el-pagination__jump input'),
      },
      'packing.html': {
        'add parcel': kept('.el-tabs__new-tab'),
        ...both(['Parcel 1', 'Parcel 2'], (name) => `[role=tab] >> ${name}`),
        ...Object.fromEntries(
          ['first', 'last'].flatMap((side): [string, Marked][] => [
            [
              `all of ${side}`,
              kept(`.el-transfer-panel:${side}-child .el-transfer-panel__header .el-checkbox`),
            ],
            [`search in ${side}`, kept(`.el-transfer-panel:${side}-child [placeholder="Enter keyword"]`)],
          ]),
        ),
        ...both(['Basil', 'Bean', 'Leek', 'Kale'], (seed) => `.el-transfer-panel__item >> ${seed}`),
        unpack: kept('.el-transfer__buttons button:first-child'),
        pack: kept('.el-transfer__buttons button:last-child'),
        lighter: kept('.el-input-number__decrease'),
        heavier: kept('.el-input-number__increase'),
        weight: kept('[role=spinbutton]'),
        quality: kept('.el-rate'),
        share: ['.el-slider', '.el-slider__button-wrapper'],
        colour: ['.el-color-picker__trigger', '.el-color-picker'],
        'add papers': kept('.el-upload button'),
        label: kept('.el-upload-list__item-name'),
        ...both(['Customs', 'Insurance'], (part) => `.el-collapse-item__header >> ${part}`),
        hall: kept('[role=treeitem]'),
        ...both(['Previous Month', 'Today', 'Next Month'], (what) => `.el-calendar button >> ${what}`),
      },
    },
  },
]
