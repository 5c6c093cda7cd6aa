import { useEffect, useEffectEvent } from 'react'
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { accounts } from '../../client/accounts.ts'
import { canOfferPasskeys, canUsePasskeys, endOffer, offerPasskeys } from '../passkeys/authenticator.ts'

// Before a challenge ends, the next one takes its place.
const renewedAfter = 0.8

/**
 * Offers the passkeys of a device in the list of the browser's autofill. What goes wrong stays unsaid: nobody has asked for it,
 * and the button “Use a passkey” says it.
 *
 * @param isOn false while another way of signing in is under way
 * @param use signs in with the chosen passkey
 */
export function usePasskeyAutofill(isOn: boolean, use: (response: AuthenticationResponseJSON) => void): void {
  const onChosen = useEffectEvent(use)
  useEffect(() => {
    if (!isOn) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const offer = async (): Promise<void> => {
      const options = await accounts.offerPasskeySignIn()
      if (isOver) return
      timer = setTimeout(renew, renewedAfter * (options.timeout ?? 60_000))
      const response = await offerPasskeys(options)
      if (response && !isOver) onChosen(response)
    }
    const begin = () => void offer().catch(() => undefined)
    // A page that nobody looks at asks for no further challenges.
    const renew = () => {
      if (document.visibilityState === 'visible') begin()
      else document.addEventListener('visibilitychange', renew, { once: true })
    }
    void canOfferPasskeys().then((can) => can && !isOver && begin())
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [isOn])
  useEffect(() => () => void (canUsePasskeys() && endOffer()), [])
}
