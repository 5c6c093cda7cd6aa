import { Tokenizer } from 'htmlparser2'

type Callbacks = ConstructorParameters<typeof Tokenizer>[1]

const ignore = () => {}
const ignoreAll: Callbacks = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
}

/** Reads an HTML text as browsers do, in time that grows with its length. Character references are decoded only for who asks for them. */
export function tokenizeHtml(html: string, callbacks: Partial<Callbacks>): void {
  const decodeEntities = callbacks.ontextentity !== undefined
  const tokenizer = new Tokenizer({ decodeEntities }, { ...ignoreAll, ...callbacks })
  tokenizer.write(html)
  tokenizer.end()
}
