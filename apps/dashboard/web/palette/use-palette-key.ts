import { useEffect, useEffectEvent } from 'react'

/** Calls a function at ⌘K and Ctrl K, wherever the focus is. */
export function usePaletteKey(isOn: boolean, onPress: () => void): void {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    if (!isOn) return undefined
    const listen = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.metaKey || event.ctrlKey) ||
        event.shiftKey ||
        event.altKey
      )
        return
      event.preventDefault()
      press()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}
