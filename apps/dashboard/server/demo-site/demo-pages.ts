import { escapeHtml } from '@waypost/http'

/** What the forms of the demo site were given. */
type Given = Record<string, string | undefined>

const email = 'ada@example.com'
const password = 'harbour'
const form = (fields: string) => `<form action="ACTION">${fields}</form>`

/** The report that can be downloaded. */
export const report = 'title;sold\nThe Tide Tables;12\nA Field Guide to Fog;7\nKnots for the Patient;31\n'

// No browser and no password manager may offer the credentials of this origin, which is the dashboard's: the form puts what it was
// given into the URL.
const unfilled =
  'type="text" autocomplete="off" data-1p-ignore data-bwignore data-lpignore="true" data-form-type="other"'

const signIn = `<h1>Welcome to Harbour Books</h1>
<p>This is a demo. The email is <code>${email}</code>, the password <code>${password}</code>.</p>
${form(`<label>Email <input name="reader" ${unfilled}></label>
<label>Password <input name="word" ${unfilled}></label>
<button>Sign in</button>`).replace('ACTION', '/demo/account')}`

const orders = `<h1>Your orders</h1>
<table>
<thead><tr><th>Title</th><th>Price</th></tr></thead>
<tbody>
<tr><td>The Tide Tables</td><td>14.50 €</td></tr>
<tr><td>Knots for the Patient</td><td>9.90 €</td></tr>
</tbody>
</table>`

const book = `<h1>A Field Guide to Fog</h1>
<p>Price: <span id="price">22.00 €</span></p>
<p id="stock">In stock</p>`

const contact = `<h1>Write to us</h1>
${form(`<label>Name <input name="name" required></label>
<label>Subject <select name="subject"><option>An order</option><option>Something else</option></select></label>
<label>Message <textarea name="message" required></textarea></label>
<button>Send</button>`).replace('ACTION', '/demo/sent')}`

const reports = `<h1>Reports</h1>
<p><a href="/demo/report.csv">Download the report of this month</a></p>`

const bodies: Record<string, (given: Given) => string> = {
  '/demo/': () => signIn,
  '/demo/account': (given) =>
    given['reader'] === email && given['word'] === password
      ? orders
      : `<p role="alert">Wrong email or password.</p>${signIn}`,
  '/demo/book': () => book,
  '/demo/contact': () => contact,
  '/demo/sent': ({ name = '', subject = '' }) =>
    `<h1>Thank you</h1><p id="receipt">${escapeHtml(name)}, we read your message about “${escapeHtml(subject)}”.</p>`,
  '/demo/reports': () => reports,
}

export const demoPaths = Object.keys(bodies)

/** A page of the demo site, a small bookshop without scripts that keeps nothing. */
export function demoPage(path: string, given: Given): string {
  const body = bodies[path]!(given)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Harbour Books (a demo)</title><meta name="robots" content="noindex">
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem } form { display: grid; gap: 1rem } label { display: grid }</style></head>
<body>
<nav><a href="/demo/">Account</a> · <a href="/demo/book">A book</a> · <a href="/demo/contact">Contact</a> · <a href="/demo/reports">Reports</a></nav>
<main>
${body}
</main>
</body>
</html>
`
}
