import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sendMail } from './send-mail.ts'

const pages = {
  '/': `<title>Sign in</title><form method="post" action="/send">
    <label>Email <input name="email"></label> <button>Send code</button></form>`,
  '/send': `<title>Check your mail</title><form method="post" action="/enter">
    <label>Code <input name="code"></label> <button>Sign in</button></form>`,
}

/** A site that signs in whoever types the code that it has mailed to them: one code, once. */
export async function startCodeSite(smtpUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  let expected: string | undefined
  const respond = async (path: string, form: URLSearchParams): Promise<string> => {
    if (path === '/send') {
      expected = String(Math.floor(100_000 + Math.random() * 900_000))
      await sendMail(smtpUrl, {
        to: form.get('email')!,
        subject: 'Your sign-in code',
        text: `Your code is ${expected}.\nIt is valid for ten minutes.`,
      })
    }
    if (path !== '/enter') return pages[path === '/send' ? path : '/']
    const isRight = expected !== undefined && form.get('code') === expected
    expected = undefined
    return isRight ? '<h1>Welcome back</h1>' : '<h1>Wrong code</h1>'
  }
  const server = createServer((request, response) => {
    text(request)
      .then((body) => respond(request.url ?? '/', new URLSearchParams(body)))
      .then(
        (html) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
        () => response.writeHead(500).end(),
      )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
