import type { EgressPolicy } from '@waypost/egress'
import type { Page } from 'playwright-core'
import type { RecorderMessage, RecorderMode } from '@waypost/live-view'
import { flushHeld } from './acts/act-by-pointer.ts'
import { answerDialog } from './acts/answer-dialog.ts'
import { chooseOptions } from './acts/choose-option.ts'
import { goInWindow, openUrl } from './acts/go-to.ts'
import { endTyping } from './acts/type-text.ts'
import { takeOffer } from './picking/pick-element.ts'
import { countMatches } from './picking/try-reading.ts'
import type { RecorderState } from './recorder-state.ts'

interface Means {
  enqueue: (task: () => Promise<void>) => void
  egress: Pick<EgressPolicy, 'checkUrl'>
  finish: () => void
}

/** Does what a person asks the recorder for, in its turn. */
export function handleMessage(
  state: RecorderState,
  page: Page | undefined,
  message: RecorderMessage,
  { enqueue, egress, finish }: Means,
): void {
  // A page with an open dialog stands still, and with it whatever is in turn.
  if (message.type === 'dialog') return answerDialog(state, message.answer, message.text)
  if (message.type === 'finish') return finish()
  enqueue(async () => {
    const { draft } = state
    switch (message.type) {
      case 'open':
        return page && openUrl(state, page, message.url, egress)
      case 'go':
        return page && goInWindow(state, page, message.to)
      case 'mode':
        return setMode(state, message.mode)
      case 'take':
        if (page) takeOffer(state, page, message.choice, message.output)
        return setMode(state, 'record')
      case 'choose':
        return chooseOptions(state, message.values)
      case 'answer':
        return draft.answer(message.step, message.choice)
      case 'rename':
        return draft.rename(message.step, message.name)
      case 'move-step':
        return draft.move(message.step, message.to)
      case 'remove':
        return draft.remove(message.step)
      case 'undo':
        return undo(state)
      case 'try':
        if (page)
          state.tell({ type: 'tried', ...(await countMatches(page, message.selectors, message.frame)) })
    }
  })
}

async function setMode(state: RecorderState, mode: RecorderMode): Promise<void> {
  await endTyping(state)
  flushHeld(state)
  state.mode = mode
  state.offers = []
  state.pressed = undefined
  state.tell({ type: 'mode', mode })
}

/** What is typed on after that is another step. */
function undo(state: RecorderState): void {
  state.typing = undefined
  state.held = undefined
  state.draft.undo()
}
