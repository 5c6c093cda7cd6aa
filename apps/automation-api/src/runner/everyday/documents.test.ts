import { expect } from 'vitest'
import type { Action } from '../../automations/action.ts'
import { click, expectText, list, open, read } from './steps.ts'
import { page, testJobs, type Job } from './test-jobs.ts'

const csv: Job['pages'][string] = (_request, response) =>
  void response
    .writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename=orders.csv' })
    .end('id\n1\n')
const keep: Action = { type: 'waitForDownload', name: 'Keep it', output: 'file' }

const jobs: Job[] = [
  {
    does: 'keeps the file behind a link',
    pages: { '/': page('<a href="/orders.csv">Orders</a>'), '/orders.csv': csv },
    actions: [open('/'), click('a'), keep],
    gives: { file: { name: 'orders.csv', contentType: 'text/csv', size: 5 } },
    keeps: ['download'],
    unless: {
      is: 'the link leads to a page',
      pages: { '/orders.csv': page('<h1>Orders</h1>') },
      at: 'Keep it',
      error: /no download started/,
    },
  },
  {
    does: 'hands in on one site what it has downloaded on another',
    pages: {
      '/': page('<a href="/orders.csv">Orders</a>'),
      '/orders.csv': csv,
      '/portal': page(`<label>File <input type=file></label><p id=got>-</p><script>
        document.querySelector('input').onchange = ({ target: { files: [file] } }) => {
          got.textContent = file.name + ', ' + file.size + ' bytes'
        }</script>`),
    },
    actions: [
      open('/'),
      click('a'),
      keep,
      open('/portal'),
      { type: 'upload', name: 'Hand it in', selectors: ['aria/File'], artifact: '${outputs.file}' },
      expectText('orders.csv', '#got'),
      read('got', '#got'),
    ],
    gives: { got: 'orders.csv, 5 bytes' },
    keeps: ['download'],
    unless: {
      is: 'the portal takes no files any more',
      pages: { '/portal': page('<p>Closed</p>') },
      at: 'Hand it in',
      error: /no element matches/,
    },
  },
  {
    does: 'opens a file by its URL and keeps it',
    pages: { '/orders.csv': csv },
    actions: [open('/orders.csv'), keep],
    keeps: ['download'],
    unless: {
      is: 'nothing keeps it',
      actions: [open('/orders.csv')],
      at: 'Open /orders.csv',
      error: /download/,
    },
  },
  {
    does: 'keeps a file that the page itself has made',
    pages: {
      '/': page(`<button id=go>Export</button><script>go.onclick = () => {
        const link = document.createElement('a')
        link.href = URL.createObjectURL(new Blob(['1;2'], { type: 'text/csv' })); link.download = 'made.csv'; link.click() }</script>`),
    },
    actions: [open('/'), click('aria/Export'), keep],
    gives: { file: { name: 'made.csv', size: 3 } },
    keeps: ['download'],
    unless: {
      is: 'the button does nothing',
      pages: { '/': page('<button>Export</button>') },
      at: 'Keep it',
      error: /no download started/,
    },
  },
  {
    does: 'keeps each file of a list',
    pages: {
      '/': page('<a href="/a.csv">A</a><a href="/b.csv">B</a>'),
      '/a.csv': csv,
      '/b.csv': csv,
    },
    actions: [
      open('/'),
      list('files', 'a', { url: { attribute: 'href', type: 'url' } }),
      {
        type: 'forEach',
        name: 'Each file',
        in: 'files',
        as: 'entry',
        steps: [
          { type: 'navigate', name: 'Open the file', url: '${entry.url}' },
          { type: 'waitForDownload', name: 'Keep the file' },
        ],
      },
    ],
    keeps: ['download', 'download'],
    unless: {
      is: 'one of them is gone',
      pages: { '/b.csv': (_request, response) => void response.writeHead(404).end() },
      at: 'Open the file',
      error: /round 2.*404/,
    },
  },
  {
    does: 'saves a receipt as PDF',
    pages: { '/': page('<h1>Receipt 7</h1>') },
    actions: [open('/'), { type: 'pdf', name: 'Receipt', fileName: 'receipt.pdf', output: 'receipt' }],
    gives: { receipt: { name: 'receipt.pdf', contentType: 'application/pdf' } },
    keeps: ['pdf'],
    unless: {
      is: 'the receipt does not exist',
      pages: { '/': (_request, response) => void response.writeHead(404).end('None') },
      at: 'Open /',
      error: /404/,
    },
  },
  {
    does: 'keeps a picture of a chart',
    pages: { '/': page('<div id=chart style="width:50px;height:50px;background:red"></div>') },
    actions: [open('/'), { type: 'screenshot', name: 'Chart', selectors: ['#chart'], output: 'chart' }],
    gives: { chart: { contentType: 'image/png' } },
    keeps: ['screenshot'],
    unless: {
      is: 'there is no chart',
      pages: { '/': page('<p>No data</p>') },
      at: 'Chart',
      error: /no element matches/,
    },
  },
  {
    does: 'keeps a picture of a whole page',
    pages: { '/': page('<div style="height:3000px">Long</div>') },
    actions: [open('/'), { type: 'screenshot', name: 'All of it', fullPage: true, fileName: 'page.png' }],
    keeps: ['screenshot'],
    unless: {
      is: 'the page is not the one that is meant',
      actions: [
        open('/'),
        { type: 'assert', name: 'The report', text: 'Report', message: 'This is not the report' },
        { type: 'screenshot', name: 'All of it', fullPage: true },
      ],
      at: 'The report',
      error: /This is not the report/,
    },
  },
  {
    does: 'reads the address and the text beside each image',
    pages: { '/': page('<figure><img src="/a.png" alt="Harbour"><figcaption>Harbour</figcaption></figure>') },
    actions: [
      open('/'),
      list('images', 'figure', {
        src: { selectors: ['img'], attribute: 'src', type: 'url', required: true },
        alt: { selectors: ['img'], attribute: 'alt' },
      }),
    ],
    gives: { images: [{ src: expect.stringMatching(/^http.*\/a\.png$/), alt: 'Harbour' }] },
    unless: {
      is: 'a figure has no image',
      pages: { '/': page('<figure><figcaption>Soon</figcaption></figure>') },
      at: 'List images',
      error: /"src"/,
    },
  },
  {
    does: 'reads an article with its markup',
    pages: { '/': page('<article>Read <b>this</b></article>') },
    actions: [open('/'), list('articles', 'article', { body: { type: 'html' } })],
    gives: { articles: [{ body: expect.stringContaining('<b>this</b>') }] },
    unless: {
      is: 'it is behind a wall',
      pages: { '/': page('<p>Subscribe to read</p>') },
      at: 'List articles',
      error: /no element matches/,
    },
  },
  {
    does: 'reads what a page writes after a while',
    pages: {
      '/': page(`<p id=late></p><script>setTimeout(() => { late.textContent = 'Ready' }, 300)</script>`),
    },
    actions: [
      open('/'),
      { type: 'waitForElement', name: 'Ready', selectors: ['text/Ready'] },
      read('state', '#late'),
    ],
    gives: { state: 'Ready' },
    unless: {
      is: 'it never does',
      pages: { '/': page('<p id=late></p>') },
      at: 'Ready',
      error: /no element matches/,
    },
  },
]

testJobs('a document', jobs)
