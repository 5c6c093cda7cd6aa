import { chooseFile } from '../everyday/choose-file.ts'
import { dragElement } from '../everyday/drag-element.ts'
import { expectPage } from '../everyday/expect-page.ts'
import { switchWindow } from '../everyday/switch-window.ts'
import { waitForMail } from '../everyday/wait-for-mail.ts'
import { pressAgain } from '../flow/press-again.ts'
import type { Clause } from '../grammar/clause.ts'
import { checkBox, chooseOption } from './compile-choice.ts'
import { compileExtract } from '../reading/compile-extract.ts'
import { download, print, takeScreenshot } from './compile-file.ts'
import { compileList } from '../reading/compile-list.ts'
import { type DialogAnswer, pressElement, pressKeys, submit } from './compile-press.ts'
import { search } from './compile-search.ts'
import { type AddressCheck, open } from '../moving/compile-open.ts'
import { typeInto } from './compile-type.ts'
import { waitForElement } from './compile-wait.ts'
import { GenerationFailed } from '../session/failure.ts'
import type { Generation } from '../session/generation.ts'
import { locateElement } from '../locating/locate-element.ts'
import { pressNamed } from './press-named.ts'
import { signIn } from './sign-in.ts'

/** The inputs of a clause's compilation other than the page. */
export interface Surroundings {
  checkAddress: AddressCheck
  /** Nothing comes after it. */
  isLast: boolean
  /** To the dialog that the step opens. */
  answer?: DialogAnswer | undefined
}

/** Resolves a clause on the live page, writes its actions down, and performs them. */
export async function compileClause(
  generation: Generation,
  clause: Exclude<Clause, { kind: 'pages' | 'each' | 'if' }>,
  { checkAddress, isLast, answer }: Surroundings,
): Promise<void> {
  switch (clause.kind) {
    case 'open':
      return open(generation, clause.url, checkAddress)
    case 'type':
      return typeInto(generation, clause)
    case 'search':
      return search(generation, clause, isLast)
    case 'press':
      return pressElement(generation, clause, isLast, answer)
    case 'named':
      return pressNamed(generation, clause, isLast)
    case 'signIn':
      return signIn(generation, clause, isLast)
    case 'list':
      return compileList(generation, clause)
    case 'download':
      return download(generation, clause)
    case 'screenshot':
      return takeScreenshot(generation, clause)
    case 'pdf':
      return print(generation, clause)
    case 'history':
      await generation.perform('', { type: clause.to })
      return
    case 'dialog':
      throw new GenerationFailed(
        'not_understood',
        'A dialog is answered right after the click that opens it, as in: click Hide; accept the dialog.',
      )
    case 'submit':
      return submit(generation, clause, isLast)
    case 'key':
      return pressKeys(generation, clause, isLast)
    case 'choose':
      return chooseOption(generation, clause.option, clause.field)
    case 'check':
      return checkBox(generation, clause)
    case 'hover': {
      const { place } = await locateElement(generation, clause.target, ['press', 'see'])
      await generation.perform(clause.target, { type: 'hover', ...place })
      return
    }
    case 'waitFor':
      return waitForElement(generation, clause)
    case 'waitForUrl':
      await generation.perform(clause.url, { type: 'waitForUrl', url: clause.url })
      return
    case 'scroll':
      await generation.perform(`the ${clause.to}`, {
        type: 'scroll',
        y: clause.to === 'top' ? 0 : 10_000_000,
      })
      return
    case 'extract':
      return compileExtract(generation, clause)
    case 'drag':
      return dragElement(generation, clause)
    case 'expect':
      return expectPage(generation, clause)
    case 'window':
      return switchWindow(generation, clause.to)
    case 'upload':
      return chooseFile(generation, clause)
    case 'again':
      return pressAgain(generation, clause)
    case 'mail':
      return waitForMail(generation, clause)
    case 'handOver':
      generation.write('', { type: 'handOver', message: clause.message })
      return
    case 'wait':
      // What appears meanwhile is waited for by the step that needs it.
      generation.write(`${clause.durationMs} ms`, { type: 'wait', durationMs: clause.durationMs })
      return generation.settle()
    case 'pause':
      return generation.settle()
  }
}
