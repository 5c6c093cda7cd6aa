import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { queryClient } from '../client/query-client.ts'
import { dismissToasts } from '../toasts/toasts.ts'
import { answerFetch, endServices } from './services.ts'
import { endPages } from './shown-routers.ts'

globalThis.fetch = answerFetch
// Browser APIs that jsdom lacks because it has no layout.
Element.prototype.scrollIntoView = () => {}
window.scrollTo = () => {}
HTMLElement.prototype.hidePopover = function hidePopover() {
  this.style.removeProperty('display')
}
document.addEventListener('click', ({ target }) => {
  const id = (target as Element).closest('[popovertarget]')?.getAttribute('popovertarget') ?? ''
  document.getElementById(id)?.style.setProperty('display', 'grid', 'important')
})
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList

// A page's code is loaded when it is first shown, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 300_000 })

// Retries happen without a delay.
const options = queryClient.getDefaultOptions()
queryClient.setDefaultOptions({ ...options, queries: { ...options.queries, retryDelay: 0 } })

afterEach(() => {
  cleanup()
  endPages()
  queryClient.clear()
  dismissToasts()
  localStorage.clear()
  const unanswered = endServices()
  if (unanswered.length > 0) throw new Error(`The test says no answer to ${unanswered.join(', ')}`)
})
