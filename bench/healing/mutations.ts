/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

export const MUTATIONS = ['rename', 'wrap', 'reorder', 'remove', 'duplicate', 'translate', 'restyle'] as const

export type Mutation = (typeof MUTATIONS)[number]

/** Runs in the page: applies one kind of change to about half of its elements, the same half for the same seed. */
export function mutate({ mutation, seed }: { mutation: Mutation; seed: number }): void {
  const { keys } = globalThis as unknown as { keys: { of: Map<Element, string>; primary: Set<Element> } }
  const COPY = ' (copy)'
  let state = seed
  const random = (): number => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const half = <Item>(items: Iterable<Item>): Item[] => [...items].filter(() => random() < 0.5)
  const makeWord = () =>
    Array.from({ length: 7 }, () => 'abcdefghiklmnoprstuv'[Math.floor(random() * 20)]).join('')
  const everything = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
    (element) => !element.matches('script, style, svg *'),
  )
  const elements = [...keys.primary].filter((element) => element.isConnected)

  const changes: Record<Mutation, () => void> = {
    rename() {
      for (const element of half(everything)) {
        for (const name of ['id', 'name', 'data-testid']) {
          if (element.hasAttribute(name)) element.setAttribute(name, makeWord())
        }
        for (const token of half(element.classList)) element.classList.add(`${token}-${makeWord()}`)
      }
    },
    wrap() {
      for (const element of half(elements)) {
        const wrapper = document.createElement('span')
        element.replaceWith(wrapper)
        wrapper.append(element)
      }
    },
    reorder() {
      const parents = new Set(elements.flatMap(({ parentElement }) => parentElement ?? []))
      for (const parent of half(parents)) {
        const children = [...parent.children].map((child) => ({ child, place: random() }))
        parent.append(...children.toSorted((one, other) => one.place - other.place).map(({ child }) => child))
      }
    },
    remove() {
      for (const element of half(elements)) element.remove()
    },
    duplicate() {
      for (const element of half(elements)) {
        const copy = element.cloneNode(true) as Element
        element.after(copy)
        keys.of.set(copy, `${keys.of.get(element)}${COPY}`)
      }
    },
    translate() {
      const words = new Map<string, string>()
      const translate = (text: string) =>
        text.replaceAll(/\p{L}{2,}/gu, (word) => {
          const known = words.get(word) ?? makeWord()
          words.set(word, known)
          return known
        })
      const walker = document.createTreeWalker(document.body, 4)
      while (walker.nextNode()) {
        const { currentNode } = walker
        if (!currentNode.parentElement?.matches('script, style')) {
          currentNode.nodeValue = translate(currentNode.nodeValue ?? '')
        }
      }
      for (const element of everything) {
        for (const name of ['title', 'aria-label', 'placeholder', 'alt']) {
          const value = element.getAttribute(name)
          if (value) element.setAttribute(name, translate(value))
        }
      }
    },
    restyle() {
      for (const element of half(everything)) {
        const size = Math.floor(random() * 24)
        element.style.setProperty(random() < 0.5 ? 'margin' : 'padding', `${size}px`)
        element.style.setProperty('font-size', `${12 + size / 2}px`)
        element.classList.remove(...half(element.classList))
      }
    },
  }
  changes[mutation]()
}
