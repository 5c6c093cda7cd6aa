import { expect, it } from 'vitest'
import { forWhatIsMissing, testGeneration } from './test-generation.ts'

const page = (title: string, body: string) =>
  `<title>${title}</title><nav><a href="/">Home</a> <a href="/prices">Price list</a> <a href="/pets">Patients</a>
   <a href="/old">Price list of 2019</a> <a href="/bill">Billing</a> <a href="/log-out">Log out</a></nav><h1>${title}</h1>${body}`

let signedOut = 0
const site = testGeneration({
  '/': page('Welcome', '<p>Emergency: <b>0800 55 11</b></p>'),
  '/prices': page(
    'Price list',
    '<ul><li><span>Check-up</span><span>35 €</span></li><li><span>Vaccination</span><span>48 €</span></li></ul>',
  ),
  '/old': page('Prices of 2019', '<dl><dt>Nail trim</dt><dd>9 €</dd></dl>'),
  '/pets': page(
    'Patients',
    '<ul><li><a href="/pets/1">Bello</a> <i>Dog</i></li><li><a href="/pets/2">Mimi</a> <i>Cat</i></li></ul>',
  ),
  '/pets/1': page(
    'Bello',
    '<p>Owner: Meyer</p><h2>Vaccinations</h2><ul><li>Rabies</li><li>Distemper</li></ul>',
  ),
  '/pets/2': page('Mimi', '<p>Owner: Okafor</p>'),
  '/bill': page(
    'Billing',
    `<table><thead><tr><th>Invoice</th><th>Date</th><th>Amount</th></tr></thead><tbody>
     <tr><td>INV-31</td><td>2026-10-01</td><td>$99</td></tr><tr><td>INV-32</td><td>2026-11-01</td><td>$129</td></tr></tbody></table>
     <a href="/list.csv" download>Export list</a>
     <div class="cookie-banner"><p>We use cookies</p><button onclick="this.parentElement.remove()">Reject all</button></div>`,
  ),
  '/list.csv': (_request, response) =>
    response.setHeader('content-disposition', 'attachment; filename="list.csv"').end('a;b\n'),
  '/log-out': (_request, response) => {
    signedOut += 1
    response.end('bye')
  },
})

const readOf = async (text: string, options: Parameters<typeof site.generated>[1] = {}) =>
  Object.values((await site.run((await site.generated(text, options)).actions)).read)

it.concurrent.each([
  ['How much is a vaccination at SITE?', '48 €'],
  ['Who is the owner of Mimi on SITE?', 'Okafor'],
  ['What is the amount of invoice INV-32 at SITE?', '$129'],
])('a question about a site is answered by the page of its navigation that can: %s', async (text, answer) => {
  expect(await readOf(text, forWhatIsMissing)).toEqual([answer])
  expect(signedOut).toBe(0)
})

it.concurrent('a text of steps reads the page that it names, and no other', async () => {
  const { reason } = await site.failed('open SITE; extract the price of Vaccination as price')
  expect(reason).toBe('nothing_to_read')
})

it.concurrent.each<[string, unknown]>([
  ['open SITE; extract the emergency number as it', '0800 55 11'],
  ['open SITE/bill; extract the last invoice as it', 'INV-32'],
  ['open SITE/pets/1; extract all vaccinations as it', ['Rabies', 'Distemper']],
  ['open SITE/bill; click Reject all; extract the first invoice as it', 'INV-31'],
])('what stands by a label, in a column, below a heading: %s', async (text, read) => {
  expect(await readOf(text)).toEqual([read])
})

it.concurrent('a download that is waited for belongs to the click before it', async () => {
  const { actions } = await site.generated('open SITE/bill; click Export list; wait for the download')
  expect(actions.map(({ type }) => type)).toEqual(['navigate', 'click', 'waitForDownload'])
})
