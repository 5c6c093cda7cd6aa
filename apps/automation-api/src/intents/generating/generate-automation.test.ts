import { createEgressPolicy } from '@waypost/egress'
import { describe, expect, it } from 'vitest'
import type { Action } from '../../automations/action.ts'
import { testGeneration } from './test-generation.ts'
import { shopPages } from './test-shop.ts'

const site = testGeneration(shopPages)

const outline = (actions: Action[]) => actions.map(({ name }) => name)

describe('generating an automation from a text', () => {
  it.concurrent('searches a shop and reads a price that appears a moment later', async () => {
    const automation = await site.generated(
      'open SITE; type "fog" into Title; click Search; wait for Results; extract the price as price',
    )
    expect(outline(automation.actions)).toEqual([
      expect.stringMatching(/^Open 127\.0\.0\.1:\d+$/),
      'Fill in Title',
      'Click Search',
      'Wait for Results',
      'Read price',
    ])
    expect(await site.run(automation.actions)).toMatchObject({
      read: { price: '22.00 €' },
      path: '/search?q=fog',
    })
  })

  it.concurrent('writes several selectors of several kinds for an element', async () => {
    const { actions } = await site.generated('open SITE; type "fog" into Title; click Search')
    const [, field, button] = actions
    expect(field).toMatchObject({
      selectors: expect.arrayContaining([
        'aria/Title[role="textbox"]',
        'input[name="q"]',
        expect.stringMatching(/^xpath\//),
      ]),
    })
    expect(button).toMatchObject({
      selectors: expect.arrayContaining([
        'aria/Search[role="button"]',
        'text/Search',
        expect.stringMatching(/^xpath\//),
      ]),
    })
  })

  it.concurrent('keeps variables, declares them, and makes a value for a password field secret', async () => {
    const text =
      'Go to SITE/login, type anna@b.test into E-mail and ${password} into Password, tick Remember me and submit, then extract the greeting as greeting'
    const automation = await site.generated(text, { variables: { password: 'hunter2!', unused: 'x' } })
    expect(automation.variables).toEqual({ password: { secret: true } })
    expect(JSON.stringify(automation)).not.toContain('hunter2!')
    expect(automation.actions).toContainEqual(expect.objectContaining({ value: 'anna@b.test' }))
    expect(automation.actions).toContainEqual(expect.objectContaining({ value: '${password}' }))
    expect(await site.run(automation.actions, { password: 'other' })).toMatchObject({
      read: { greeting: 'Welcome back' },
    })
  })

  it.concurrent('finds an element named by a variable with other values too', async () => {
    const text =
      'open SITE/catalogue; extract the price of ${book} as price; click Add to cart for ${book}; extract the added as added; click ${book}; extract the heading as heading'
    const read = await site.read(text, { book: 'A Field Guide to Fog' }, { book: 'Knots for the Patient' })
    expect(read).toEqual({
      price: '9.90 €',
      added: 'Knots for the Patient is in the cart',
      heading: 'Knots for the Patient',
    })
  })

  it('fills in a form of every kind of field, and does not press its last button', async () => {
    const requests = site.server.requests.length
    const automation = await site.generated(
      'open SITE/order; choose Express in Shipping; choose france as the Country; set Quantity to 3; ' +
        'type "Hi; you" into Note; check terms; check Newsletter; uncheck Newsletter; choose Red paper in Wrapping; ' +
        'extract the Wrapped in as wrapped; extract the quantity; click Place order',
    )
    expect(site.server.requests.slice(requests)).not.toContain('/thanks')
    expect(automation.actions.at(-1)).toMatchObject({ name: 'Click Place order', type: 'click' })
    expect(automation.actions).toContainEqual(expect.objectContaining({ type: 'select', values: ['France'] }))
    // A box is set to a state, whatever it is before.
    expect(automation.actions.map(({ type }) => type)).toEqual(expect.arrayContaining(['check', 'uncheck']))
    expect(await site.run(automation.actions)).toEqual({
      read: { wrapped: 'Red paper', quantity: '3' },
      path: '/thanks',
    })
  })

  it.concurrent('waits for the page that a key press opens', async () => {
    const { actions } = await site.generated('open SITE; search for ${title}; extract the summary as s', {
      variables: { title: 'knots' },
    })
    expect(actions).toContainEqual(
      expect.objectContaining({ type: 'press', key: 'Enter', assertedEvents: [{ type: 'navigation' }] }),
    )
    expect(await site.run(actions, { title: 'tide' })).toMatchObject({ read: { s: '1 found for “tide”' } })
  })

  it.concurrent('gives every step a different name', async () => {
    const { actions } = await site.generated('open SITE; click Home; click Home; open SITE; click Home')
    const names = outline(actions)
    expect(names.slice(1)).toEqual([
      'Click Home',
      'Click Home (2)',
      expect.stringMatching(/ \(2\)$/),
      'Click Home (3)',
    ])
  })
})

describe('generation fails', () => {
  it.concurrent.each([
    [
      'open SITE/catalogue; click Add to cart',
      'element_ambiguous',
      ['after “14.50 €”', 'after “22.00 €”', 'and 1 more'],
    ],
    ['open SITE; click Terms', 'element_ambiguous', ['“Terms of use”', '“Terms of sale”']],
    ['open SITE; click Nothing like it', 'element_not_found', ['Step 2', 'Nothing like it']],
    ['open SITE; click the ninth Home', 'element_not_found', ['there are only 2']],
    ['open SITE; type x into Nowhere', 'element_not_found', ['No field']],
    ['open SITE/order; choose Spain in Country', 'option_not_found', ['“Germany”, “France”']],
    ['open SITE; extract the weight as w', 'nothing_to_read', ['the weight']],
    ['open SITE/catalogue; extract the price as p', 'element_ambiguous', ['all the']],
    ['open SITE/nothing', 'page_unreachable', ['HTTP 404']],
    ['open SITE; type ${title} into Title', 'missing_variable', ['title']],
    ['open SITE; fly to the moon', 'not_understood', ['“fly to the moon”', 'extract the price as price']],
    ['open SITE; extract the heading as a; extract the heading as a', 'not_understood', ['different names']],
  ])('for %s', async (text, reason, parts) => {
    const failure = await site.failed(text)
    expect(failure.reason).toBe(reason)
    for (const part of parts) expect(failure.message).toContain(part)
  })

  it.concurrent('for an irreversible action, unless the text confirms it', async () => {
    const text = 'open SITE/order; click Place order; extract the order number as number'
    const page = await site.openPage()
    const failure = await site.failed(text, { page })
    expect(failure).toMatchObject({
      reason: 'irreversible_step',
      message: expect.stringContaining('really click Place order'),
    })
    expect(page.url()).toMatch(/order$/)
    expect(await site.read(text.replace('click', 'really click'))).toEqual({ number: '4711' })
  })

  it('for a URL that the policy refuses, without opening it', async () => {
    const egress = createEgressPolicy({ allow: [] })
    const requests = site.server.requests.length
    const failure = await site.failed('open SITE; click Home', { egress })
    expect(failure).toMatchObject({ reason: 'address_refused', message: expect.stringContaining('private') })
    const variable = await site.failed('open ${home}', { egress, variables: { home: site.server.url } })
    expect(variable.reason).toBe('address_refused')
    expect(site.server.requests).toHaveLength(requests)
  })

  it.concurrent('when its time is over, or when it is stopped', async () => {
    const slow = 'open SITE; wait for Nothing like it'
    expect(await site.failed(slow, { budgetMs: 300, stepTimeoutMs: 10_000 })).toMatchObject({
      reason: 'timeout',
    })
    const stop = AbortSignal.timeout(300)
    expect(await site.failed(slow, { signal: stop, stepTimeoutMs: 10_000 })).toMatchObject({
      reason: 'aborted',
    })
  })
})
