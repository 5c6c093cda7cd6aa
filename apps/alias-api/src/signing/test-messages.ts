const text = (lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1')
const head = ['From: Ada <ada@alias.dev>', 'To: bob@bob.dev', 'Subject: hello', 'Message-ID: <1@alias.dev>']

const bodies: [string, string[]][] = [
  ['usual text', ['', 'hello', 'Bob', '']],
  ['nothing at all', []],
  ['no body', ['']],
  ['an empty body', ['', '']],
  ['nothing but empty lines', ['', '', '', '', '']],
  ['empty lines at its end', ['', 'a', '', 'b', '', '', '']],
  ['white space of all kinds', ['', ' a \t b\t ', '\t', '   ', ' c', ' ', '']],
  ['no line end at its end', ['', 'a', 'b ']],
  ['bytes that are no text', ['', '\xff\xfe\0\x80 \x01', '']],
  ['lines that begin with dots', ['', '.', '..', '']],
]
const headers: [string, string[]][] = [
  ['folded and spaced fields', ['FROM: \t Ada\r\n  <ada@alias.dev>', 'subject:   a  b\t\r\n\t c ', 'To:']],
  ['fields in a character set', ['From: ada@alias.dev', 'Subject: Gr\xc3\xbc\xc3\x9fe \xff']],
  [
    'several fields of a name',
    ['Cc: a@b.dev', 'From: ada@alias.dev', 'Cc: c@d.dev', 'Received: x', 'To: e@f.dev'],
  ],
  [
    'very many fields',
    ['From: ada@alias.dev', ...Array.from({ length: 40 }, (_, number) => `References: <${number}@x>`)],
  ],
]

/** For tests: messages whose canonical form is easy to get wrong. */
export const testMessages: [string, Buffer][] = [
  ...bodies.map(([name, body]): [string, Buffer] => [name, text([...head, ...body])]),
  ...headers.map(([name, fields]): [string, Buffer] => [name, text([...fields, '', 'hello', ''])]),
]
