import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const password = 'correct horse battery'

/** Where things are on its pages, in CSS pixels. */
export const at = {
  name: { x: 300, y: 120 },
  password: { x: 300, y: 220 },
  signIn: { x: 200, y: 320 },
  search: { x: 300, y: 120 },
  cell: { x: 150, y: 330 },
}

const style = `<style>body { margin: 0; font: 20px sans-serif } h1 { position: absolute; left: 100px; top: 20px; margin: 0; font-size: 28px }
label span { position: absolute; left: 100px; margin-top: -26px } input { position: absolute; left: 100px; width: 400px; height: 40px; box-sizing: border-box; font: inherit }
button { position: absolute; left: 100px; top: 300px; width: 200px; height: 40px; font: inherit }
table { position: absolute; left: 100px; top: 260px; border-spacing: 0 } td, th { height: 40px; width: 200px; padding: 0; text-align: left }</style>`
const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>${style}<h1>${title}</h1>${body}`
const field = (label: string, name: string, top: number, type = 'text') =>
  `<label><span style="top: ${top}px">${label}</span><input name="${name}" type="${type}" autocomplete="off" style="top: ${top}px"></label>`

const books = [
  ['A Field Guide to Fog', '12.00 €'],
  ['Fog over Harbours', '18.00 €'],
]
const found = () =>
  `<table><tr><th>Book</th><th>Price</th></tr>${books.map(([book, price]) => `<tr><td>${book}</td><td>${price}</td></tr>`).join('')}</table>`

/** A site with a login, a search, and a table of what is found. */
export async function startPortal() {
  // Its button to sign in, as it is now.
  let button = '<button id="sign-in">Sign in</button>'
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://site')
    response.setHeader('content-type', 'text/html')
    const isIn = request.headers.cookie?.includes('in=yes')
    if (pathname === '/inside' && isIn) {
      const query = searchParams.get('q')
      const form = `<form>${field('Search', 'q', 100)}</form>`
      return response.end(page(query ? `Found for ${query}` : 'Books', form + (query ? found() : '')))
    }
    if (request.method !== 'POST') {
      const form = `<form method="post" action="/">${field('User name', 'user', 100)}${field('Password', 'password', 200, 'password')}${button}</form>`
      return response.end(page('Sign in', form))
    }
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const isRight = new URLSearchParams(body).get('password') === password
      if (isRight) response.writeHead(303, { location: '/inside', 'set-cookie': 'in=yes; Path=/' })
      response.end(isRight ? '' : page('Wrong password', ''))
    })
    return undefined
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** The button gets another name and another id, at the same place. */
    change() {
      button = '<button id="log-in" class="primary">Log in</button>'
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
