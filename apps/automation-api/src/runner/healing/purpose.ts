import type { Action } from '../../automations/action.ts'

/** What an action does with its element, which limits the elements that it may heal onto. */
export type Purpose = 'press' | 'fill' | 'choose' | 'upload' | 'read'

const PURPOSES: Record<string, Purpose> = {
  change: 'fill',
  select: 'choose',
  upload: 'upload',
  extractText: 'read',
  assert: 'read',
  screenshot: 'read',
  waitForElement: 'read',
  hover: 'read',
  scroll: 'read',
}

/** A change of a drop-down is a choice: the Recorder writes both in the same way, so the element decides. */
export function toPurpose(type: Action['type'] | (string & {}), { tag }: { tag: string }): Purpose {
  const purpose = PURPOSES[type] ?? 'press'
  return purpose === 'fill' && tag === 'select' ? 'choose' : purpose
}
