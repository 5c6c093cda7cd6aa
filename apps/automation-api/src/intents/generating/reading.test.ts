import { expect, it } from 'vitest'
import { testGeneration } from './test-generation.ts'

const site = testGeneration({
  '/product': `<header><h2>Shop</h2></header><main><h1>Storm lantern</h1>
    <p>SKU: SL-100</p><p><strong>Weight:</strong> 1.2 kg</p>
    <div class="tw-flex"><span>Price</span><span class="x1">49.00 €</span></div>
    <div itemprop="brand">Lumen</div><div data-testid="delivery-date">3 May 2031</div>
    <label>Amount <input name="amount" value="2"></label> <label>Size <select name="size"><option>S<option selected>L</select></label>
    <output aria-label="Sum">98.00 €</output> <p class="stock-status">In stock</p>
    <p>Write to help@shop.test or call.</p><a class="mail" href="mailto:help@shop.test">help@shop.test</a>
    <div role="alert">Only today</div></main>`,
  '/plain': `<main><div><div><h3>Anchor</h3><p>iron</p><em>10 $</em></div><div><h3>Buoy</h3><p>cork</p><em>20 $</em></div>
    <div><h3>Chain</h3><p>steel</p><em>30 $</em></div></div></main>`,
  '/tables': `<table><caption>Ships</caption><tr><th>Name<th colspan="2">Size<th>Home port
    <tr><td>Ada<td>10<td>m<td>Kiel<tr><td>Bea<td>12<td>m<td>Brest</table>
    <table id="sums"><tr><td>Net<td>80<tr><td>Tax<td>20<tr><th>Total<td>100</table>
    <div role="table"><div role="row"><span role="columnheader">Crew</span><span role="columnheader">Age</span></div>
      <div role="row"><span role="cell">Cy</span><span role="cell">30</span></div></div>`,
  '/front': `<h1>The Daily Lantern</h1><h2>Fog lifts</h2><p>At last.</p><h2>Harbour opens</h2><p>At noon.</p>`,
  '/empty': `<h1>The Daily Lantern</h1><p>Nothing today.</p>`,
  '/lists': `<h1>News</h1><ul class="tags"><li>sea<li>wind</ul><section class="results"><article><a href="/1">First</a><time>1 May 2030</time></article>
    <article><a href="/2">Second</a><time>2 May 2030</time></article></section><p id="count">2 results</p>`,
})

it.concurrent.each([
  ['the heading', 'Storm lantern'],
  ['the title', 'Storm lantern'],
  ['the SKU', 'SL-100'],
  ['the weight', '1.2 kg'],
  ['price', '49.00 €'],
  ['the brand', 'Lumen'],
  ['the delivery date', '3 May 2031'],
  ['the amount', '2'],
  ['the value of Amount', '2'],
  ['the size', 'L'],
  ['the sum', '98.00 €'],
  ['the stock status', 'In stock'],
  ['the mail', 'help@shop.test'],
  ['the e-mail', 'help@shop.test'],
  ['the alert', 'Only today'],
])('reads the %s of a product', async (what, text) => {
  expect(await site.read(`open SITE/product; extract ${what} as it`)).toEqual({ it: text })
})

it.concurrent.each([
  ['extract all the names as it', ['Anchor', 'Buoy', 'Chain']],
  ['extract all prices as it', ['10 $', '20 $', '30 $']],
  ['extract the price of Buoy as it', '20 $'],
  ['extract the second price as it', '20 $'],
  ['extract the last heading as it', 'Chain'],
  ['extract the price of the third product as it', '30 $'],
])('recognises unnamed values by their form: %s', async (clause, text) => {
  expect(await site.read(`open SITE/plain; ${clause}`)).toEqual({ it: text })
})

it.concurrent.each([
  ['extract all the names as it', ['Ada', 'Bea']],
  ['extract all home ports as it', ['Kiel', 'Brest']],
  ['extract the home port of Bea as it', 'Brest'],
  ['extract the home port in the row Ada as it', 'Kiel'],
  ['extract the total as it', '100'],
  ['extract tax as it', '20'],
  ['extract the age of Cy as it', '30'],
])('reads tables: %s', async (clause, text) => {
  expect(await site.read(`open SITE/tables; ${clause}`)).toEqual({ it: text })
})

it.concurrent.each([
  ['extract all tags as it', ['sea', 'wind']],
  [
    'extract all results as it',
    [
      { name: 'First', date: '1 May 2030' },
      { name: 'Second', date: '2 May 2030' },
    ],
  ],
  ['extract all the links as it', ['First', 'Second']],
  ['extract every date as it', ['1 May 2030', '2 May 2030']],
  ['extract the count as it', '2 results'],
  ['extract the tags as it', 'sea\nwind'],
  ['extract the dates as it', ['1 May 2030', '2 May 2030']],
  ['extract the list as it', 'sea\nwind'],
  ['extract the date of the second result as it', '2 May 2030'],
  ['extract the date of Second as it', '2 May 2030'],
  ['get the first link as it', 'First'],
])('reads lists: %s', async (clause, text) => {
  expect(await site.read(`open SITE/lists; ${clause}`)).toEqual({ it: text })
})

it.concurrent('a list of headlines does not include the title of the page', async () => {
  expect(await site.read('open SITE/front; extract all the headlines as it')).toEqual({
    it: ['Fog lifts', 'Harbour opens'],
  })
})

it.concurrent('a requested list that does not exist is a failure', async () => {
  expect(await site.failed('open SITE/empty; extract all the headlines as it')).toMatchObject({
    reason: 'nothing_to_read',
  })
})

it.concurrent('a text is never located by that text itself', async () => {
  const { actions } = await site.generated(
    'open SITE/product; extract price as a; extract the weight as b; extract the brand as c',
  )
  const selectors = JSON.stringify(actions.filter(({ type }) => type === 'extractText'))
  expect(selectors).not.toMatch(/49\.00|1\.2 kg|Lumen/)
})
