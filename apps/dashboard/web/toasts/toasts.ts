/** A short message about what was done. */
export interface Toast {
  text: string
  /** Undoes it. */
  undo?: () => Promise<void>
}

export interface ShownToast extends Toast {
  id: number
}

const mostShown = 3

let shown: readonly ShownToast[] = []
let count = 0
const watchers = new Set<() => void>()

const show = (toasts: readonly ShownToast[]): void => {
  shown = toasts
  for (const watch of watchers) watch()
}

/** Shows a message at the foot of the window, until it is dismissed or some seconds have passed. */
export function showToast(toast: Toast): void {
  count += 1
  show([...shown, { ...toast, id: count }].slice(-mostShown))
}

export const dismissToast = (id: number): void => show(shown.filter((toast) => toast.id !== id))

export const dismissToasts = (): void => show([])

/** The store of `useSyncExternalStore`. */
export const toastStore = {
  subscribe(watch: () => void): () => void {
    watchers.add(watch)
    return () => void watchers.delete(watch)
  },
  read: (): readonly ShownToast[] => shown,
}
