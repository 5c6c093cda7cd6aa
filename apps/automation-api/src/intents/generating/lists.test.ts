import { expect, it } from 'vitest'
import { testGeneration } from './test-generation.ts'

const card = (name: string, price: string, id: number) =>
  `<div class="card"><div class="top"><a class="card-name" href="/${id}">${name}</a></div>
   <div class="foot"><span class="price">${price}</span> <em title="Stock">${id} left</em> <a href="/${id}/more">More</a></div></div>`

const site = testGeneration({
  '/cards': `<h1>Lamps</h1><div class="cards">${card('Reed', '10 €', 1)}${card('Moss', '20 €', 2)}${card('Fern', '30 €', 3)}</div>
    <div class="aside"><div class="note"><b>Open</b><i>daily</i></div><div class="note"><b>Closed</b><i>Sunday</i></div></div>`,
  '/1': '<h1>Reed</h1><p>Height: 40 cm</p>',
  '/2': '<h1>Moss</h1><p>Height: 50 cm</p>',
  '/3': '<h1>Something else</h1><p>Height: 60 cm</p>',
  '/table': `<h2>Boats</h2><table><thead><tr><th>Name</th><th>Length</th><th></th></tr></thead><tbody>
    <tr><td><a href="/1">Ada</a></td><td>9 m</td><td><button>Hire</button></td></tr>
    <tr><td><a href="/2">Bea</a></td><td>11 m</td><td><button>Hire</button></td></tr></tbody></table>`,
  '/terms': `<h1>Rooms</h1><div role="list"><div role="listitem"><h3>Blue</h3><dl><dt>Beds</dt><dd>2</dd><dt>Price</dt><dd>80 €</dd></dl></div>
    <div role="listitem"><h3>Blue Sky</h3><dl><dt>Beds</dt><dd>1</dd><dt>Price</dt><dd>60 €</dd></dl></div></div>`,
  '/two': `<ul class="offers"><li class="offer"><b>A</b><span>1 €</span><span>2 €</span></li><li class="offer"><b>B</b><span>3 €</span><span>4 €</span></li></ul>`,
})

it.concurrent.each<[string, unknown]>([
  [
    '/cards; extract the name and price of every lamp as it',
    [
      { name: 'Reed', price: '10 €' },
      { name: 'Moss', price: '20 €' },
      { name: 'Fern', price: '30 €' },
    ],
  ],
  [
    '/cards; for each card read the name, the stock and the link as it',
    [1, 2, 3].map((id) => ({
      name: ['Reed', 'Moss', 'Fern'][id - 1],
      stock: `${id} left`,
      link: expect.stringMatching(new RegExp(`/${id}$`)),
    })),
  ],
  [
    '/cards; extract all the notes as it',
    [
      { name: 'Open', text: 'daily' },
      { name: 'Closed', text: 'Sunday' },
    ],
  ],
  [
    '/table; extract the table as it',
    [
      { name: 'Ada', length: '9 m' },
      { name: 'Bea', length: '11 m' },
    ],
  ],
  [
    '/table; list the boats with their length as it',
    [
      { boats: 'Ada', length: '9 m' },
      { boats: 'Bea', length: '11 m' },
    ],
  ],
  ['/table; extract every length as it', ['9 m', '11 m']],
  [
    '/terms; extract the name, beds and price of all rooms as it',
    [
      { name: 'Blue', beds: '2', price: '80 €' },
      { name: 'Blue Sky', beds: '1', price: '60 €' },
    ],
  ],
  ['/terms; extract the price of Blue as it', '80 €'],
])('a list is read as it is on the page: %s', async (text, rows) => {
  expect(await site.read(`open SITE${text}`)).toEqual({ it: rows })
})

it.concurrent('a list that is longer in a run is read as a whole', async () => {
  const { actions } = await site.generated('open SITE/cards; extract the name and price of every lamp as it')
  expect(actions.at(-1)).toMatchObject({ type: 'extract', rows: expect.arrayContaining(['.card']) })
})

it.concurrent('what stands on the page of a thing is read there', async () => {
  const { actions } = await site.generated('open SITE/cards; extract the height of Moss')
  expect(actions.map(({ type }) => type)).toEqual(['navigate', 'click', 'extractText'])
  expect((await site.run(actions)).read).toEqual({ height: '50 cm' })
})

it.concurrent('a page of another thing is not read for it', async () => {
  expect(await site.failed('open SITE/cards; extract the height of Fern')).toMatchObject({
    reason: 'nothing_to_read',
    message: expect.stringContaining('is not about it'),
  })
})

it.concurrent('a row with two values of the asked kind is a failure', async () => {
  expect(await site.failed('open SITE/two; extract the name and price of every offer as it')).toMatchObject({
    reason: 'nothing_to_read',
    message: expect.stringContaining('there are several that may be meant by “price”'),
  })
})

it.concurrent('a list without the asked values is a failure', async () => {
  expect(await site.failed('open SITE/cards; extract the name and weight of every lamp as it')).toMatchObject(
    {
      reason: 'nothing_to_read',
      message: expect.stringContaining('“weight”'),
    },
  )
})
