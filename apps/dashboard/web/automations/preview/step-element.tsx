import type { AutomationApi } from '@waypost/sdk'
import { useEffect, useRef } from 'react'
import { Button } from '../../controls/button.tsx'
import type { Recorder } from '../../recordings/recorder.tsx'
import { writeSelectors } from '../steps/selector-text.ts'

interface Props extends Recorder {
  action: AutomationApi.Action
  onChange: (action: AutomationApi.Action) => void
}

/** Picks the element of a step on the page, and tries how many elements its selectors find there. */
export function StepElement({ action, view, send, onChange }: Props) {
  const { selectors = [], frame } = { selectors: undefined, frame: undefined, ...action }
  const { element, tried } = view
  const seen = useRef(element)
  useEffect(() => {
    if (!element || seen.current === element) return
    seen.current = element
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the action has selectors already
    const changed = { ...action, selectors: element.selectors } as AutomationApi.Action
    if (element.frame) Object.assign(changed, { frame: element.frame })
    else Reflect.deleteProperty(changed, 'frame')
    onChange(changed)
    send({ type: 'mode', mode: 'record' })
  }, [element, action, onChange, send])
  return (
    <section className="stack-tight" aria-labelledby="step-element">
      <h3 id="step-element">The element of “{action.name}”</h3>
      <pre className="small preview-selectors">{writeSelectors(selectors) || 'none yet'}</pre>
      <div className="row">
        <Button onClick={() => send({ type: 'mode', mode: 'element' })}>Pick it on the page</Button>
        <Button
          disabled={selectors.length === 0}
          onClick={() => send({ type: 'try', selectors, ...(frame && { frame }) })}
        >
          Try its selectors
        </Button>
      </div>
      <p className="small" role="status">
        {tried && describe(tried.count)}
      </p>
    </section>
  )
}

function describe(count: number): string {
  if (count === 1) return 'One element matches, as it should.'
  return count === 0 ? 'No element matches on this page.' : `${count} elements match: the step needs one.`
}
