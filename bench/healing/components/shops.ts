import type { Marked, Template } from '../template.ts'
import { both, gone, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

const data = `{ amount: 2, rating: 3, isGift: true, words: '', page: 2, chosen: '2', places: [{ id: '1', name: 'Ivy', tel: '555 0101', address: '1 Hill Road' }, { id: '2', name: 'Rose', tel: '555 0102', address: '2 Mill Lane' }], areas: { province_list: { 110000: 'North' }, city_list: { 110100: 'Harbour' }, county_list: { 110101: 'Quay' } }, coupon: { id: 1, name: 'Spring', condition: 'From 20', description: '', reason: '', discount: 88, denominations: 500, value: 500, valueDesc: '5', unitDesc: 'off', originCondition: 0, startAt: 1773100000, endAt: 1783100000, start_at: 1773100000, end_at: 1783100000, origin_condition: 0 }, day: new Date(2026, 2, 10), date: ['2026', '03', '10'] }`

/** What another selector finds on each page. */
const pair = (whats: string[], select: (what: string) => Marked): Record<string, Marked> =>
  Object.fromEntries(whats.map((what) => [what.toLowerCase(), select(what)]))

const lib = { styles: ['vant/lib/index.css'] }

const before = (content: string) =>
  writePage(
    {
      ...lib,
      scripts: ['vue/dist/vue.js', 'vant/lib/vant.js', 'exports.js', 'vant/lib/locale/lang/en-US.js'],
    },
    `<div id="shop">${content}</div>`,
    `vant.Locale.use('en-US', exports.default); new Vue({ el: '#shop', data: ${data} })`,
  )

const after = (content: string) =>
  writePage(
    {
      ...lib,
      scripts: ['vue/dist/vue.global.js', 'vant/lib/vant.js', 'exports.js', 'vant/lib/locale/lang/en-US.js'],
    },
    `<div id="shop">${content}</div>`,
    `vant.Locale.use('en-US', module.exports.default); Vue.createApp({ data: () => (${data}) }).use(vant).mount('#shop')`,
  )

const bar = (title: string) =>
  `<van-nav-bar title="${title}" left-text="Back" right-text="Help" left-arrow></van-nav-bar>`

const address = `${bar('Address')}
<van-address-edit :area-list="areas" :address-info="{ name: 'Rose', tel: '555 0102', addressDetail: '2 Mill Lane' }" show-postal show-delete show-set-default></van-address-edit>`

const addresses = `${bar('Addresses')}
<van-address-list v-model="chosen" :list="places"></van-address-list>`

const contact = `${bar('Contact')}
<van-contact-edit is-edit :contact-info="{ name: 'Rose', tel: '555 0102' }"></van-contact-edit>`

const coupons = `${bar('Coupons')}
<van-coupon-list :coupons="[coupon]" :disabled-coupons="[]" :chosen-coupon="-1"></van-coupon-list>`

const seeds = (actions: string) => `${bar('Seeds')}
<van-search v-model="words" placeholder="Search seeds" show-action></van-search>
<van-tabs><van-tab title="Herbs">Herbs</van-tab><van-tab title="Roots">Roots</van-tab></van-tabs>
<van-notice-bar mode="closeable" text="Late this week"></van-notice-bar>
<p>Amount <van-stepper v-model="amount"></van-stepper> <van-checkbox v-model="isGift">A gift</van-checkbox></p>
<van-rate v-model="rating"></van-rate>
<van-coupon-cell :coupons="[coupon]" :chosen-coupon="0"></van-coupon-cell>
<van-contact-card type="add"></van-contact-card>
<van-pagination v-model="page" :total-items="60" :items-per-page="10"></van-pagination>
${actions}`

const order = (picker: string) => `${bar('Order')}
<van-cell title="Delivery" is-link></van-cell>
${picker}
<van-number-keyboard show theme="custom" extra-key="." close-button-text="Close"></van-number-keyboard>`

const basket = (kinds: string, insured: string) => `${bar('Basket')}
${kinds}
<van-collapse :value="[]" :model-value="[]"><van-collapse-item title="Notes" name="notes">None</van-collapse-item></van-collapse>
${insured}
<van-submit-bar :price="3050" button-text="Order"><van-checkbox v-model="isGift">All</van-checkbox></van-submit-bar>`

/** A shop for telephones: the later version has buttons where the earlier one had plain text. */
export const shops: Template[] = [
  {
    name: 'vant',
    versions: ['1.6.28', '4.9.21'],
    isHeldOut: true,
    pages: ['address', 'addresses', 'contact', 'coupons', 'seeds', 'order', 'basket'].map((page) => [
      `${page}.html`,
      `${page}.html`,
    ]),
    shown: {
      beside: [['vue@2.7.16'], ['vue@3.5.13']],
      pages: [
        {
          'exports.js': 'var exports = {}',
          'address.html': before(address),
          'addresses.html': before(addresses),
          'contact.html': before(contact),
          'coupons.html': before(coupons),
          'seeds.html': before(
            seeds(
              '<van-goods-action><van-goods-action-mini-btn icon="chat" text="Chat"></van-goods-action-mini-btn><van-goods-action-mini-btn icon="cart" text="Cart"></van-goods-action-mini-btn><van-goods-action-big-btn text="Add"></van-goods-action-big-btn><van-goods-action-big-btn text="Buy" primary></van-goods-action-big-btn></van-goods-action>',
            ),
          ),
          'order.html': before(
            order('<van-datetime-picker v-model="day" type="date"></van-datetime-picker>'),
          ),
          'basket.html': before(
            basket(
              '<van-badge-group :active-key="0"><van-badge title="Herbs"></van-badge><van-badge title="Roots"></van-badge></van-badge-group>',
              '<van-switch-cell v-model="isGift" title="Insured"></van-switch-cell>',
            ),
          ),
        },
        {
          'exports.js': 'var module = {}, exports = {}',
          'address.html': after(address),
          'addresses.html': after(addresses),
          'contact.html': after(contact),
          'coupons.html': after(coupons),
          'seeds.html': after(
            seeds(
              '<van-action-bar><van-action-bar-icon icon="chat" text="Chat"></van-action-bar-icon><van-action-bar-icon icon="cart" text="Cart"></van-action-bar-icon><van-action-bar-button text="Add"></van-action-bar-button><van-action-bar-button text="Buy" type="danger"></van-action-bar-button></van-action-bar>',
            ),
          ),
          'order.html': after(order('<van-date-picker v-model="date"></van-date-picker>')),
          'basket.html': after(
            basket(
              '<van-sidebar><van-sidebar-item title="Herbs"></van-sidebar-item><van-sidebar-item title="Roots"></van-sidebar-item></van-sidebar>',
              '<van-cell title="Insured"><van-switch v-model="isGift"></van-switch></van-cell>',
            ),
          ),
        },
      ],
      classes:
        'van-picker__(?:cancel|confirm)|van-stepper__(?:minus|input|plus)|van-search__action|van-key--.*|van-coupon-cell|van-contact-card.*|van-nav-bar__(?:left|right)',
    },
    marked: {
      'address.html': {
        ...both(['Name', 'Phone', 'Area', 'Address'], (what) => `[placeholder=${what}]`),
        ...both(['Save', 'Delete'], (what) => `.van-button >> ${what}`),
        back: kept('.van-nav-bar__left .van-nav-bar__text'),
        help: kept('.van-nav-bar__right .van-nav-bar__text'),
        ...gone({ postal: '[placeholder=Postal]' }),
      },
      'addresses.html': {
        ivy: ['.van-address-item__name', '.van-radio'],
        rose: [
          '.van-address-item + .van-address-item .van-address-item__name',
          '.van-address-item + .van-address-item .van-radio',
        ],
        'add address': kept('.van-button >> Add new address'),
      },
      'contact.html': {
        'name of contact': kept('[type=text]'),
        'number of contact': kept('[type=tel]'),
        'save contact': kept('.van-button >> Save'),
        'delete contact': kept('.van-button >> Delete'),
      },
      'coupons.html': {
        code: kept('[placeholder="Coupon code"]'),
        exchange: kept('.van-button >> Exchange'),
        'no coupon': kept('.van-button >> Close'),
        available: kept('.van-tab >> Available (1)'),
        unavailable: kept('.van-tab >> Unavailable (0)'),
      },
      'seeds.html': {
        words: kept('[type=search]'),
        'no search': ['.van-search__action div', '.van-search__action'],
        ...both(['Herbs', 'Roots'], (tab) => `.van-tab >> ${tab}`),
        less: kept('.van-stepper__minus'),
        amount: kept('.van-stepper__input'),
        more: kept('.van-stepper__plus'),
        gift: ['.van-checkbox__label', '.van-checkbox'],
        coupon: ['.van-coupon-cell span', '.van-coupon-cell'],
        contact: ['.van-contact-card__value', '.van-contact-card'],
        ...pair(['Previous', 'Next', '1', '4'], (what) => [
          `.van-pagination__item >> ${what}`,
          `.van-pagination__item button >> ${what}`,
        ]),
        ...pair(['Chat', 'Cart'], (what) => [
          `.van-goods-action-mini-btn >> ${what}`,
          `.van-action-bar-icon >> ${what}`,
        ]),
        ...both(['Add', 'Buy'], (what) => `.van-button >> ${what}`),
      },
      'order.html': {
        delivery: ['.van-cell span', '.van-cell'],
        ...both(['cancel', 'confirm'], (what) => `.van-picker__${what}`),
        'next year': kept('.van-picker-column__item >> 2027'),
        ...both(['1', '5', '0', '.'], (what) => `.van-key >> ${what}`),
        'last digit': kept('.van-key--delete'),
        'no keys': kept('.van-key--blue'),
      },
      'basket.html': {
        'kind of herbs': ['.van-badge >> Herbs', '.van-sidebar-item >> Herbs'],
        'kind of roots': ['.van-badge >> Roots', '.van-sidebar-item >> Roots'],
        notes: ['.van-collapse-item span', '.van-collapse-item .van-cell'],
        all: ['.van-checkbox__label', '.van-checkbox'],
        order: kept('.van-button >> Order'),
      },
    },
  },
]
