import type { EgressPolicy } from '@waypost/egress'
import type { BrowserContext, Page } from 'playwright-core'
import { listVariables } from '../../automations/variables/list-variables.ts'
import { createInput } from '../../runner/live/apply-input.ts'
import type { ViewRecorder } from '../../runner/live/live-runs.ts'
import type { RecorderTold, ViewInput } from '@waypost/live-view'
import type { RecordedVariables } from '../recorded-variables.ts'
import { flushHeld } from './acts/act-by-pointer.ts'
import { recordUpload } from './acts/choose-upload.ts'
import { openUrl } from './acts/go-to.ts'
import { endTyping } from './acts/type-text.ts'
import { createDraft, type DraftStep } from './draft.ts'
import { handleMessage } from './handle-message.ts'
import { recordInput } from './record-input.ts'
import type { RecorderState } from './recorder-state.ts'
import { pictureSteps } from './picture-steps.ts'
import { showStep } from './show-step.ts'
import { keepTypedSecrets } from './typed-secrets.ts'
import { watchPages } from './watch-pages.ts'

export interface Recorder {
  view: ViewRecorder
  /** Opens the first page, as a step. */
  begin(url: string): Promise<void>
  /** Views show the pictures that are stored. */
  stored(steps: readonly DraftStep[]): void
  /** What is to be stored. */
  read(): { steps: readonly DraftStep[]; variables: RecordedVariables }
  /** Writes down what is under way. */
  end(): Promise<void>
}

const MOST_WAITING = 400

interface Options {
  context: BrowserContext
  page: Page
  signal: AbortSignal
  egress: Pick<EgressPolicy, 'checkUrl'>
  /** The names of steps and variables that are there already. */
  taken: { steps: string[]; variables: string[] }
  onChange: () => void
  /** Called for all that a person does. */
  onInput: () => void
  onFinish: () => void
}

/** Records what a person does in the pages of a browser: one after the other, each before the page hears of it. */
export function createRecorder({ context, page: main, signal, egress, taken, ...on }: Options): Recorder {
  const listeners = new Set<(message: RecorderTold) => void>()
  const tell = (message: RecorderTold): void => {
    for (const listener of listeners) listener(message)
  }
  const queue: (() => Promise<void>)[] = []
  let working: Promise<void> | undefined

  /** How often the stored picture of each step was taken. */
  const pictured = new Map<string, number>()
  const showSteps = (): RecorderTold => {
    const { steps, variables } = read()
    return {
      type: 'steps',
      steps: steps.map((step) => showStep(step, pictured.get(step.id) ?? 0)),
      variables: Object.entries(variables).map(([name, { secret }]) => ({ name, secret })),
      canUndo: state.draft.canUndo(),
    }
  }
  const draft = createDraft(taken.steps, () => {
    on.onChange()
    tell(showSteps())
  })
  const secrets = keepTypedSecrets(taken.variables)
  const pictures = pictureSteps(secrets.values, (stepId, image) => draft.picture(stepId, image))
  const state: RecorderState = {
    context,
    main,
    current: main,
    draft,
    input: createInput(),
    secrets,
    signal,
    mode: 'record',
    pressed: undefined,
    typing: undefined,
    held: undefined,
    asked: undefined,
    choosing: undefined,
    lastPress: undefined,
    checking: undefined,
    dialog: undefined,
    offers: [],
    modifiers: new Set(),
    tell,
    picture: (page, stepId) => pictures.take(page, stepId),
    // A page with an open dialog shows nothing.
    pictured: async () => (state.dialog ? undefined : pictures.finish()),
  }
  const endWatch = watchPages(state)

  function read(): ReturnType<Recorder['read']> {
    const steps = draft.steps()
    return { steps, variables: secrets.variables(listVariables(steps.map(({ action }) => action))) }
  }
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next && !signal.aborted; next = queue.shift())
      await next().catch((error: unknown) => {
        const text = error instanceof Error ? error.message.split('\n', 1)[0]! : String(error)
        if (!signal.aborted) tell({ type: 'notice', text })
      })
    working = undefined
  }
  const enqueue = (task: () => Promise<void>): void => {
    if (queue.length >= MOST_WAITING) return
    queue.push(task)
    working ??= work()
  }

  return {
    read,
    stored(steps) {
      const isNew = steps.filter(({ id, pictures: count }) => (pictured.get(id) ?? 0) !== count)
      for (const { id, pictures: count } of isNew) pictured.set(id, count)
      if (isNew.length > 0) tell(showSteps())
    },
    begin: (url) => openUrl(state, main, url, egress),
    async end() {
      await Promise.race([working, new Promise((resolve) => setTimeout(resolve, 2000))])
      await endTyping(state)
      flushHeld(state)
      state.dialog?.dismiss().catch(() => {})
      await state.pictured()
      pictures.end()
      state.input.end()
      endWatch()
    },
    view: {
      input(page, input: ViewInput) {
        on.onInput()
        recordInput(state, page, input, enqueue)
      },
      perform(page, message) {
        on.onInput()
        handleMessage(state, page, message, { enqueue, egress, finish: on.onFinish })
      },
      filesChosen(page, files) {
        on.onInput()
        enqueue(async () => recordUpload(state, page, files))
      },
      release() {
        state.modifiers.clear()
        state.input.end()
      },
      onTell(listener, until) {
        listeners.add(listener)
        until.addEventListener('abort', () => listeners.delete(listener), { once: true })
        listener(showSteps())
        listener({ type: 'mode', mode: state.mode })
      },
    },
  }
}
