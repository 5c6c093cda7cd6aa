import { click, expectText, field, list, open, read, type } from './steps.ts'
import { page, testJobs, type Job } from './test-jobs.ts'

const table = (head: string[], ...rows: string[][]) =>
  page(
    `<table><thead><tr>${head.map((each) => `<th>${each}`).join('')}</thead><tbody>${rows
      .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}`).join('')}`)
      .join('')}</tbody></table>`,
  )
const orders = table(
  ['Order', 'Day', 'Total'],
  ['A-1', '2026-03-02', '$12.50'],
  ['A-2', '2026-03-03', '$1,300.00'],
)

const jobs: Job[] = [
  {
    does: 'reads a table under its headers',
    pages: { '/': orders },
    actions: [open('/'), { type: 'extract', name: 'Orders', table: ['table'], output: 'orders' }],
    gives: { orders: [{ Order: 'A-1', Total: '$12.50' }, { Order: 'A-2' }] },
    unless: {
      is: 'there is no table',
      pages: { '/': page('<p>No orders</p>') },
      at: 'Orders',
      error: /no element matches/,
    },
  },
  {
    does: 'reads typed columns of a table',
    pages: { '/': orders },
    actions: [
      open('/'),
      {
        type: 'extract',
        name: 'Orders',
        table: ['table'],
        output: 'orders',
        fields: {
          id: { column: 'Order' },
          day: { column: 'Day', type: 'date' },
          total: { column: 'Total', type: 'money' },
        },
      },
    ],
    gives: {
      orders: [
        { id: 'A-1', day: '2026-03-02' },
        { id: 'A-2', total: { amount: 1300, currency: 'USD' } },
      ],
    },
    unless: {
      is: 'a column has another name',
      pages: { '/': table(['Order', 'Day', 'Sum'], ['A-1', '2026-03-02', '$12.50']) },
      at: 'Orders',
      error: /no column "Total"/,
    },
  },
  {
    does: 'reads numbers and days as Germans write them',
    pages: {
      '/': page('<p class=row><span class=day>2. März 2026</span> <span class=sum>1.234,50</span></p>'),
    },
    actions: [
      open('/'),
      list(
        'rows',
        '.row',
        { day: field('.day', { type: 'date' }), sum: field('.sum', { type: 'number', required: true }) },
        { locale: 'de-DE' },
      ),
    ],
    gives: { rows: [{ day: '2026-03-02', sum: 1234.5 }] },
    unless: {
      is: 'a number is a word',
      pages: {
        '/': page('<p class=row><span class=day>2. März 2026</span> <span class=sum>viel</span></p>'),
      },
      at: 'List rows',
      error: /"sum" of row 1/,
    },
  },
  {
    does: 'keeps a list as a file for a spreadsheet',
    pages: { '/': orders },
    actions: [
      open('/'),
      { type: 'extract', name: 'Orders', table: ['table'], output: 'orders', saveAs: 'csv' },
    ],
    keeps: ['data'],
    unless: {
      is: 'the table is empty',
      pages: { '/': table(['Order']) },
      at: 'Orders',
      error: /0 rows .* not 1/,
    },
  },
  {
    does: 'reads what is ticked and what is there',
    pages: {
      '/': page(
        '<ul><li data-id=7><input type=checkbox checked>Milk <b class=new>new</b><li data-id=8><input type=checkbox>Bread</ul>',
      ),
    },
    actions: [
      open('/'),
      list('items', 'li', {
        id: { attribute: 'data-id', type: 'integer', required: true },
        isNew: field('.new', { type: 'exists' }),
      }),
    ],
    gives: {
      items: [
        { id: 7, isNew: true },
        { id: 8, isNew: false },
      ],
    },
    unless: {
      is: 'an item has no number',
      pages: { '/': page('<ul><li>Milk</ul>') },
      at: 'List items',
      error: /row 1 has no "id"/,
    },
  },
  {
    does: 'filters a table and waits until one row is left',
    pages: {
      '/': page(`<label>Filter <input id=filter></label><ul><li>Ada<li>Bob</ul><script>
        filter.oninput = () => setTimeout(() => { for (const row of document.querySelectorAll('li')) if (!row.textContent.includes(filter.value)) row.remove() }, 100)</script>`),
    },
    actions: [
      open('/'),
      type('aria/Filter', 'Bob'),
      { type: 'waitForElement', name: 'One', selectors: ['li'], operator: '==', count: 1 },
      read('left', 'li'),
    ],
    gives: { left: 'Bob' },
    unless: {
      is: 'the filter does nothing',
      pages: { '/': page('<label>Filter <input id=filter></label><ul><li>Ada<li>Bob</ul>') },
      at: 'One',
      error: /2 visible elements .* not == 1/,
    },
  },
  {
    does: 'sorts by a header',
    pages: {
      '/': page(
        `<button id=sort>Total</button><p class=first>12</p><script>sort.onclick = () => { document.querySelector('.first').textContent = '99' }</script>`,
      ),
    },
    actions: [open('/'), click('aria/Total'), expectText('99', '.first', 'It is not sorted')],
    unless: {
      is: 'the header does not sort',
      pages: { '/': page('<button id=sort>Total</button><p class=first>12</p>') },
      at: 'Expect 99',
      error: /It is not sorted/,
    },
  },
  {
    does: 'loads more until there is no more',
    pages: {
      '/': page(`<ul id=all><li>1</ul><button id=more>More</button><script>
        more.onclick = () => { all.insertAdjacentHTML('beforeend', '<li>' + (all.children.length + 1)); if (all.children.length === 3) more.remove() }</script>`),
    },
    actions: [
      open('/'),
      {
        type: 'repeat',
        name: 'More',
        while: { present: ['#more'] },
        max: 4,
        timeoutMs: 200,
        steps: [click('#more')],
      },
      read('all', 'li', { multiple: true }),
    ],
    gives: { all: ['1', '2', '3'] },
    unless: {
      is: 'there is always more',
      pages: { '/': page('<button id=more>More</button>') },
      at: 'More',
      error: /it would go on after 4 rounds/,
    },
  },
  {
    does: 'ticks the box of each row that it has read',
    pages: {
      '/': page(
        '<ul><li data-id=a><input type=checkbox id=box-a>Ada<li data-id=b><input type=checkbox id=box-b>Bob</ul>',
      ),
    },
    actions: [
      open('/'),
      list('people', 'li', { id: { attribute: 'data-id' } }),
      {
        type: 'forEach',
        name: 'Each person',
        in: 'people',
        as: 'person',
        steps: [{ type: 'check', name: 'Tick', selectors: ['#box-${person.id}'] }],
      },
      { type: 'assert', name: 'Both', selectors: ['input:checked'], count: 2 },
    ],
    unless: {
      is: 'a row has no box',
      pages: { '/': page('<ul><li data-id=a><input type=checkbox id=box-a>Ada<li data-id=b>Bob</ul>') },
      at: 'Tick',
      error: /round 2.*no element matches/,
    },
  },
  {
    does: 'picks numbers out of texts',
    pages: { '/': page('<p>Order 4711 of today</p><p>Order 4712 of today</p>') },
    actions: [open('/'), read('numbers', 'p', { multiple: true, pattern: 'Order (\\d+)' })],
    gives: { numbers: ['4711', '4712'] },
    unless: {
      is: 'the texts have none',
      pages: { '/': page('<p>No orders</p>') },
      at: 'Read numbers',
      error: /does not match the pattern/,
    },
  },
]

testJobs('a table', jobs)
