import type { ExtractedData, Row } from '@waypost/webhooks'
import type { Action } from '../../../automations/action.ts'
import type { Clause } from '../grammar/clause.ts'
import { writeOutputName } from '../grammar/output-name.ts'
import { singular, wordsOf } from '../page/fold-text.ts'
import { GenerationFailed } from '../session/failure.ts'
import type { Generation } from '../session/generation.ts'
import { requireFreeOutput } from '../session/require-free-output.ts'
import { unname } from './unname.ts'
import { joinReadings, splitReadings } from './join-readings.ts'
import type { ListStep } from './to-list.ts'

type Each = Extract<Clause, { kind: 'each' }>

/**
 * Opens the page of each thing in a list, and does there what the clauses say. What they read becomes one list, with a
 * row for each thing. It is tried out on the page of the first thing, and the readings on that of the second one too.
 *
 * @param compile writes down and performs clauses
 */
export async function compileEach(
  generation: Generation,
  { of, text }: Each,
  clauses: Clause[],
  compile: (clauses: Clause[]) => Promise<void>,
): Promise<void> {
  const { things, thing } = nameThings(of)
  const links = `${thing}Links`
  const listed = await generation.collect(() =>
    compile([{ text, kind: 'list', of, fields: ['link'], output: links }]),
  )
  const list = listed.find((action): action is ListStep => action.type === 'extract')!
  const pages = readLinks(list, await generation.tryOut([list]))
  const [first, second] = pages
  if (first === undefined)
    throw new GenerationFailed('nothing_to_read', `There is no page to open of any ${of}.`)

  await generation.tryOut([openPage('open the first', first)])
  const { output, readings, others } = splitReadings(clauses, things)
  const read = await generation.collect(() => compile(readings))
  const rows = read.length > 0 ? joinReadings(read, output) : undefined
  if (rows) requireFreeOutput(generation, output)
  if (rows && second !== undefined) await checkOn(generation, rows, { first, second })

  generation.write(links, unname(list))
  const steps = await generation.collect(async () => {
    generation.write(thing, { type: 'navigate', url: `\${${thing}.link}` })
    if (rows) generation.write(output, unname(rows))
    await compile(others)
  })
  generation.write(of, { type: 'forEach', in: links, as: thing, steps })
}

/** `the product` → things `products`, each a `product` */
function nameThings(of: string): { things: string; thing: string } {
  const words = wordsOf(of.replace(/^(?:the|an?) /i, ''))
  const last = singular(words.at(-1) ?? '')
  const thing = writeOutputName([...words.slice(0, -1), last].join(' '))
  if (thing === undefined || /^(?:outputs|secrets)$/.test(thing))
    throw new GenerationFailed('not_understood', `“${of}” is no name for the things of a list.`)
  return { things: pluralOf(thing), thing }
}

function pluralOf(thing: string): string {
  if (/[^aeiou]y$/.test(thing)) return `${thing.slice(0, -1)}ies`
  return thing.endsWith('s') ? `${thing}es` : `${thing}s`
}

function readLinks({ output }: ListStep, data: ExtractedData): string[] {
  const rows = data[output]
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row) => {
    const link = typeof row === 'object' ? row['link'] : undefined
    return typeof link === 'string' && link !== '' ? [link] : []
  })
}

/** Keeps of each field what finds it on the page of another thing too. */
async function checkOn(
  generation: Generation,
  rows: ListStep,
  { first, second }: { first: string; second: string },
): Promise<void> {
  await generation.tryOut([openPage('open the second', second)])
  const { output } = rows
  for (const [name, field] of Object.entries(rows.fields ?? {})) {
    const kept = []
    for (const selector of field.selectors ?? []) {
      const trial = { ...rows, fields: { [name]: { ...field, selectors: [selector] } } }
      const [row] = (await generation.tryOut([trial]))[output] as Row[]
      if (row?.[name] !== null && row?.[name] !== '') kept.push(selector)
    }
    if (kept.length === 0)
      throw new GenerationFailed(
        'nothing_to_read',
        `“${name}” is on the page of the first one, and nothing leads to it on that of the second one.`,
      )
    field.selectors = kept
  }
  await generation.tryOut([openPage('open the first again', first)])
}

const openPage = (name: string, url: string): Action => ({
  name,
  type: 'navigate',
  // The address of a page is no text with variables.
  url: url.replaceAll('${', '$${'),
})
