import { newId } from '@waypost/postgres'
import type { Action } from '../../automations/action.ts'
import { nameAction } from '../../intents/generating/session/name-action.ts'
import type { Recorded } from '../../runner/healing/recorded.ts'
import type { StepQuestion } from '../step-question.ts'

/** An action without a name, which the draft gives it. */
export type Unnamed<Each = Action> = Each extends Action ? Omit<Each, 'name'> : never

export interface DraftStep {
  readonly id: string
  readonly action: Action
  readonly learned: Recorded | null
  readonly question: StepQuestion | null
  readonly screenshot: Buffer | null
  /** How often its screenshot was taken. */
  readonly pictures: number
}

/** What is known of a step besides its action. */
export type About = Partial<Pick<DraftStep, 'learned' | 'question'>>

/** The steps that were recorded so far. Each change is undone by itself. */
export interface Draft {
  steps(): readonly DraftStep[]
  last(): DraftStep | undefined
  canUndo(): boolean
  /** @param called what it acts on, for its name */
  add(called: string, action: Unnamed, about?: About): DraftStep
  /** Changes a step that is being recorded still: that is undone with the step. */
  amend(id: string, change: Partial<Pick<DraftStep, 'action' | 'question' | 'learned'>>): void
  picture(id: string, screenshot: Buffer): void
  answer(id: string, choice: number): void
  rename(id: string, name: string): void
  remove(id: string): void
  move(id: string, to: number): void
  undo(): void
}

const MOST_STEPS = 200
const MOST_UNDONE = 100

/**
 * @param taken the names of the steps that these follow
 *
 * @param onChange called after each change
 */
export function createDraft(taken: string[], onChange: () => void): Draft {
  let steps: DraftStep[] = []
  const earlier: DraftStep[][] = []

  const change = (next: DraftStep[]): void => {
    earlier.push(steps)
    if (earlier.length > MOST_UNDONE) earlier.shift()
    steps = next
    onChange()
  }
  const edit = (list: DraftStep[], id: string, changed: Partial<DraftStep>) =>
    list.map((step) => (step.id === id ? { ...step, ...changed } : step))
  const names = () => [...taken, ...steps.map(({ action }) => action.name)].map((name) => ({ name }))
  const find = (id: string) => steps.find((step) => step.id === id)
  // What was not a decision of its own is not undone by itself.
  const editAlways = (id: string, changed: Partial<DraftStep>): void => {
    steps = edit(steps, id, changed)
    for (const [index, list] of earlier.entries()) earlier[index] = edit(list, id, changed)
    onChange()
  }

  return {
    steps: () => steps,
    last: () => steps.at(-1),
    canUndo: () => earlier.length > 0,
    add(called, action, { learned = null, question = null } = {}) {
      if (steps.length >= MOST_STEPS) throw new Error(`A recording has at most ${MOST_STEPS} steps.`)
      const name = nameAction(action.type, called, names())
      const step: DraftStep = {
        id: newId(),
        action: { name, ...action },
        learned,
        question,
        screenshot: null,
        pictures: 0,
      }
      change([...steps, step])
      return step
    },
    amend: editAlways,
    picture(id, screenshot) {
      const step = find(id)
      if (step) editAlways(id, { screenshot, pictures: step.pictures + 1 })
    },
    answer(id, choice) {
      const step = find(id)
      const chosen = step?.question?.choices[choice]
      if (!step || !chosen) return
      const { selectors, frame } = chosen
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only a step with selectors has a question
      const action = { ...step.action, selectors, ...(frame && { frame }) } as Action
      change(edit(steps, id, { action, question: null }))
    },
    rename(id, name) {
      const plain = name.replaceAll(/\s+/g, ' ').trim().slice(0, 100)
      const step = find(id)
      if (!step || plain === '' || step.action.name === plain) return
      if (names().some((each) => each.name === plain))
        throw new Error(`Another step is called “${plain}” already.`)
      change(edit(steps, id, { action: { ...step.action, name: plain } }))
    },
    remove(id) {
      if (find(id)) change(steps.filter((step) => step.id !== id))
    },
    move(id, to) {
      const step = find(id)
      if (!step || steps.indexOf(step) === to) return
      change(steps.filter((each) => each !== step).toSpliced(to, 0, step))
    },
    undo() {
      const before = earlier.pop()
      if (!before) return
      steps = before
      onChange()
    },
  }
}
