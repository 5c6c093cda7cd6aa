import type { RecordedStep, Recording } from './recording.ts'

/**
 * For tests: generates the same recordings for the same seed, with every kind of step and every property of the
 * format.
 */
export function createGenerator(seed: number) {
  let state = seed
  // mulberry32
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (limit: number) => Math.floor(random() * limit)
  const oneOf = <Item>(...items: Item[]): Item => items[upTo(items.length)]!
  const some = <Item>(most: number, make: () => Item) => Array.from({ length: 1 + upTo(most) }, make)
  const text = () =>
    oneOf('a', 'Log in', 'Größe ½', '"quoted" \'twice\'', 'x'.repeat(90), '漢字 🙂', '${name}', ' ')
  /** Each property is present half of the time. */
  const maybe = (properties: Record<string, () => unknown>) =>
    Object.fromEntries(
      Object.entries(properties).flatMap(([name, make]) => (random() < 0.5 ? [[name, make()]] : [])),
    )

  const part = () =>
    oneOf(
      '#id',
      '.a > b:nth-of-type(2)',
      `aria/${text()}`,
      'aria/Go[role="button"]',
      `text/${text()}`,
      'xpath///*[@id="a"]',
      'pierce/#b',
    )
  const selectors = () => some(5, () => oneOf<string | string[]>(part(), some(4, part)))
  const event = () => ({ type: 'navigation', ...maybe({ url: () => 'https://a.test/?b=c', title: text }) })
  const base = () =>
    maybe({
      timeout: () => 1 + upTo(30_000),
      assertedEvents: () => some(2, event),
      target: () => oneOf('main', 'https://b.test/'),
    })
  const inFrame = () => ({ ...base(), ...maybe({ frame: () => some(3, () => upTo(4)) }) })
  const onElement = () => ({ ...inFrame(), selectors: selectors() })
  const press = () => ({
    ...onElement(),
    offsetX: random() * 100,
    offsetY: upTo(100),
    ...maybe({
      duration: () => upTo(500),
      deviceType: () => oneOf('mouse', 'pen', 'touch'),
      button: () => oneOf('primary', 'auxiliary', 'secondary', 'back', 'forward'),
    }),
  })
  const key = () => oneOf('Enter', 'a', 'ShiftLeft', ' ', '$', 'é')
  const throughput = () => oneOf(-1, 0, upTo(1_000_000))

  const steps: (() => RecordedStep)[] = [
    () => ({
      type: 'navigate',
      ...base(),
      url: oneOf('https://a.test/', 'http://a.test/x?q=1#y', 'https://${host}/'),
    }),
    () => ({ type: 'click', ...press() }),
    () => ({ type: 'doubleClick', ...press() }),
    () => ({ type: 'change', ...onElement(), value: oneOf('', text()) }),
    () => ({ type: 'hover', ...onElement() }),
    () => ({ type: 'keyDown', ...base(), key: key() }),
    () => ({ type: 'keyUp', ...base(), key: key() }),
    () => ({
      type: 'scroll',
      ...oneOf(inFrame, onElement)(),
      ...maybe({ x: () => upTo(500), y: () => upTo(500) }),
    }),
    () => ({
      type: 'setViewport',
      ...base(),
      width: 1 + upTo(2000),
      height: 1 + upTo(2000),
      deviceScaleFactor: oneOf(0, 1, 1.5),
      isMobile: random() < 0.5,
      hasTouch: random() < 0.5,
      isLandscape: random() < 0.5,
    }),
    () => ({
      type: 'emulateNetworkConditions',
      ...base(),
      download: throughput(),
      upload: throughput(),
      latency: upTo(1000),
    }),
    () => ({ type: 'close', ...base() }),
    () => ({
      type: 'waitForElement',
      ...onElement(),
      ...maybe({
        operator: () => oneOf('>=', '==', '<='),
        count: () => upTo(5),
        visible: () => random() < 0.5,
        attributes: () => ({ 'data-a': text() }),
        properties: () => ({ checked: true, dataset: { a: text(), b: [1, null] } }),
      }),
    }),
  ]
  return {
    oneOf,
    maybe,
    text,
    onElement,
    recording: (): Recording => ({
      title: text().trim() || 'Shop',
      ...maybe({ timeout: () => 1 + upTo(30_000), selectorAttribute: () => 'data-testid' }),
      steps: some(30, () => oneOf(...steps)()),
    }),
  }
}
