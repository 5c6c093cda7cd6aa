import { describe, expect, it } from 'vitest'
import { type Nameless, testActions } from '../test-actions.ts'

const run = testActions({
  '/shop/': `<html lang=en><ul>
    <li class=product><h3>Chair</h3><span class=price>$1,299.50</span><a href="chair?id=1">Details</a><em>new</em>
    <li class=product style="display: none"><h3>Template</h3><a href="#">Details</a>
    <li class=product><h3> Table
       lamp </h3><span class=price hidden>$1</span><span class=price>€ 49</span><a href="/lamp">Details</a>
    <li class=product><h3>Desk</h3><a href="https://other.example/desk">Details</a><a href="/more">More</a></ul>`,
  '/orders': `<html lang=de-DE><table id=orders><caption>Bestellungen</caption>
    <thead><tr><th colspan=2>Bestellung<th colspan=3>Summe<tr><th>Nr.<th>Datum<th>Betrag<th>Bezahlt<th></thead>
    <tr><td>A-1<td rowspan=2>31.12.2025<td>1.234,50 €<td>ja<td><a href="/a1">Ansehen</a>
    <tr><td>A-2<td>-17,00 €<td>nein<td><table><tr><td>inner</table><a href="/a2">Ansehen</a>
    <tfoot><tr><td>Summe<td><td>1.217,50 €</tfoot></table>`,
  '/grid': `<div role=table id=grid><div role=row><span role=columnheader>City</span><span role=columnheader>°C</span></div>
    <div role=row><span role=cell>Oslo</span><span role=cell>−4</span></div></div>`,
  '/late': `<ul></ul><script>setTimeout(() => {
    for (const name of ['One', 'Two', 'Three'])
      setTimeout(() => document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>' + name), 60)
  }, 100)</script>`,
  '/states': `<div class=row><label><input type=checkbox checked> On</label><b>4.5 out of 5</b><i>3</i><i>4</i>
      <time datetime="2026-03-02T09:30:00Z">last Monday</time></div>
    <div class=row><label><input type=checkbox> Off</label><b>n/a</b><u role=switch aria-checked=true>x</u></div>`,
  '/many': many(3000, `'x' + at`),
  '/most': many(10_000, `'x'`),
  '/too-many': many(10_001, `'x'`),
  '/large': many(2000, `'x'.repeat(4200)`),
})

function many(count: number, text: string): string {
  return `<ul></ul><script>
    document.querySelector('ul').innerHTML = Array.from({ length: ${count} }, (_, at) => '<li><b>' + at + '</b><i>' + ${text} + '</i></li>').join('')
  </script>`
}

type Extract = Extract_<Nameless, { type: 'extract' }>
type Extract_<Each, Kind> = Each extends Kind ? Each : never

async function extract(path: string, action: Partial<Extract>, timeoutMs = 60_000): Promise<unknown> {
  await run.open(path)
  const read = await run.perform({ type: 'extract', output: 'rows', ...action }, timeoutMs)
  return read?.['rows']
}

const product = {
  name: { selectors: [['h3']] },
  price: { selectors: [['.price']], type: 'money' as const },
  link: { selectors: [['a']], attribute: 'href', type: 'url' as const },
}

describe('extract', () => {
  it('reads each visible row with the fields that are within it, whatever is missing in another', async () => {
    expect(await extract('/shop/', { rows: [['li.product']], fields: product })).toEqual([
      { name: 'Chair', price: { amount: 1299.5, currency: 'USD' }, link: run.url('/shop/chair?id=1') },
      { name: 'Table lamp', price: { amount: 49, currency: 'EUR' }, link: run.url('/lamp') },
      { name: 'Desk', price: null, link: 'https://other.example/desk' },
    ])
  })

  it('tells whether an element is there, how many there are, its attributes and its HTML', async () => {
    const fields = {
      isNew: { selectors: ['em'], type: 'exists' as const },
      links: { selectors: ['a'], type: 'count' as const },
      html: { selectors: ['h3'], type: 'html' as const },
      first: { selectors: ['.missing', 'text/Details'] },
      classes: { attribute: 'class' },
    }
    expect(await extract('/shop/', { rows: ['li.product'], fields })).toMatchObject([
      { isNew: true, links: 1, html: 'Chair', first: 'Details', classes: 'product' },
      { isNew: false, links: 1 },
      { isNew: false, links: 2 },
    ])
  })

  it('fails where a row lacks a required value, and names the row', async () => {
    const fields = { ...product, price: { ...product.price, required: true } }
    await expect(extract('/shop/', { rows: ['li.product'], fields })).rejects.toThrow('row 3 has no "price"')
    const rating = { selectors: ['b'], type: 'number' as const, required: true }
    await expect(extract('/states', { rows: ['.row'], fields: { rating } })).rejects.toThrow(
      '"rating" of row 2 cannot be read as number: “n/a”',
    )
  })

  it('reads a table by its headers, with cells that span rows, and without its foot and inner tables', async () => {
    expect(await extract('/orders', { table: ['#orders'] })).toEqual([
      { 'Nr.': 'A-1', Datum: '31.12.2025', Betrag: '1.234,50 €', Bezahlt: 'ja', 'Column 5': 'Ansehen' },
      {
        'Nr.': 'A-2',
        Datum: '31.12.2025',
        Betrag: '-17,00 €',
        Bezahlt: 'nein',
        'Column 5': expect.stringContaining('Ansehen'),
      },
    ])
  })

  it('reads columns in their types, by the language of the page', async () => {
    const fields = {
      number: { column: 'Nr.' },
      day: { column: 'datum', type: 'date' as const },
      sum: { column: 'Betrag', type: 'money' as const },
      isPaid: { column: 'Bezahlt', type: 'boolean' as const },
      link: { selectors: ['a'], type: 'url' as const },
    }
    expect(await extract('/orders', { table: ['#orders'], fields })).toEqual([
      {
        number: 'A-1',
        day: '2025-12-31',
        sum: { amount: 1234.5, currency: 'EUR' },
        isPaid: true,
        link: run.url('/a1'),
      },
      {
        number: 'A-2',
        day: '2025-12-31',
        sum: { amount: -17, currency: 'EUR' },
        isPaid: false,
        link: run.url('/a2'),
      },
    ])
    await expect(
      extract('/orders', { table: ['#orders'], fields: { total: { column: 'Total' } } }),
    ).rejects.toThrow('the table has no column "Total", but "Nr.", "Datum", "Betrag", "Bezahlt", "Column 5"')
  })

  it('reads tables that are made of other elements', async () => {
    const fields = { city: { column: 'City' }, degrees: { column: '°C', type: 'integer' as const } }
    expect(await extract('/grid', { table: ['#grid'], fields })).toEqual([{ city: 'Oslo', degrees: -4 }])
  })

  it('reads boxes, numbers within words, and times of the page', async () => {
    const fields = {
      isOn: { selectors: ['label'], type: 'boolean' as const },
      rating: { selectors: ['b'], type: 'number' as const },
      at: { selectors: ['time'], type: 'date' as const },
      isSwitched: { selectors: ['u'], type: 'boolean' as const },
    }
    expect(await extract('/states', { rows: ['.row'], fields })).toEqual([
      { isOn: true, rating: 4.5, at: '2026-03-02T09:30:00Z', isSwitched: null },
      { isOn: false, rating: null, at: null, isSwitched: true },
    ])
  })

  it('waits for the least number of rows', async () => {
    const fields = { name: {} }
    expect(await extract('/late', { rows: ['li'], fields, min: 3 })).toHaveLength(3)
    const more: Extract = { type: 'extract', output: 'rows', rows: ['li'], fields, min: 9 }
    await expect(run.perform(more, 300)).rejects.toThrow('the list has 3 rows after 300 ms, not 9')
    await expect(extract('/late', { rows: ['dt'], fields }, 300)).rejects.toThrow('no element matches')
    expect(await extract('/late', { rows: ['dt'], fields, min: 0 }, 300)).toEqual([])
  })

  it('reads thousands of rows, each with its own values', async () => {
    const fields = { at: { selectors: ['b'], type: 'integer' as const }, text: { selectors: ['i'] } }
    const rows = (await extract('/many', { rows: ['li'], fields })) as { at: number; text: string }[]
    expect(rows).toHaveLength(3000)
    expect(rows.every(({ at, text }, index) => at === index && text === `x${index}`)).toBe(true)
  })
  it('reads 10,000 rows at most, and 8 MiB', async () => {
    const fields = { at: { selectors: ['b'], type: 'integer' as const } }
    expect(await extract('/most', { rows: ['li'], fields })).toHaveLength(10_000)
    await expect(extract('/too-many', { rows: ['li'], fields })).rejects.toThrow(
      'the list has 10001 rows, more than 10000',
    )
    const long = { ...fields, text: { selectors: ['i'] } }
    await expect(extract('/large', { rows: ['li'], fields: long })).rejects.toThrow(
      'the list is larger than 8 MiB',
    )
  })
})
